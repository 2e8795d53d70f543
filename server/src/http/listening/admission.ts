/**
 * Admits requests. A request counts against the limit on work once its body has arrived; until then it counts against
 * the limits on incomplete bodies.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Failure } from '../../domain/failure.ts'
import { goesOn, inLaterTurn } from './few-a-turn.ts'
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

/** What waits for a body. */
export interface Displaceable {
  giveUp(failure: Failure): void
}

/** Called with a slot. */
type Waiter = () => void

export class Admissions {
  readonly halfSent = new HeldByAddress({
    maxBytes: MAX_HALF_SENT_BYTES,
    maxItemsPerAddress: MAX_HALF_SENT_PER_ADDRESS,
  })
  /** Slots that are taken: by requests at work, and by those that waited and whose body is on the way. */
  atWork = 0
  /** Who waits for a slot, the first to come first. A request whose body has arrived came before all whose body has not. */
  readonly #arrived = new Set<Waiter>()
  readonly #waiting = new Set<Waiter>()

  get isFull(): boolean {
    return this.atWork >= MAX_REQUESTS_AT_WORK
  }

  /** While somebody waits every slot is taken, so that nobody overtakes them. */
  take(): boolean {
    if (this.isFull) return false
    this.atWork++
    return true
  }

  /**
   * Waits for a slot, for a moment. Refusing at once would not keep clients away that ask again at once, and their
   * refusals would take the time of those who are served.
   */
  async slot(isArrived: boolean): Promise<void> {
    if (this.#arrived.size + this.#waiting.size >= MAX_WAITING) throw OVERLOADED
    const queue = isArrived ? this.#arrived : this.#waiting
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queue.add(resolve)
    const timer = setTimeout(() => {
      queue.delete(resolve)
      reject(OVERLOADED)
    }, MAX_WAIT_MS)
    await promise
    clearTimeout(timer)
  }

  /** Hands the slot to whoever waits longest, or frees it. */
  giveBack(): void {
    const queue = this.#arrived.size > 0 ? this.#arrived : this.#waiting
    const [next] = queue
    if (next === undefined) {
      this.atWork--
      return
    }
    queue.delete(next)
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
  readonly #socket: Socket
  readonly #announcesBody: boolean
  #hasSlot = false
  #keptSlot: NodeJS.Timeout | null = null
  #waitsForBody: Displaceable | null = null

  constructor(all: Admissions, req: IncomingMessage, address: string) {
    this.#all = all
    this.network = networkOf(address)
    this.#socket = req.socket
    this.#announcesBody = announcesBody(req)
  }

  /**
   * Called once the head is read: a request without a body begins its work here. Where there is no room for more work,
   * the body need not be read first.
   */
  headArrived(path: string): void | Promise<void> {
    if (PROBES.has(path)) return
    if (!this.#announcesBody) return this.#work(false)
    if (this.#all.isFull) return this.#all.slot(false).then(() => this.#keepSlot())
    this.#all.halfSent.add(this)
  }

  /** The slot it waited for is kept for its body as long as others would wait: a slow client must not hold it. */
  #keepSlot(): void {
    this.#hasSlot = true
    this.#keptSlot = setTimeout(() => this.#giveBack(), MAX_WAIT_MS)
    this.#all.halfSent.add(this)
  }

  bodyGrew(bytes: number): void {
    this.#all.halfSent.grow(this, bytes)
  }

  bodyArrived(): void | Promise<void> {
    if (!this.#announcesBody) return
    this.#all.halfSent.remove(this)
    if (this.#keptSlot) clearTimeout(this.#keptSlot)
    // Heads that were sent one after another may have all their bodies at once (threats row 540).
    return goesOn(this.#socket) ? this.#work(true) : this.#workLater()
  }

  /** What waits for the body is told if the request is given up meanwhile. */
  onDisplaced(waiting: Displaceable): void {
    this.#waitsForBody = waiting
  }

  giveUp(failure: Failure = displaced()): void {
    this.#waitsForBody?.giveUp(failure)
  }

  /** A request that waits for events gives its slot back, and takes one again to answer. */
  workAgain(): void | Promise<void> {
    return this.#work(true)
  }

  end(): void {
    if (this.#announcesBody) this.#all.halfSent.remove(this)
    if (this.#keptSlot) clearTimeout(this.#keptSlot)
    this.#giveBack()
  }

  #giveBack(): void {
    if (!this.#hasSlot) return
    this.#hasSlot = false
    this.#all.giveBack()
  }

  async #workLater(): Promise<void> {
    await new Promise<void>((resolve) => inLaterTurn(this.network, this.#socket, resolve))
    await this.#work(true)
  }

  #work(isArrived: boolean): void | Promise<void> {
    this.#hasSlot ||= this.#all.take()
    if (this.#hasSlot) return
    return this.#all.slot(isArrived).then(() => {
      this.#hasSlot = true
    })
  }
}
