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
import {
  MAX_NAME_LENGTH,
  MAX_QUERY_CHARACTERS,
  MAX_QUERY_LINES,
  MAX_QUERY_NESTING,
  MAX_QUERY_TOKENS,
} from '../../domain/limits.ts'
import type { Literal } from '../execution/literal-places.ts'
import type { WorkMeter } from '../work-meter.ts'

export interface DocumentShape {
  readonly key: string
  readonly literals: readonly Literal[]
  /** Where each of the literals begins in the text. */
  readonly offsets: readonly number[]
  /** How many tokens the document has. */
  readonly tokens: number
  /** The tokens themselves, which a parser reads next. */
  readonly lexer: Lexer
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

/** The lexer reads as many comments as follow one another at once, each on a line of its own. */
const refuseLines = (text: string, end: string, meter: WorkMeter): void => {
  let lines = 0
  // biome-ignore lint/plugin: counts a step in each turn
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
    meter.step(STEPS_PER_LINE)
    if (++lines < MAX_QUERY_LINES) continue
    throw new Failure('limit_exceeded', `The document has more than ${MAX_QUERY_LINES} lines: split it`)
  }
}

const CHARACTERS_PER_STEP = 16
const STEPS_PER_LINE = 3

/** Throws graphql's own syntax error for a text that has no tokens, and stops at the limit of them. */
export const shapeOf = (text: string, meter: WorkMeter): DocumentShape => {
  if (text.length > MAX_QUERY_CHARACTERS) {
    const remedy = 'send long values as variables'
    throw new Failure('limit_exceeded', `The document has more than ${MAX_QUERY_CHARACTERS} characters: ${remedy}`)
  }
  meter.step(Math.ceil(text.length / CHARACTERS_PER_STEP))
  refuseLines(text, '\n', meter)
  refuseLines(text, '\r', meter)
  const lexer = new Lexer(new Source(text))
  const start = lexer.token
  const position = new Position()
  const literals: Literal[] = []
  const offsets: number[] = []
  let key = ''
  let count = 0
  // biome-ignore lint/plugin: counts a step in each turn
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
    meter.step()
    position.pass(token)
    const kind = LITERAL_KINDS[token.kind]
    if (kind === 'String') refuseNul(token)
    if (kind && position.isLiftable) {
      literals.push({ kind, text: token.value ?? '' })
      offsets.push(token.start)
      key += `${kind}? `
    } else key += kind === 'String' ? `${JSON.stringify(token.value)} ` : `${token.value ?? token.kind} `
  }
  // The tokens hang on one another: the parser that gets this lexer reads them again without the work.
  lexer.token = start
  lexer.lastToken = start
  return { key, literals, offsets, tokens: count, lexer }
}
