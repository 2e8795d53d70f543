/** The text of an operation without the values in it: what a log may keep of a request. */
import { createHash } from 'node:crypto'
import { GraphQLError, Lexer, Source, TokenKind } from 'graphql'
import { redactSecrets } from '../../domain/secret.ts'
import type { LoggedDocument } from '../../services/usage/usage-tally.ts'
import type { WorkMeter } from '../work-meter.ts'
import type { DocumentError } from './checked-document.ts'

const HIDDEN = '…'
const MAX_TEXT = 8_000
/** Of a text that cannot be run, which is read anew at each request. */
const MAX_UNRUNNABLE_TEXT = 4_000
const MAX_REASON = 300
const CHARACTERS_PER_STEP = 8
const ID_LENGTH = 22

const VALUES: ReadonlySet<string> = new Set([
  TokenKind.INT,
  TokenKind.FLOAT,
  TokenKind.STRING,
  TokenKind.BLOCK_STRING,
  // People write names and numbers into comments, too.
  TokenKind.COMMENT,
])

interface Hidden {
  readonly text: string
  /** What was replaced, as it was written. */
  readonly values: readonly string[]
}

/** How a message may repeat a value; a short word without its quotes could be any part of the message. */
const repeated = (value: string): string[] => (value.length < 3 ? [] : [value]).concat(JSON.stringify(value))

/** What cannot be read any more is left out: it may be a text whose end is missing. */
const hidden = (text: string): Hidden => {
  const lexer = new Lexer(new Source(text))
  const values: string[] = []
  let result = ''
  let copied = 0
  let read = 0
  try {
    // biome-ignore lint/plugin: once for a document whose tokens were counted, or for the beginning of another one
    for (let token = lexer.token; ; token = token.next ?? lexer.advance()) {
      if (VALUES.has(token.kind)) {
        result += text.slice(copied, token.start) + (token.kind === TokenKind.COMMENT ? '' : HIDDEN)
        values.push(text.slice(token.start, token.end), ...repeated(token.value ?? ''))
        copied = token.end
      }
      if (token.kind === TokenKind.EOF) break
      read = token.end
      if (token.next === null) lexer.advance()
    }
    read = text.length
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
  }
  return { text: `${result}${text.slice(copied, Math.max(copied, read))}`, values }
}

/** Numbers, texts and comments are replaced; names, and so the words of enums, stay. */
export const withoutLiterals = (text: string): string => hidden(text).text.slice(0, MAX_TEXT)

const documentOf = (safe: string): LoggedDocument => {
  const text = redactSecrets(safe)
  return { documentId: createHash('sha256').update(text).digest('base64url').slice(0, ID_LENGTH), text }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const withoutValues = (message: string, values: readonly string[], meter: WorkMeter): string => {
  let told = message
  for (const value of meter.over(values)) {
    if (told.includes(value)) told = told.replace(new RegExp(`(?<!\\w)${escaped(value)}(?!\\w)`, 'g'), HIDDEN)
  }
  return told
}

/** What is kept of a text that cannot be run: its beginning, and why it cannot, both without values. */
export const loggedRefusal = (
  text: string,
  { message, locations }: DocumentError,
  meter: WorkMeter,
): { readonly document: LoggedDocument; readonly reason: string } => {
  const safe = hidden(text.slice(0, MAX_UNRUNNABLE_TEXT))
  meter.step(Math.ceil(safe.text.length / CHARACTERS_PER_STEP))
  const [place] = locations ?? []
  const at = place ? ` (line ${place.line}, column ${place.column})` : ''
  // Beyond what was read nothing is known of its values: such a message is not kept.
  const told =
    text.length <= MAX_UNRUNNABLE_TEXT ? withoutValues(message, safe.values, meter) : 'The text cannot be run.'
  return { document: documentOf(safe.text), reason: `${redactSecrets(told).slice(0, MAX_REASON)}${at}` }
}

const documents = new WeakMap<object, LoggedDocument>()

/** Made once for each operation, however often it is asked for. */
export const loggedDocument = (operation: { readonly text: string }): LoggedDocument => {
  const known = documents.get(operation)
  if (known) return known
  const made = documentOf(withoutLiterals(operation.text))
  documents.set(operation, made)
  return made
}
