/**
 * The shape of a document: its tokens with the literals of field arguments lifted out. The seed's request bodies
 * carry inline literals, so texts differ where queries do not; a cache keyed by the shape meets the same operation
 * again whatever the literals, and the literals become variables.
 *
 * Lifted are numbers and strings inside the arguments of fields. Names (enum values, true, null), directive
 * arguments and default values of variables stay in the shape.
 */
import { Lexer, Source, type Token, TokenKind } from 'graphql'
import { Failure } from '../../domain/failure.ts'
import { QUERY_NESTING, QUERY_TOKENS } from '../../domain/limits.ts'

export interface Literal {
  readonly kind: 'Int' | 'Float' | 'String'
  readonly text: string
}

export interface DocumentShape {
  readonly key: string
  readonly literals: readonly Literal[]
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
    if (this.#brackets > QUERY_NESTING) {
      throw new Failure('limit_exceeded', `The document nests more than ${QUERY_NESTING} brackets: flatten it`)
    }
  }
}

/** An escape can spell what the text itself may not hold; no store takes it (access-model §7). */
const refuseNul = ({ value }: Token): void => {
  if (value.includes('\0')) throw new Failure('invalid_request', 'A string of the query holds a NUL character')
}

/** Throws graphql's own syntax error for a text that has no tokens, and stops at the limit of them. */
export const shapeOf = (text: string): DocumentShape => {
  const lexer = new Lexer(new Source(text))
  const position = new Position()
  const literals: Literal[] = []
  let key = ''
  let count = 0
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (++count > QUERY_TOKENS) {
      throw new Failure('limit_exceeded', `The document has more than ${QUERY_TOKENS} tokens: split it`)
    }
    position.pass(token)
    const kind = LITERAL_KINDS[token.kind]
    if (kind === 'String') refuseNul(token)
    if (kind && position.isLiftable) {
      literals.push({ kind, text: token.value ?? '' })
      key += `${kind}? `
    } else key += kind === 'String' ? `${JSON.stringify(token.value)} ` : `${token.value ?? token.kind} `
  }
  return { key, literals }
}
