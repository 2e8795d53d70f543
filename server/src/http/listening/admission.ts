/**
 * Admits requests. A request counts against the limit on work once its body has arrived; until then it counts against
 * the limits on incomplete bodies.
 */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import { type Held, HeldByAddress, networkOf } from './held-by-address.ts'

/** Beyond this many requests in progress, a new one would wait longer than its response is worth. */
const MAX_REQUESTS_AT_WORK = 1024
/** Beyond this a client is better told to come again. */
const MAX_WAIT_MS = 1_000
const MAX_WAITING = 8192
const MAX_HALF_SENT_PER_ADDRESS = 256
const MAX_HALF_SENT_BYTES = 64 * 1024 * 1024

/** Created once: under overload a refusal must cost as little as possible. */
const OVERLOADED = new Failure('temporarily_unavailable', 'Too many requests wait here: nothing was done, try again', {
  retryAfterSeconds: 1,
})

const displaced = (): Failure =>
  new Failure('request_timeout', 'Too many requests from this address are half sent: the oldest are closed first')

/** Probes are always answered, so that a busy server is not taken for a dead one. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export class Admissions {
  readonly halfSent = new HeldByAddress({
    maxBytes: MAX_HALF_SENT_BYTES,
    maxItemsPerAddress: MAX_HALF_SENT_PER_ADDRESS,
  })
  atWork = 0
  /** Requests that wait for room, the first to come first. */
  readonly #waiting = new Set<() => void>()

  get isFull(): boolean {
    return this.atWork >= MAX_REQUESTS_AT_WORK
  }

  /**
   * Waits for room, for a moment. Refusing at once would not keep clients away that ask again at once, and their
   * refusals would take the time of those who are served.
   */
  async room(): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, MAX_WAIT_MS)
    this.#waiting.add(resolve)
    await promise
    this.#waiting.delete(resolve)
    clearTimeout(timer)
  }

  finished(): void {
    this.atWork--
    const [next] = this.#waiting
    if (next === undefined) return
    // At once, so that the next one to finish wakes another.
    this.#waiting.delete(next)
    next()
  }

  begin(req: IncomingMessage, address: string): Admission {
    return new Admission(this, req, address)
  }
}

/** The admission of one request. */
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
  }

  /**
   * Called once the head is read: a request without a body begins its work here. Where there is no room for more work,
   * the body need not be read first.
   */
  headArrived(path: string): void | Promise<void> {
    if (PROBES.has(path)) return
    if (this.#all.isFull) return this.#all.room().then(() => this.#enter())
    this.#enter()
  }

  #enter(): void {
    if (!this.#announcesBody) this.#work()
    else if (this.#all.isFull) throw OVERLOADED
    else this.#all.halfSent.add(this)
  }

  bodyGrew(bytes: number): void {
    this.#all.halfSent.grow(this, bytes)
  }

  bodyArrived(): void {
    if (!this.#announcesBody) return
    this.#all.halfSent.remove(this)
    this.#work()
  }

  /** Calls the listener if the request is given up while its body is awaited. */
  onDisplaced(listener: (failure: Failure) => void): void {
    this.#onDisplaced = listener
  }

  giveUp(): void {
    this.#onDisplaced?.(displaced())
  }

  end(): void {
    if (this.#announcesBody) this.#all.halfSent.remove(this)
    if (!this.#isAtWork) return
    this.#isAtWork = false
    this.#all.finished()
  }

  #work(): void {
    if (this.#isAtWork) return
    if (this.#all.isFull) throw OVERLOADED
    this.#isAtWork = true
    this.#all.atWork++
  }
}
