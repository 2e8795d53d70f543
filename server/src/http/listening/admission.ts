/**
 * Admits requests. A request counts against the limit on work once its body has arrived; until then it counts against
 * the limits on incomplete bodies.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../domain/failure.ts'
import { type Held, HeldByAddress, networkOf } from './held-by-address.ts'

/** Beyond this many requests in progress, a new one would wait longer than its response is worth. */
const MAX_REQUESTS_AT_WORK = 1024
/** As long as a refused client is told to wait. */
const RETRY_AFTER_MS = 1_000
const MAX_WAITING = 8192
const MAX_HALF_SENT_PER_ADDRESS = 256
const MAX_HALF_SENT_BYTES = 64 * 1024 * 1024

/** Created once: under overload a refusal must cost as little as possible. */
const OVERLOADED = new Failure('temporarily_unavailable', 'Too many requests wait here: nothing was done, try again', {
  retryAfterSeconds: RETRY_AFTER_MS / 1_000,
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
  /** When each connection was last refused. */
  readonly #refusedAt = new WeakMap<Socket, number>()
  #waiting = 0

  get isFull(): boolean {
    return this.atWork >= MAX_REQUESTS_AT_WORK
  }

  refuse(socket: Socket): never {
    this.#refusedAt.set(socket, performance.now())
    throw OVERLOADED
  }

  /**
   * A client that was refused and does not wait as it was told waits here: refusing it again and again would take the
   * time of those who are served.
   */
  async delayRetry(socket: Socket): Promise<void> {
    const refusedAt = this.#refusedAt.get(socket)
    if (refusedAt === undefined || this.#waiting >= MAX_WAITING) return
    const early = refusedAt + RETRY_AFTER_MS - performance.now()
    if (early <= 0) return
    this.#waiting++
    await pause(early)
    this.#waiting--
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
  readonly #socket: Socket
  readonly #announcesBody: boolean
  #isAtWork = false
  #onDisplaced: ((failure: Failure) => void) | null = null

  constructor(all: Admissions, req: IncomingMessage, address: string) {
    this.#all = all
    this.#socket = req.socket
    this.network = networkOf(address)
    this.#announcesBody = announcesBody(req)
  }

  /**
   * Called once the head is read: a request without a body begins its work here. Where there is no room for more work,
   * the body need not be read first.
   */
  headArrived(path: string): void | Promise<void> {
    if (PROBES.has(path)) return
    if (this.#all.isFull) return this.#all.delayRetry(this.#socket).then(() => this.#enter())
    this.#enter()
  }

  #enter(): void {
    if (!this.#announcesBody) this.#work()
    else if (this.#all.isFull) this.#all.refuse(this.#socket)
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
    if (this.#isAtWork) this.#all.atWork--
    this.#isAtWork = false
  }

  #work(): void {
    if (this.#isAtWork) return
    if (this.#all.isFull) this.#all.refuse(this.#socket)
    this.#isAtWork = true
    this.#all.atWork++
  }
}
