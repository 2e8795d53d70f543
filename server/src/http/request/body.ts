/**
 * Reads the body of requests; `form` reads fields from the bytes, `bearer` and `basic-auth` read the Authorization
 * header. Each returns a value or throws a `Failure`, whatever a client sends.
 */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import type { Displaceable } from '../listening/admission.ts'
import { ArrivingRequest, type BodyTaker } from '../listening/arriving-request.ts'
import type { Exchange } from '../listening/exchange.ts'

const NOTHING = Buffer.alloc(0)

type Arriving = Pick<Exchange, 'req' | 'admission'>

interface Done {
  readonly resolve: (body: Buffer) => void
  readonly reject: (failure: unknown) => void
}

/** Reads a request's body, keeping at most `limitBytes` of it. */
export function readBody(exchange: Arriving, limitBytes: number): Promise<Buffer> {
  const { headers } = exchange.req
  return new Promise((resolve, reject) => {
    const fail = (failure: unknown): void => {
      if (exchange.req instanceof ArrivingRequest) exchange.req.dropRest()
      reject(failure)
    }
    try {
      refuseContentEncoding(headers['content-encoding'])
      if (Number(headers['content-length']) > limitBytes) throw tooLarge(limitBytes)
      collect(exchange, limitBytes, { resolve, reject: fail })
    } catch (failure) {
      fail(failure)
    }
  })
}

/** A compressed body can be far larger than its length (RFC 9110 §15.5.16 asks for 415). */
export function refuseContentEncoding(encoding: string | undefined): void {
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return
  throw new Failure('unsupported_media_type', 'Send the body as it is, without a Content-Encoding')
}

function collect(exchange: Arriving, limitBytes: number, done: Done): void {
  const { req, admission } = exchange
  requireWhole(req)
  const body = new BodyOnItsWay(exchange, limitBytes, done)
  admission.onDisplaced(body)
  if (req instanceof ArrivingRequest && req.handTo(body)) return
  req.on('data', (chunk: Buffer) => body.took(chunk))
  req.on('end', () => body.ended())
  req.on('error', (cause) => body.broke(cause))
  req.on('close', () => body.broke(undefined))
}

/** The bytes that have arrived, until the body is complete, too large, displaced or cut short. */
class BodyOnItsWay implements BodyTaker, Displaceable {
  readonly #exchange: Arriving
  readonly #limitBytes: number
  readonly #done: Done
  #kept: Buffer = NOTHING
  #keptBytes = 0
  #isOver = false

  constructor(exchange: Arriving, limitBytes: number, done: Done) {
    this.#exchange = exchange
    this.#limitBytes = limitBytes
    this.#done = done
  }

  took(chunk: Buffer): void {
    if (this.#isOver) return
    if (this.#keptBytes + chunk.length > this.#limitBytes) return void this.giveUp(tooLarge(this.#limitBytes))
    this.#kept = append(this.#kept, this.#keptBytes, chunk, this.#limitBytes)
    this.#keptBytes += chunk.length
    this.#exchange.admission.bodyGrew(chunk.length)
  }

  ended(): void {
    if (this.#isOver) return
    this.#isOver = true
    const body = this.#kept.length === this.#keptBytes ? this.#kept : this.#kept.subarray(0, this.#keptBytes)
    const delayed = this.#exchange.admission.bodyArrived()
    if (delayed === undefined) this.#done.resolve(body)
    else delayed.then(() => this.#done.resolve(body), this.#done.reject)
  }

  /** Every request closes; only one that is not complete is broken. */
  broke(cause: Error | undefined): void {
    if (!this.#isOver) this.giveUp(cutShort(cause))
  }

  /** The request may stay open for long after this, so nothing of its body is kept. */
  giveUp(failure: Failure): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#kept = NOTHING
    const { req } = this.#exchange
    if (req instanceof ArrivingRequest) req.letGo()
    this.#done.reject(failure)
  }
}

/**
 * Uses one buffer that doubles instead of a list of chunks: a body sent in pieces of one byte would otherwise cost a
 * hundred times its size. The usual body is one chunk and is not copied.
 */
function append(kept: Buffer, keptBytes: number, chunk: Buffer, limitBytes: number): Buffer {
  if (keptBytes === 0) return chunk
  const neededBytes = keptBytes + chunk.length
  let room = kept
  if (neededBytes > kept.length) {
    room = Buffer.allocUnsafe(Math.min(limitBytes, Math.max(neededBytes, 2 * kept.length)))
    kept.copy(room, 0, 0, keptBytes)
  }
  chunk.copy(room, keptBytes)
  return room
}

function tooLarge(limitBytes: number): Failure {
  return new Failure('payload_too_large', `The body is larger than the ${limitBytes} bytes accepted here`)
}

/** Nothing more comes of a body whose connection is gone, or that came in too many pieces. */
export function requireWhole(req: IncomingMessage): void {
  if (req instanceof ArrivingRequest && req.refusal) throw req.refusal
  if (req.destroyed) throw cutShort(undefined)
}

export function cutShort(cause: Error | undefined): Failure {
  return new Failure('invalid_request', 'The connection ended before the body was complete', { cause })
}
