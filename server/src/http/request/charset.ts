/**
 * What a `charset` parameter lets us read. We speak UTF-8. Some stock clients (Java's, by default) announce
 * ISO-8859-1 and then send plain ASCII, which reads the same in every one of these: that much is accepted,
 * and no text is ever read under a guess.
 */
export type Charset = 'utf-8' | 'ascii only'

const CHARSETS: ReadonlyMap<string, Charset> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'ascii only'],
  ['iso-8859-1', 'ascii only'],
])

/** `undefined` for an unsupported charset. */
export function charsetOf(parameter: string | undefined): Charset | undefined {
  return parameter === undefined ? 'utf-8' : CHARSETS.get(parameter.toLowerCase())
}
