/** Runs many commands in one process: for thousands of them, starting the program takes longer than what they do. */
import { Readable } from 'node:stream'
import { Failure } from '../domain/failure.ts'
import type { Command, Invocation, Terminal } from './command.ts'

const MAX_LINE_CHARACTERS = 100_000
/** A server does not end, and a batch in a batch has no lines to read. */
const NOT_HERE = ['serve', 'batch']

async function* linesOf(input: Terminal['stdin']): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_CHARACTERS) throw new Failure('invalid_request', 'A line is longer than any command')
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Words as a shell reads them, with single and double quotes; nothing is expanded. */
const wordsOf = (line: string): string[] => {
  const found: string[] = []
  let at = 0
  const text = line.trim()
  const word = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+))(?=\s|$)/y
  while (at < text.length) {
    word.lastIndex = at
    const match = word.exec(text)
    if (!match)
      throw new Failure('invalid_request', `A quote is not closed, or stands inside a word: ${text.slice(at, at + 40)}`)
    found.push(match[1]?.replaceAll(/\\(.)/g, '$1') ?? match[2] ?? match[3] ?? '')
    at = word.lastIndex
  }
  return found
}

/** What a command asks for cannot come from the lines of the others. */
const withoutInput = ({ stdout, stderr }: Terminal): Terminal => ({ stdin: Readable.from([]), stdout, stderr })

const runLine = async (line: string, invocation: Invocation): Promise<number> => {
  const [program, ...rest] = wordsOf(line)
  const args = program === 'airside-server' ? rest : [program ?? '', ...rest]
  if (NOT_HERE.includes(args[0] ?? '')) {
    invocation.terminal.stderr.write(`"${args[0]}" cannot be part of a batch\n`)
    return 2
  }
  return invocation.runOther(args, withoutInput(invocation.terminal))
}

export const batch: Command = {
  summary:
    'Reads commands from standard input, one a line, and runs them one after another in one process. It stops at the first that fails. Empty lines and lines that begin with # are passed over; commands that ask need --yes.',
  options: {
    'keep-going': { type: 'boolean', text: 'go on after a command that failed, and fail at the end', optional: true },
  },
  examples: ['airside-server batch < commands.txt'],
  arguments: 0,
  run: async (invocation) => {
    let [done, failed, number] = [0, 0, 0]
    for await (const line of linesOf(invocation.terminal.stdin)) {
      number++
      if (line.trim() === '' || line.trimStart().startsWith('#')) continue
      const code = await runLine(line, invocation)
      if (code === 0) done++
      else {
        failed++
        invocation.terminal.stderr.write(`Line ${number} failed: ${line.trim().slice(0, 200)}\n`)
        if (invocation.options['keep-going'] !== true) break
      }
    }
    const text = failed === 0 ? `${done} commands were done` : `${done} commands were done, ${failed} failed`
    return { data: { done, failed }, text, exitCode: failed === 0 ? 0 : 1 }
  },
}
