/** The listening server: limits on heads and time, one exchange and log line per request, and a graceful stop. */

import { createServer, type Server, type ServerResponse } from 'node:http'
import { type BlockList, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import type { DestinationStream, Logger } from 'pino'
import { Failure } from '../../domain/failure.ts'
import { MAX_REQUEST_HEAD_BYTES } from '../../domain/limits.ts'
import { asFailure } from '../../services/as-failure.ts'
import { Admissions } from './admission.ts'
import { ArrivingRequest } from './arriving-request.ts'
import { clientAddress } from './client-address.ts'
import { cutOff } from './cut-off.ts'
import { dropUnparsed } from './dropped-rest.ts'
import type { Exchange } from './exchange.ts'
import { noteFailure, sendFailure } from './failure-answer.ts'
import { networkOf } from './held-by-address.ts'
import { afterThoseBefore, takesTurn, watchLine } from './in-line.ts'
import { longArrivals } from './long-arrivals.ts'
import { Lost } from './lost.ts'
import { noteProxyIds } from './proxy-ids.ts'
import { requestTarget } from './request-host.ts'
import { RequestLifetime } from './request-lifetime.ts'
import { type RequestLog, requestLog } from './request-log.ts'
import type { RequestMeters } from './request-meters.ts'
import type { RequestTracing } from './request-tracing.ts'
import type { Router } from './router.ts'
import { requirePlainTransfer } from './transfer-encoding.ts'
import { UnreadAnswers } from './unread-answers.ts'

const LOOK_FOR_SLOW_CLIENTS_MS = 1000
const KEEP_ALIVE_MS = 65_000
/** After a stop, how long a client that is about to send may take. */
const LAST_REQUEST_MS = 250
/** How long the refusal of a tunnel may take to arrive. */
const REFUSED_TUNNEL_MS = 1000
/** As many as Linux holds for a port of ours. */
const MAX_WAITING_CONNECTIONS = 511

export interface ServerParts {
  readonly router: Router
  readonly log: Logger
  /** Where the log writes. */
  readonly logStream: DestinationStream
  readonly newRequestId: () => string
  readonly meters: RequestMeters
  readonly trustedProxies: BlockList | null
  /** How long a request may take to arrive, counted from its first byte and checked once a second. */
  readonly arrivalMs: number
  /** How long a request may take once it has arrived. */
  readonly requestDeadlineMs: number
  /** Whether clients come by https: then they are told to stay with it. */
  readonly isHttps: boolean
  /** Null where traces are off. */
  readonly tracing: RequestTracing | null
  /** Sends a page instead of JSON if the request accepts one, and returns whether it did. */
  readonly showLost: (exchange: Exchange, lost: Lost) => Promise<boolean>
}

type Begun = Exchange & { readonly req: ArrivingRequest }

export class HttpServer {
  readonly #servers: Server[] = []
  readonly #parts: ServerParts
  readonly #logRequest: RequestLog
  readonly #admissions = new Admissions()
  readonly #unread = new UnreadAnswers()
  /** The response on a connection whose request was answered while its body was still on the way. */
  readonly #early = new WeakMap<Socket, ServerResponse>()
  #stopping = false
  readonly #isStopping = (): boolean => this.#stopping

  constructor(parts: ServerParts) {
    this.#parts = parts
    this.#logRequest = requestLog(parts.log, parts.logStream)
  }

  /** Listens on every host; port 0 picks a free port, the same for all. Returns the port. */
  async listen(port: number, hosts: readonly string[]): Promise<number> {
    let actual = port
    for (const host of hosts) {
      const server = this.#create()
      actual = await listening(server, actual, host, hosts.length > 1 && this.#servers.length > 0)
      this.#servers.push(server)
    }
    return actual
  }

  #create(): Server {
    const cutOff = (req: ArrivingRequest, refusal: Failure) => this.#cutOff(req, refusal)
    const server = createServer({
      // One hook for all requests: a closure on each, with all that the request holds, lives until the next one comes.
      IncomingMessage: class extends ArrivingRequest {
        protected override refused(refusal: Failure): void {
          cutOff(this, refusal)
        }
      },
      maxHeaderSize: MAX_REQUEST_HEAD_BYTES,
      headersTimeout: this.#parts.arrivalMs,
      requestTimeout: this.#parts.arrivalMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: LOOK_FOR_SLOW_CLIENTS_MS,
      insecureHTTPParser: false,
      // We refuse a request without a Host header ourselves, with a body that says why.
      requireHostHeader: false,
    })
    server.on('connection', watchLine)
    server.on('request', (req, res) => this.#take(req, res))
    // Only 100-continue can be met (RFC 9110 §10.1.1); without a listener the answer would have no body.
    server.on('checkExpectation', (req, res) => this.#take(req, res, UNMET_EXPECTATION))
    server.on('connect', (_req, socket) => this.#refuseTunnel(socket as Socket))
    server.on('clientError', (error, socket) => this.#refuseUnreadable(error, socket as Socket))
    return server
  }

  #take(req: ArrivingRequest, res: ServerResponse, refusal: Failure | null = null): void {
    const { socket } = req
    const begin = () => this.#start(req, res, refusal)
    if (takesTurn(socket, res)) begin()
    else afterThoseBefore({ socket, network: networkOf(clientAddress(req, this.#parts.trustedProxies)) }, res, begin)
  }

  /** `refusal` is sent instead of an answer, once it is known that the request has a place. */
  #start(req: ArrivingRequest, res: ServerResponse, refusal: Failure | null): void {
    const startedAt = performance.now()
    const exchange = this.#begin(req, res)
    req.owed = exchange
    const { tracing } = this.#parts
    if (tracing === null) void this.#exchange(exchange, startedAt, refusal)
    else tracing.follow(exchange, () => this.#exchange(exchange, startedAt, refusal))
  }

  async #exchange(exchange: Begun, startedAt: number, refusal: Failure | null): Promise<void> {
    const { req, res } = exchange
    try {
      const { host, path, query } = requestTarget(req)
      // First, so that the log also names the path of a request that finds no place.
      exchange.path = path
      exchange.query = query
      const delayed = exchange.admission.headArrived(path)
      if (delayed !== undefined) await delayed
      if (refusal) throw refusal
      requirePlainTransfer(req)
      await this.#parts.router.dispatch(exchange, host)
    } catch (error) {
      await this.#fail(exchange, asFailure(error))
    }
    req.owed = null
    exchange.admission.end()
    exchange.lifetime.end()
    if (!req.complete) this.#early.set(req.socket, res)
    const ms = performance.now() - startedAt - exchange.waitedMs
    exchange.meter.note(res.statusCode, ms)
    if (exchange.noted.err !== undefined) this.#logError(exchange)
    if (!exchange.noted.leavesNoTrace) this.#logRequest(exchange, ms)
  }

  #cutOff({ socket, owed }: ArrivingRequest, refusal: Failure): void {
    const early = this.#early.get(socket)
    cutOff(socket, owed ?? (early && { res: early }), refusal)
  }

  async #fail(exchange: Exchange, failure: Failure): Promise<void> {
    try {
      if (failure instanceof Lost && (await this.#parts.showLost(exchange, failure))) {
        return noteFailure(exchange, failure)
      }
      sendFailure(exchange, failure, undefined)
    } catch (error) {
      // The page needed the store, and did not get an answer.
      sendFailure(exchange, asFailure(error), undefined)
    }
  }

  #logError({ requestId, noted: { operator, environment, err } }: Exchange): void {
    this.#parts.log.error({ requestId, operator, environment, err })
  }

  /** Requests that are being worked on. */
  get requestsAtWork(): number {
    return this.#admissions.atWork
  }

  #begin(req: ArrivingRequest, res: ServerResponse): Begun {
    const { trustedProxies, meters } = this.#parts
    const address = clientAddress(req, trustedProxies)
    const noted = {}
    noteProxyIds(noted, req, trustedProxies)
    return {
      req,
      res,
      requestId: this.#parts.newRequestId(),
      clientAddress: address,
      admission: this.#admissions.begin(req, address),
      lifetime: new RequestLifetime(res, this.#parts.requestDeadlineMs),
      unread: this.#unread,
      isHttps: this.#parts.isHttps,
      isLast: this.#isStopping,
      path: '',
      query: '',
      waitedMs: 0,
      aheadMs: null,
      noted,
      meter: meters.elsewhere,
    }
  }

  /** Answers on the bare connection what the HTTP parser refuses, because it never becomes a request. */
  #refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && longArrivals.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const early = this.#early.get(socket)
    // The request was refused while its body was still on the way: a second answer would be taken for the next one's.
    if (early?.headersSent && !early.req.complete) return void socket.destroy()
    this.#refuse(socket, UNREADABLE[error.code ?? ''] ?? MALFORMED)
  }

  /** Node has given the connection away: nobody else reads what still comes, or closes it. */
  #refuseTunnel(socket: Socket): void {
    socket.on('error', () => {})
    this.#refuse(socket, NO_TUNNEL)
    dropUnparsed(socket)
    setTimeout(() => socket.destroy(), REFUSED_TUNNEL_MS)
  }

  #refuse(socket: Socket, { status, failure, headers = [] }: BareRefusal): void {
    const requestId = this.#parts.newRequestId()
    this.#parts.meters.unreadable++
    this.#parts.log.info({ requestId, status: Number.parseInt(status, 10), failure: failure.code })
    const body = JSON.stringify({ error: failure.code, error_description: failure.description })
    const head = [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      ...headers,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }

  /**
   * Each answer is the last on its connection from now on, while connections are still accepted: whoever keeps some and
   * asks nobody for health has few left that could end under a request (ADR 184).
   */
  drain(): void {
    this.#stopping = true
  }

  /** Stops accepting connections and completes what is in progress; what takes longer is cut off. */
  async stop(withinMs: number): Promise<void> {
    this.drain()
    await Promise.all(this.#servers.map((server) => close(server, withinMs)))
  }
}

const listening = async (server: Server, port: number, host: string, optional: boolean): Promise<number> => {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  } catch (error) {
    // A machine without IPv6 has no ::1 to listen on; the first address is enough then.
    const { code } = error as NodeJS.ErrnoException
    if (optional && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) return port
    throw error
  }
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

/**
 * Accepts the connections that the system holds for it: closing would reset them, with the requests that were sent on
 * them. One comes with each turn of the loop.
 */
const acceptWaiting = async (server: Server): Promise<void> => {
  let isAccepted = true
  const note = () => {
    isAccepted = true
  }
  server.on('connection', note)
  for (let turns = 0; isAccepted && turns < MAX_WAITING_CONNECTIONS; turns++) {
    isAccepted = false
    await turnOfLoop()
  }
  server.off('connection', note)
}

/**
 * Closes idle connections a moment later, because closing them at once resets those whose client is just sending: on the
 * next turn of the loop, because a timer that is late runs before what has arrived is read. `http.Server` closes them at
 * once; `net.Server`, which it extends, only stops listening. What `http.Server` adds is done when the last connection is
 * gone.
 */
const close = async (server: Server, withinMs: number): Promise<void> => {
  await acceptWaiting(server)
  await new Promise<void>((resolve) => {
    const sweep = setInterval(() => setImmediate(() => server.closeIdleConnections()), LAST_REQUEST_MS)
    const cutOff = setTimeout(() => server.closeAllConnections(), Math.max(0, withinMs))
    NetServer.prototype.close.call(server, () => {
      clearInterval(sweep)
      clearTimeout(cutOff)
      server.close(() => resolve())
    })
  })
}

/** Sent on the bare connection. */
interface BareRefusal {
  readonly status: string
  readonly failure: Failure
  readonly headers?: readonly string[]
}

const UNMET_EXPECTATION = new Failure('expectation_failed', 'Expect can be 100-continue here and nothing else')
const NO_TUNNEL: BareRefusal = {
  status: '405 Method Not Allowed',
  failure: new Failure('method_not_allowed', 'CONNECT opens no tunnel here: this is no proxy'),
  headers: ['Allow: GET, HEAD, POST, PUT'],
}
const UNREADABLE: Readonly<Record<string, BareRefusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    failure: new Failure('header_too_large', `Request line and headers exceed ${MAX_REQUEST_HEAD_BYTES} bytes`),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    failure: new Failure('request_timeout', 'The request did not arrive in full in time'),
  },
}
const MALFORMED = {
  status: '400 Bad Request',
  failure: new Failure('invalid_request', 'The request is not well-formed HTTP/1.1'),
}
