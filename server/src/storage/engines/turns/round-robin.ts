/**
 * Waiting requests, taken in turns: first the longest waiting of one share, then of the next, round and round. A share
 * is a tenant, or what the platform does for itself; however many of one share wait, the next share's turn comes.
 */
import { Failure } from '../../../domain/failure.ts'

/** Beyond this the share's own requests would only time out. */
const MAX_WAITING_PER_SHARE = 512

export const tooManyWait = (): Failure =>
  new Failure('temporarily_unavailable', 'Too many requests of this operator wait: nothing was done, try again', {
    retryAfterSeconds: 1,
  })

export class RoundRobin<T> {
  /** The share whose turn is next comes first; a set keeps the order of coming. */
  readonly #shares = new Map<string, Set<T>>()
  readonly #mostOfShare: number
  #size = 0

  constructor(mostOfShare = MAX_WAITING_PER_SHARE) {
    this.#mostOfShare = mostOfShare
  }

  get size(): number {
    return this.#size
  }

  add(share: string, item: T): void {
    const waiting = this.#shares.get(share)
    if (waiting === undefined) this.#shares.set(share, new Set([item]))
    else if (waiting.size >= this.#mostOfShare) throw tooManyWait()
    else waiting.add(item)
    this.#size++
  }

  /** The shares of which something waits. */
  get shares(): Iterable<string> {
    return this.#shares.keys()
  }

  /** How many of such shares wait. */
  countOf(isMeant: (share: string) => boolean): number {
    return this.#shares.entries().reduce((sum, [share, waiting]) => (isMeant(share) ? sum + waiting.size : sum), 0)
  }

  /** Whether something of such a share waits. */
  hasOf(isMeant: (share: string) => boolean): boolean {
    return this.#shares.keys().some(isMeant)
  }

  /** The next in turn among the shares that may have one; undefined where there is none. */
  next(mayHaveOne?: (share: string) => boolean): T | undefined {
    for (const share of this.#shares.keys()) {
      if (mayHaveOne && !mayHaveOne(share)) continue
      const waiting = this.#shares.get(share) as Set<T>
      const first = waiting.values().next().value as T
      this.#shares.delete(share)
      waiting.delete(first)
      if (waiting.size > 0) this.#shares.set(share, waiting)
      this.#size--
      return first
    }
    return undefined
  }

  remove(share: string, item: T): boolean {
    const waiting = this.#shares.get(share)
    if (!waiting?.delete(item)) return false
    if (waiting.size === 0) this.#shares.delete(share)
    this.#size--
    return true
  }
}
