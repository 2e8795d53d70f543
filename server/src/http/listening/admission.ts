/**
 * Lets requests in. Waiting for bytes is not work: a request counts against the bound on work once its body has
 * arrived, and until then against the bounds on half-sent bodies.
 */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import { type Held, HeldByAddress, networkOf } from './held-by-address.ts'

/** With more requests under way than this, a newcomer would wait longer than the answer is worth. */
const MAX_REQUESTS_AT_WORK = 1024
const MAX_HALF_SENT_PER_ADDRESS = 256
const MAX_HALF_SENT_BYTES = 64 * 1024 * 1024

/** Made once: under overload a refusal must cost as little as possible. */
const OVERLOADED = new Failure('temporarily_unavailable', 'Too many requests wait here: nothing was done, try again', {
  retryAfterSeconds: 1,
})

const displaced = (): Failure =>
  new Failure('request_timeout', 'Too many requests from this address are half sent: the oldest are closed first')

/** Probes are answered however much work there is: a busy server is not a dead one. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export class Admissions {
  readonly halfSent = new HeldByAddress({
    maxBytes: MAX_HALF_SENT_BYTES,
    maxItemsPerAddress: MAX_HALF_SENT_PER_ADDRESS,
  })
  atWork = 0

  begin(req: IncomingMessage, address: string): Admission {
    return new Admission(this, req, address)
  }
}

/** One request's way in. */
export class Admission implements Held {
  readonly network: string
  bytes = 0
  readonly #all: Admissions
  readonly #announcesBody: boolean
  #isAtWork = false
  #onDisplaced: ((failure: Failure) => void) | null = null

  constructor(all: Admissions, req: IncomingMessage, address: string) {
    this.#all = all
    this.network = networkOf(address)
    this.#announcesBody = announcesBody(req)
    if (this.#announcesBody) all.halfSent.add(this)
  }

  /** The head is read: a request without a body begins its work here. */
  headArrived(path: string): void {
    if (!this.#announcesBody && !PROBES.has(path)) this.#work()
  }

  bodyGrew(bytes: number): void {
    this.#all.halfSent.grow(this, bytes)
  }

  bodyArrived(): void {
    if (!this.#announcesBody) return
    this.#all.halfSent.remove(this)
    this.#work()
  }

  /** Whoever waits for the body is told that it was given up. */
  onDisplaced(listener: (failure: Failure) => void): void {
    this.#onDisplaced = listener
  }

  giveUp(): void {
    this.#onDisplaced?.(displaced())
  }

  end(): void {
    if (this.#announcesBody) this.#all.halfSent.remove(this)
    if (this.#isAtWork) this.#all.atWork--
    this.#isAtWork = false
  }

  #work(): void {
    if (this.#isAtWork) return
    if (this.#all.atWork >= MAX_REQUESTS_AT_WORK) throw OVERLOADED
    this.#isAtWork = true
    this.#all.atWork++
  }
}
