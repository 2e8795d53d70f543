/**
 * What each network tried lately at the doors for strangers, at all realms together and in memory: who is served first
 * where many wait (threats row 459). A number halves every minute: one mistyped password is forgotten after a minute,
 * a thousand after eleven. An attempt counts as failed from its beginning until it turned out right, so that those of
 * one network that wait beside it stand behind it. One that turned out right is forgotten, so that an office behind one
 * address does not stand behind strangers; but of one account only a few, for whoever owns it could flood with those.
 */
import { BoundedCache } from '../bounded-cache.ts'

const HALVES_EVERY_MS = 60_000
const MAX_NETWORKS = 10_000
const MAX_ACCOUNTS = 10_000
/** A person signs in with some browsers at once. */
const FORGOTTEN_OF_AN_ACCOUNT = 3

export interface Recent {
  readonly failures: number
  readonly attempts: number
}

interface Counted extends Recent {
  readonly at: number
}

const NONE: Recent = { failures: 0, attempts: 0 }

export class RecentAttempts {
  readonly #networks = new BoundedCache<Counted>(MAX_NETWORKS)
  /** Right attempts count as such. */
  readonly #accounts = new BoundedCache<Counted>(MAX_ACCOUNTS)
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  of(network: string): Recent {
    const { failures, attempts } = this.#today(this.#networks, network)
    return { failures: Math.round(failures), attempts: Math.round(attempts) }
  }

  begin(network: string): void {
    this.#add(this.#networks, network, { failures: 1, attempts: 1 })
  }

  /** It ended while it waited, and nothing was looked at. */
  gaveUp(network: string): void {
    this.#add(this.#networks, network, { failures: 0, attempts: 1 })
  }

  wasRight(network: string, account?: string): void {
    this.#add(this.#networks, network, { failures: -1, attempts: this.#isForgotten(account) ? -1 : 0 })
  }

  #isForgotten(account: string | undefined): boolean {
    if (account === undefined) return false
    this.#add(this.#accounts, account, { failures: 0, attempts: 1 })
    return Math.round(this.#today(this.#accounts, account).attempts) <= FORGOTTEN_OF_AN_ACCOUNT
  }

  #today(counts: BoundedCache<Counted>, name: string): Recent {
    const counted = counts.peek(name)
    if (!counted) return NONE
    const part = 0.5 ** (Math.max(0, this.#now() - counted.at) / HALVES_EVERY_MS)
    return { failures: counted.failures * part, attempts: counted.attempts * part }
  }

  #add(counts: BoundedCache<Counted>, name: string, more: Recent): void {
    const { failures, attempts } = this.#today(counts, name)
    counts.set(name, {
      failures: Math.max(0, failures + more.failures),
      attempts: Math.max(0, attempts + more.attempts),
      at: this.#now(),
    })
  }
}
