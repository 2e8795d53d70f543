/** The fields of a form on one of the server's pages. */
import { MAX_TOKEN_BODY_BYTES } from '../../../domain/limits.ts'
import type { Exchange } from '../../listening/exchange.ts'
import { readBody } from '../body.ts'
import { parseForm } from './form.ts'

export const pageForm = async (exchange: Exchange): Promise<ReadonlyMap<string, string>> =>
  parseForm(exchange.req.headers['content-type'], await readBody(exchange, MAX_TOKEN_BODY_BYTES), ['urlencoded'])
