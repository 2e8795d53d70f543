/** One request and its response, with the id that identifies both in logs, headers and errors. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FailureCode } from '../../domain/error-catalogue.ts'
import type { Admission } from './admission.ts'
import type { ProxyIds } from './proxy-ids.ts'
import type { RequestLifetime } from './request-lifetime.ts'
import type { RouteMeter } from './request-meters.ts'
import { PIECE_BYTES, type UnreadAnswers, writeInPieces } from './unread-answers.ts'
import { afterRest } from './unread-body.ts'

export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly requestId: string
  /** The peer's address, or the client's as a trusted proxy reports it. */
  readonly clientAddress: string
  readonly admission: Admission
  /** How long the request may take; work on its behalf takes its signal. */
  readonly lifetime: RequestLifetime
  readonly unread: UnreadAnswers
  readonly isHttps: boolean
  /** Whether its answer closes the connection, because the server stops. */
  readonly isLast: () => boolean
  /** Path and query of the request target, once they are checked. */
  path: string
  query: string
  /** How long the request waited for events, by its own wish: not counted as the server's time. */
  waitedMs: number
  /** Fields for the log beside status and time. */
  readonly noted: Noted
  /** Counts the request: its route's, once that is found. */
  meter: RouteMeter
  /** How far the clock of the sandbox that is asked is ahead; null where there is none (events §4). */
  aheadMs: (() => number) | null
}

export interface Noted extends ProxyIds {
  /** The trace that the request is recorded in, where it is. */
  traceId?: string
  tenantId?: string
  operator?: string
  environment?: string
  actorKey?: string
  failure?: FailureCode
  /** Why the request could not be served, as its client was told. */
  reason?: string
  /** What made it so, e.g. an error of the store. */
  cause?: unknown
  /** An error of ours. */
  err?: unknown
  /** Neither line nor span: what was sent is not to tell who sent it (data §11.2). */
  leavesNoTrace?: true
}

/** A year (RFC 6797 §6.1.1). Names below are not included: each operator's address says it for itself. */
const STRICT_TRANSPORT = 'max-age=31536000'

/** Begins an answer, with what every answer has; one whose length is not known goes in chunks. */
export const writeHead = (
  { res, requestId, isHttps, isLast, aheadMs }: Exchange,
  status: number,
  headers: OutgoingHttpHeaders,
  byteCount: number | null,
): void => {
  const lines: (string | number | readonly string[])[] = [
    'x-request-id',
    requestId,
    'x-content-type-options',
    'nosniff',
  ]
  if (isHttps) lines.push('strict-transport-security', STRICT_TRANSPORT)
  if (isLast() && headers.connection === undefined) lines.push('connection', 'close')
  const ahead = aheadMs?.() ?? 0
  if (ahead > 0) lines.push('x-airside-test-clock', new Date(Date.now() + ahead).toISOString())
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) lines.push(name, value)
  }
  if (byteCount !== null) lines.push('content-length', byteCount)
  res.writeHead(status, lines as string[])
}

export const send = (
  exchange: Exchange,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string | Uint8Array,
): void => {
  const { res } = exchange
  if (res.headersSent) return
  // The client is gone; the log still records how the request ended.
  if (res.destroyed) {
    res.statusCode = status
    return
  }
  const byteCount = Buffer.byteLength(body)
  writeHead(exchange, status, headers, byteCount)
  if (exchange.req.method === 'HEAD') return void res.end()
  write(exchange, body, byteCount)
  if (res.writableLength > 0) exchange.unread.note(res, exchange.clientAddress, byteCount)
}

const write = ({ req, res }: Exchange, body: string | Uint8Array, byteCount: number): void => {
  // One byte per character means ASCII, which needs no encoding.
  const encoding = byteCount === body.length ? 'latin1' : 'utf8'
  // The end of a response may close the connection, so it waits for the end of the request.
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
