/**
 * Lines and columns of places in a text. An operation knows its places as offsets in the text it was compiled from;
 * another text of the same shape has the same tokens elsewhere. Texts are lexed when an error is told, not before.
 */
import { Lexer, Source, type Token, TokenKind } from 'graphql'

export interface TextPlace {
  readonly line: number
  readonly column: number
}

const tokensOf = (text: string): Token[] => {
  const lexer = new Lexer(new Source(text))
  const tokens: Token[] = []
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) tokens.push(token)
  return tokens
}

/** From offsets in `compiled` to places in `sent`, a text of the same tokens. */
export const placesIn = (sent: string, compiled = sent): ((offsets: readonly number[]) => TextPlace[]) => {
  const tokens = tokensOf(sent)
  const numbers = new Map((sent === compiled ? tokens : tokensOf(compiled)).map(({ start }, number) => [start, number]))
  return (offsets) =>
    offsets.flatMap((offset) => {
      const token = tokens[numbers.get(offset) ?? -1]
      return token ? [{ line: token.line, column: token.column }] : []
    })
}
