/**
 * Writes the schema of the service to a file, for editors and typed documents. The types are sorted, so that the file
 * is the service's own `schema.graphql` and two pulls differ only where the schema does. The graphql package is loaded
 * here only, so that other commands start without it.
 */
import { readFile } from 'node:fs/promises'
import type { IntrospectionQuery } from 'graphql'
import type { Command } from '../command.ts'
import { writeWhole } from '../whole-file.ts'

const INTROSPECTED = { specifiedByUrl: true, directiveIsRepeatable: true, inputValueDeprecation: true }

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
    const graphql = await import('graphql')
    const query = graphql.getIntrospectionQuery(INTROSPECTED)
    const introspection = await (await client()).query<IntrospectionQuery>(query, {}, { signal })
    const schema = graphql.lexicographicSortSchema(graphql.buildClientSchema(introspection))
    const text = `${graphql.printSchema(schema)}\n`
    terminal.done()
    if (file === '-') {
      terminal.say(text.trimEnd())
      return undefined
    }
    const before = await readFile(file, 'utf8').catch(() => null)
    if (before !== text) await writeWhole(file, text)
    const told = { file, changed: before !== text, types: introspection.__schema.types.length }
    if (isJson) terminal.say(JSON.stringify(told))
    else
      terminal.say(
        `${file}: ${before === null ? 'written' : told.changed ? 'changed' : 'as before'}, ${told.types} types.`,
      )
    return undefined
  },
}
