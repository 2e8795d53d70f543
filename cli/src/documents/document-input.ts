/** Reads a document from a file, the command line, or standard input. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { misuse } from '../problem.ts'
import type { Terminal } from '../terminal/terminal.ts'

const fromPipe = async (terminal: Terminal): Promise<string> => {
  let text = ''
  for await (const chunk of terminal.input.setEncoding('utf8')) text += chunk
  return text
}

/** `word` is a file's name, `-` for standard input, or the document. */
export const readDocument = async (word: string, terminal: Terminal): Promise<string> => {
  if (word === '-') return fromPipe(terminal)
  if (existsSync(word)) return readFile(word, 'utf8')
  if (word.includes('{')) return word
  throw misuse(
    `There is no file ${word}, and it is no document either`,
    'Name a file, or write the document: \'{ echo(text: "hi") }\'',
  )
}
