/**
 * The shape of a document: its tokens with the literals of field arguments lifted out. Clients write literals into
 * their texts, so texts differ where queries do not; a cache keyed by the shape finds the operation that was compiled
 * for another text, and parsing and validation, most of the work for a new text, are spared.
 *
 * Lifted are numbers and strings inside the arguments of fields, each known by its place among them. Names (enum
 * values, true, null), directive arguments and default values of variables stay in the shape.
 */
import { Lexer, Source, type Token, TokenKind } from 'graphql'
import { Failure } from '../../domain/failure.ts'
import { MAX_NAME_LENGTH, MAX_QUERY_NESTING, MAX_QUERY_TOKENS } from '../../domain/limits.ts'
import type { Literal } from '../execution/literal-places.ts'

export interface DocumentShape {
  readonly key: string
  readonly literals: readonly Literal[]
  /** Where each of the literals begins in the text. */
  readonly offsets: readonly number[]
  /** How many tokens the document has. */
  readonly tokens: number
}

const LITERAL_KINDS: Partial<Record<string, Literal['kind']>> = {
  [TokenKind.INT]: 'Int',
  [TokenKind.FLOAT]: 'Float',
  [TokenKind.STRING]: 'String',
  [TokenKind.BLOCK_STRING]: 'String',
}

const OPENING = new Set<string>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const CLOSING = new Set<string>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/** Where the reader stands: inside selections, and inside the arguments of a field or of something else. */
class Position {
  #braces = 0
  #brackets = 0
  #parens = 0
  #liftable = false
  #afterAt = false
  #directiveName = false

  get isLiftable(): boolean {
    return this.#parens > 0 && this.#liftable
  }

  pass(token: Token): void {
    if (token.kind === TokenKind.PAREN_L && this.#parens === 0) {
      // At the top level parentheses hold variable definitions; after `@name`, a directive's arguments.
      this.#liftable = this.#braces > 0 && !this.#directiveName
    }
    this.#count(token)
    this.#directiveName = this.#afterAt && token.kind === TokenKind.NAME
    this.#afterAt = token.kind === TokenKind.AT
  }

  #count(token: Token): void {
    const step = OPENING.has(token.kind) ? 1 : CLOSING.has(token.kind) ? -1 : 0
    if (step === 0) return
    this.#brackets += step
    if (token.kind === TokenKind.PAREN_L || token.kind === TokenKind.PAREN_R) this.#parens += step
    else if (this.#parens === 0 && (token.kind === TokenKind.BRACE_L || token.kind === TokenKind.BRACE_R)) {
      this.#braces += step
    }
    if (this.#brackets > MAX_QUERY_NESTING) {
      throw new Failure('limit_exceeded', `The document nests more than ${MAX_QUERY_NESTING} brackets: flatten it`)
    }
  }
}

/** An escape can spell what the text itself may not hold; no store takes it. */
const refuseNul = ({ value }: Token): void => {
  if (value.includes('\0')) throw new Failure('invalid_request', 'A string of the query holds a NUL character')
}

/** Throws graphql's own syntax error for a text that has no tokens, and stops at the limit of them. */
export const shapeOf = (text: string): DocumentShape => {
  const lexer = new Lexer(new Source(text))
  const position = new Position()
  const literals: Literal[] = []
  const offsets: number[] = []
  let key = ''
  let count = 0
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (++count > MAX_QUERY_TOKENS) {
      throw new Failure('limit_exceeded', `The document has more than ${MAX_QUERY_TOKENS} tokens: split it`)
    }
    if (token.kind === TokenKind.NAME && token.end - token.start > MAX_NAME_LENGTH) {
      throw new Failure(
        'limit_exceeded',
        `A name in the document has more than ${MAX_NAME_LENGTH} characters: shorten it`,
      )
    }
    position.pass(token)
    const kind = LITERAL_KINDS[token.kind]
    if (kind === 'String') refuseNul(token)
    if (kind && position.isLiftable) {
      literals.push({ kind, text: token.value ?? '' })
      offsets.push(token.start)
      key += `${kind}? `
    } else key += kind === 'String' ? `${JSON.stringify(token.value)} ` : `${token.value ?? token.kind} `
  }
  return { key, literals, offsets, tokens: count }
}
