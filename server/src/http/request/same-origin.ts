/**
 * Requires that a request that changes something under a session comes from a page of the same address:
 * `Sec-Fetch-Site: same-origin`, or if a browser does not send that, an Origin equal to the address (access-model §10).
 * Operators are sibling sites, so `same-site` is refused like `cross-site`.
 */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../domain/failure.ts'

export const requireSameOrigin = (req: IncomingMessage, origin: string): void => {
  const site = req.headers['sec-fetch-site']
  const isOwn = site === undefined ? req.headers.origin === origin : site === 'same-origin'
  if (!isOwn) throw new Failure('forbidden', 'The form was not sent from a page of this address')
}
