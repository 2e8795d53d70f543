/**
 * The body of a request as it arrives, block by block, for as long as a file may take: Node's limit for a whole request
 * is for bodies of kilobytes. A sender that stops for a while, or takes too long in all, is given up (threats row 247).
 * The sender chooses how small its pieces are, within what any body may have: none costs a promise or stays in memory
 * (threats row 271).
 */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import { ArrivingRequest } from '../listening/arriving-request.ts'
import type { Exchange } from '../listening/exchange.ts'
import { longArrivals } from '../listening/long-arrivals.ts'
import { belowPace, msAtPace, type Pace } from '../listening/pace.ts'
import { cutShort, requireWhole } from './body.ts'

export interface ArrivalLimits {
  /** Between two pieces. */
  readonly idleMs: number
  readonly totalMs: number
  /** What a sender must bring on the average, once so long was waited for it. */
  readonly pace: Pace
  /** All blocks but the last have this size. */
  readonly blockBytes: number
}

const NOTHING = Buffer.alloc(0)

const tooSlow = (message: string): Failure =>
  new Failure('request_timeout', `${message}: nothing was kept, begin a new upload`)

/** Gathers what arrives in one block; the request stands still while nobody waits for the next. */
class Gathering {
  readonly #req: IncomingMessage
  readonly #block: Buffer
  readonly #pace: Pace
  readonly #idle: NodeJS.Timeout
  readonly #total: NodeJS.Timeout
  #received = 0
  #waitedMs = 0
  #filled = 0
  /** Of a piece that did not fit. */
  #rest: Buffer = NOTHING
  #isComplete = false
  #failure: Failure | null = null
  #wake: () => void = () => {}

  constructor(req: IncomingMessage, { idleMs, totalMs, pace, blockBytes }: ArrivalLimits) {
    this.#req = req
    this.#pace = pace
    this.#block = Buffer.allocUnsafe(blockBytes)
    req.pause()
    req.on('data', this.#take).once('end', this.#end).once('error', this.#broke).once('close', this.#broke)
    const idleMessage = `No byte of the file came for ${idleMs / 1000} seconds`
    this.#idle = setTimeout(() => this.#isWaiting && this.giveUp(tooSlow(idleMessage)), idleMs)
    const totalMessage = `The file took longer than ${totalMs / 1000} seconds`
    this.#total = setTimeout(() => this.giveUp(tooSlow(totalMessage)), totalMs)
  }

  get #isWaiting(): boolean {
    return !this.#req.isPaused()
  }

  /** The next block, which is overwritten by the one after it; null after the last. */
  async next(): Promise<Buffer | null> {
    this.#filled = 0
    this.#fill(this.#rest)
    if (this.#filled < this.#block.length && !this.#isComplete && this.#failure === null) {
      await this.#more()
    }
    if (this.#failure) throw this.#failure
    return this.#filled === 0 ? null : this.#block.subarray(0, this.#filled)
  }

  /** Until the block is full, the body complete, or it is given up. Our own time with the last block does not count. */
  async #more(): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    const since = performance.now()
    const allowedMs = msAtPace(this.#pace, this.#received + this.#block.length) - this.#waitedMs
    const slow = setTimeout(() => this.giveUp(tooSlow(belowPace(this.#pace))), allowedMs)
    this.#idle.refresh()
    this.#req.resume()
    await woken
    clearTimeout(slow)
    this.#waitedMs += performance.now() - since
  }

  giveUp(failure: Failure): void {
    this.#failure ??= failure
    this.#stand()
  }

  stop(): void {
    clearTimeout(this.#idle)
    clearTimeout(this.#total)
    const req = this.#req
    req.off('data', this.#take).off('end', this.#end).off('error', this.#broke).off('close', this.#broke)
  }

  #fill(piece: Buffer): void {
    const taken = piece.copy(this.#block, this.#filled)
    this.#filled += taken
    this.#rest = piece.subarray(taken)
  }

  #stand(): void {
    this.#req.pause()
    this.#wake()
  }

  readonly #take = (piece: Buffer): void => {
    this.#idle.refresh()
    this.#received += piece.length
    this.#fill(piece)
    if (this.#filled === this.#block.length) this.#stand()
  }

  readonly #end = (): void => {
    this.#isComplete = true
    this.#wake()
  }

  /** Every request closes; only one that is not complete is broken. */
  readonly #broke = (cause?: Error): void => {
    if (!this.#isComplete) this.giveUp(cutShort(cause))
  }
}

export async function* arrivingFile(
  { req, admission }: Pick<Exchange, 'req' | 'admission'>,
  limits: ArrivalLimits,
  displaced: Promise<Failure>,
): AsyncGenerator<Buffer> {
  requireWhole(req)
  const { socket } = req
  longArrivals.add(socket)
  // After a refusal too: the next request on this connection has the time of any other.
  req.once('close', () => longArrivals.delete(socket))
  const gathering = new Gathering(req, limits)
  admission.onDisplaced(gathering)
  displaced.then((failure) => gathering.giveUp(failure))
  try {
    for (let block = await gathering.next(); block; block = await gathering.next()) yield block
  } finally {
    gathering.stop()
  }
  await admission.bodyArrived()
}

/**
 * After a refusal: what still comes is dropped, and for no longer than any other body may take.
 */
export const dropFile = (req: IncomingMessage, ms: number): void => {
  process.nextTick(() => {
    if (req instanceof ArrivingRequest) req.dropRest()
  })
  const timer = setTimeout(() => {
    if (!req.complete) req.destroy()
  }, ms)
  timer.unref()
}
