/**
 * Writes the service's schema to a file, for editors and typed documents, and `scopes.json` beside it, for
 * `airside scopes`. It holds what keys and applications can use, without what only the console's people reach. The types
 * are sorted, so that two pulls differ only where the schema does. The graphql package is loaded here only, so that
 * other commands start without it.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Client } from '@airside/client'
import type { IntrospectionQuery } from 'graphql'
import type { Command } from '../command.ts'
import { grantableSchema } from '../documents/grantable-schema.ts'
import { writeWhole } from '../documents/whole-file.ts'
import { SCOPES_FILE } from './scopes.ts'

interface Pulled {
  readonly text: string
  readonly types: number
}

const INTROSPECTED = { specifiedByUrl: true, directiveIsRepeatable: true, inputValueDeprecation: true }

const pullSchema = async (client: Client, scopes: string, signal: AbortSignal): Promise<Pulled> => {
  const { buildClientSchema, getIntrospectionQuery, lexicographicSortSchema, printSchema } = await import('graphql')
  const whole = await client.query<IntrospectionQuery>(getIntrospectionQuery(INTROSPECTED), {}, { signal })
  const introspection = grantableSchema(whole, scopes)
  const schema = lexicographicSortSchema(buildClientSchema(introspection))
  return { text: `${printSchema(schema)}\n`, types: introspection.__schema.types.length }
}

type Outcome = 'written' | 'changed' | 'as before'

const update = async (file: string, text: string): Promise<Outcome> => {
  const before = await readFile(file, 'utf8').catch(() => null)
  if (before === text) return 'as before'
  await writeWhole(file, text)
  return before === null ? 'written' : 'changed'
}

export const schemaPull: Command = {
  name: 'schema pull',
  summary: `write schema.graphql and ${SCOPES_FILE}, or - for output`,
  words: '[<file>]',
  minWords: 0,
  maxWords: 1,
  completeWords: 'file',
  options: {},
  examples: ['airside schema pull', 'airside schema pull - | head'],
  run: async ({ client, words, terminal, isJson, signal }) => {
    const [file = 'schema.graphql'] = words
    terminal.progress('Asking for the schema …')
    const operator = await client()
    const scopes = await operator.scopesJson(signal)
    const { text, types } = await pullSchema(operator, scopes, signal)
    terminal.done()
    if (file === '-') {
      terminal.say(text.trimEnd())
      return undefined
    }
    const scopesFile = join(dirname(file), SCOPES_FILE)
    const [schema, ofScopes] = [await update(file, text), await update(scopesFile, scopes)]
    if (isJson) {
      const changed = schema !== 'as before'
      const told = { file, changed, types, scopes: { file: scopesFile, changed: ofScopes !== 'as before' } }
      terminal.say(JSON.stringify(told))
    } else {
      terminal.say(`${file}: ${schema}, ${types} types.`)
      terminal.say(`${scopesFile}: ${ofScopes}.`)
    }
    return undefined
  },
}
