/** The parameters of a query string, under the rules of forms: each once, percent-encoded UTF-8, no NUL. */
import { parseUrlencoded } from './forms/urlencoded.ts'

export const queryParameters = (query: string): ReadonlyMap<string, string> =>
  parseUrlencoded(Buffer.from(query, 'latin1'), { charset: 'utf-8', of: 'query' })
