/**
 * Lines and columns of places in a text. An operation knows its places as offsets in the text it was compiled from;
 * another text of the same shape has the same tokens elsewhere. Texts are lexed when an error is told, not before.
 */
import { Lexer, Source, type Token, TokenKind } from 'graphql'
import type { WorkMeter } from '../work-meter.ts'

const STEPS_PER_TOKEN = 2

export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** The text was lexed before, so its length is known to be within bounds. */
const tokensOf = (text: string, meter: WorkMeter): Token[] => {
  const lexer = new Lexer(new Source(text))
  const tokens: Token[] = []
  // biome-ignore lint/plugin: counted at its end, for nothing is refused here
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) tokens.push(token)
  meter.count(STEPS_PER_TOKEN * tokens.length)
  return tokens
}

/** A field may stand at thousands of places; a client reads a few. */
const MAX_PLACES = 20

/** From offsets in `compiled` to places in `sent`, a text of the same tokens. */
export const placesIn = (
  meter: WorkMeter,
  sent: string,
  compiled = sent,
): ((offsets: readonly number[]) => TextPlace[]) => {
  const tokens = tokensOf(sent, meter)
  const numbers = new Map<number, number>()
  // biome-ignore lint/plugin: these tokens were counted
  for (const { start } of sent === compiled ? tokens : tokensOf(compiled, meter)) numbers.set(start, numbers.size)
  return (offsets) =>
    // biome-ignore lint/plugin: twenty of them
    offsets.slice(0, MAX_PLACES).flatMap((offset) => {
      const token = tokens[numbers.get(offset) ?? -1]
      return token ? [{ line: token.line, column: token.column }] : []
    })
}
