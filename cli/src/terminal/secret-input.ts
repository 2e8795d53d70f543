/**
 * Reads a secret from a pipe, or from the keyboard without echo. Never from an argument, which the shell's history
 * keeps.
 */

import { misuse } from '../problem.ts'
import type { Terminal } from './terminal.ts'

const ENTER = /[\r\n]/
const INTERRUPT = '\u0003'
const END = '\u0004'
const ERASE = new Set(['\u007f', '\b'])

const fromPipe = async (terminal: Terminal): Promise<string> => {
  let text = ''
  for await (const chunk of terminal.input.setEncoding('utf8')) text += chunk
  return text.trim()
}

/** The text after the typed characters; null until Enter. */
const typed = (before: string, signs: string): { text: string; isDone: boolean } => {
  let text = before
  for (const sign of signs) {
    if (ENTER.test(sign) || sign === END) return { text, isDone: true }
    text = ERASE.has(sign) ? text.slice(0, -1) : text + sign
  }
  return { text, isDone: false }
}

const fromKeyboard = (terminal: Terminal, question: string, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const { input } = terminal
    let text = ''
    const end = (settle: () => void) => {
      input.setRawMode(false)
      input.pause()
      input.off('data', onData)
      signal.removeEventListener('abort', stop)
      terminal.ask('\n')
      settle()
    }
    const stop = () => end(() => reject(signal.reason))
    const onData = (signs: string) => {
      if (signs.includes(INTERRUPT)) {
        // Raw mode suppresses the signal of Ctrl-C, so it is raised here.
        process.kill(process.pid, 'SIGINT')
        return
      }
      const state = typed(text, signs)
      text = state.text
      if (state.isDone) end(() => resolve(text.trim()))
    }
    // Echo is turned off before the prompt, so that a key pasted early is not shown.
    input.setRawMode(true)
    terminal.ask(question)
    input.setEncoding('utf8').on('data', onData).resume()
    signal.addEventListener('abort', stop, { once: true })
  })

/** `what` completes "Give …". */
export const readSecret = async (terminal: Terminal, what: string, signal: AbortSignal): Promise<string> => {
  const secret = terminal.isInteractive
    ? await fromKeyboard(terminal, `${what[0]?.toUpperCase()}${what.slice(1)} (not shown): `, signal)
    : await fromPipe(terminal)
  if (secret === '')
    throw misuse(
      `There is no ${what}`,
      'Run it in a terminal, or give it on standard input: airside login … < file. Operators make keys in their console, under API keys',
    )
  if (/\s/.test(secret)) throw misuse(`The ${what} holds spaces or several lines`, 'Give it alone on standard input')
  return secret
}
