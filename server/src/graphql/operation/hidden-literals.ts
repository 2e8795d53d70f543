/** The text of an operation without the values in it: what a log may keep of a request. */
import { createHash } from 'node:crypto'
import { Lexer, Source, TokenKind } from 'graphql'
import { redactSecrets } from '../../domain/secret.ts'
import type { LoggedDocument } from '../../services/usage/usage-tally.ts'

const HIDDEN = '…'
const MAX_TEXT = 8_000
const ID_LENGTH = 22

const VALUES: ReadonlySet<string> = new Set([
  TokenKind.INT,
  TokenKind.FLOAT,
  TokenKind.STRING,
  TokenKind.BLOCK_STRING,
  // People write names and numbers into comments, too.
  TokenKind.COMMENT,
])

/** Numbers, texts and comments are replaced; names, and so the words of enums, stay. */
export const withoutLiterals = (text: string): string => {
  const lexer = new Lexer(new Source(text))
  let result = ''
  let copied = 0
  // biome-ignore lint/plugin: once for a document whose tokens were counted
  for (let token = lexer.token; ; token = token.next ?? lexer.advance()) {
    if (VALUES.has(token.kind)) {
      result += text.slice(copied, token.start) + (token.kind === TokenKind.COMMENT ? '' : HIDDEN)
      copied = token.end
    }
    if (token.kind === TokenKind.EOF) break
    if (token.next === null) lexer.advance()
  }
  return `${result}${text.slice(copied)}`.slice(0, MAX_TEXT)
}

const documents = new WeakMap<object, LoggedDocument>()

/** Made once for each operation, however often it is asked for. */
export const loggedDocument = (operation: { readonly text: string }): LoggedDocument => {
  const known = documents.get(operation)
  if (known) return known
  const text = redactSecrets(withoutLiterals(operation.text))
  const documentId = createHash('sha256').update(text).digest('base64url').slice(0, ID_LENGTH)
  const made = { documentId, text }
  documents.set(operation, made)
  return made
}
