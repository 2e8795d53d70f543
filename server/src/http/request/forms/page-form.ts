/** The fields of a form on one of the server's pages. */

import { MAX_TOKEN_BODY_BYTES } from '../../../domain/limits.ts'
import { composed } from '../../../domain/shown-text.ts'
import type { Exchange } from '../../listening/exchange.ts'
import { readBody } from '../body.ts'
import { parseForm } from './form.ts'

/** Each text in one form (ADR 95). */
export const pageForm = async (exchange: Exchange): Promise<ReadonlyMap<string, string>> => {
  const body = await readBody(exchange, MAX_TOKEN_BODY_BYTES)
  const fields = parseForm(exchange.req.headers['content-type'], body, ['urlencoded'])
  return new Map([...fields].map(([name, text]) => [name, composed(text)]))
}
