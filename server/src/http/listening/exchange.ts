/** One request and its answer, with the id that names both in logs, headers and errors. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FailureCode } from '../../domain/error-catalogue.ts'
import type { Admission } from './admission.ts'
import type { RequestLifetime } from './request-lifetime.ts'
import { PIECE_BYTES, type UnreadAnswers, writeInPieces } from './unread-answers.ts'
import { afterRest } from './unread-body.ts'

export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly requestId: string
  /** Where the request came from: the peer, or what a trusted proxy says. */
  readonly clientAddress: string
  readonly admission: Admission
  /** How long it may go on; what works for it takes its signal. */
  readonly lifetime: RequestLifetime
  readonly unread: UnreadAnswers
  /** Path and query of the request target, once it was found well-formed. */
  path: string
  query: string
  /** What the log says of it beside status and time. */
  readonly noted: { tenantId?: string; actorKey?: string; failure?: FailureCode; err?: unknown }
}

export const send = (
  exchange: Exchange,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string | Uint8Array,
): void => {
  const { res, requestId } = exchange
  if (res.headersSent) return
  // Nobody is there to read it; the log still tells how the request ended.
  if (res.destroyed) {
    res.statusCode = status
    return
  }
  const byteCount = Buffer.byteLength(body)
  const lines: (string | number | readonly string[])[] = [
    'x-request-id',
    requestId,
    'x-content-type-options',
    'nosniff',
  ]
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) lines.push(name, value)
  }
  lines.push('content-length', byteCount)
  res.writeHead(status, lines as string[])
  if (exchange.req.method === 'HEAD') return void res.end()
  write(exchange, body, byteCount)
  if (res.writableLength > 0) exchange.unread.note(res, exchange.clientAddress, byteCount)
}

const write = ({ req, res }: Exchange, body: string | Uint8Array, byteCount: number): void => {
  // One byte a character: plain ASCII, which goes out without being encoded.
  const encoding = byteCount === body.length ? 'latin1' : 'utf8'
  // The end of an answer may close its connection, so it waits for the end of the request.
  const endsAtOnce = res.shouldKeepAlive || req.complete
  const end = () => (endsAtOnce ? res.end() : afterRest(req, () => res.end()))
  if (byteCount > PIECE_BYTES) return void writeInPieces(res, Buffer.from(body as string, encoding), end)
  if (endsAtOnce) return void res.end(body, encoding)
  res.write(body, encoding)
  end()
}

export const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' } as const

export const sendJson = (exchange: Exchange, status: number, value: unknown, headers: OutgoingHttpHeaders = {}): void =>
  send(
    exchange,
    status,
    { 'content-type': 'application/json; charset=utf-8', ...NO_STORE, ...headers },
    JSON.stringify(value),
  )
