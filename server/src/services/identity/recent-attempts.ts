/**
 * What each network tried lately at the doors for strangers, at all realms together and in memory: who is served first
 * where many wait (threats row 459). A number halves every minute: one mistyped password is forgotten after a minute,
 * a thousand after eleven. An attempt counts as failed from its beginning until it turned out right, so that those of
 * one network that wait beside it stand behind it.
 */
import { BoundedCache } from '../bounded-cache.ts'

const HALVES_EVERY_MS = 60_000
const MAX_NETWORKS = 10_000

export interface Recent {
  readonly failures: number
  readonly attempts: number
}

interface Counted extends Recent {
  readonly at: number
}

const NONE: Recent = { failures: 0, attempts: 0 }

export class RecentAttempts {
  readonly #counted = new BoundedCache<Counted>(MAX_NETWORKS)
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  of(network: string): Recent {
    const { failures, attempts } = this.#today(network)
    return { failures: Math.round(failures), attempts: Math.round(attempts) }
  }

  begin(network: string): void {
    this.#add(network, { failures: 1, attempts: 1 })
  }

  wasRight(network: string): void {
    this.#add(network, { failures: -1, attempts: 0 })
  }

  #today(network: string): Recent {
    const counted = this.#counted.peek(network)
    if (!counted) return NONE
    const part = 0.5 ** (Math.max(0, this.#now() - counted.at) / HALVES_EVERY_MS)
    return { failures: counted.failures * part, attempts: counted.attempts * part }
  }

  #add(network: string, more: Recent): void {
    const { failures, attempts } = this.#today(network)
    this.#counted.set(network, {
      failures: Math.max(0, failures + more.failures),
      attempts: attempts + more.attempts,
      at: this.#now(),
    })
  }
}
