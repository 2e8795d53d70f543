/** Writes the schema of the service to a file: for editors, for typed documents, for `airside scopes`. */
import { readFile } from 'node:fs/promises'
import type { Command } from '../command.ts'
import { INTROSPECTION, type Introspection, schemaText } from '../schema-text.ts'
import { writeWhole } from '../whole-file.ts'

export const schemaPull: Command = {
  name: 'schema pull',
  summary: 'write schema.graphql, or - for output',
  words: '[<file>]',
  wordsLeast: 0,
  wordsMost: 1,
  completeWords: 'file',
  options: {},
  run: async ({ client, words, terminal, isJson, signal }) => {
    const [file = 'schema.graphql'] = words
    terminal.progress('Asking for the schema …')
    const { __schema } = await (await client()).query<Introspection>(INTROSPECTION, {}, { signal })
    const text = schemaText(__schema)
    terminal.done()
    if (file === '-') {
      terminal.say(text.trimEnd())
      return undefined
    }
    const before = await readFile(file, 'utf8').catch(() => null)
    if (before !== text) await writeWhole(file, text)
    const told = { file, changed: before !== text, types: __schema.types.length }
    if (isJson) terminal.say(JSON.stringify(told))
    else
      terminal.say(
        `${file}: ${before === null ? 'written' : told.changed ? 'changed' : 'as before'}, ${told.types} types.`,
      )
    return undefined
  },
}
