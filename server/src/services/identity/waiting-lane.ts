/**
 * Those who wait in one lane for their password to be hashed. Sources that failed lately and those that did not have
 * every other turn; of either those with the fewest failures and attempts come first, then realms take turns, then the
 * sources of a realm. Where the lane is full, whoever comes takes the place of a source that tried more than they did;
 * where none did, they are refused (threats rows 145 and 459).
 */
import { Failure } from '../../domain/failure.ts'
import type { Recent } from './recent-attempts.ts'

export interface Place {
  readonly realmId: string
  readonly source: string
}

export interface LaneLimits {
  /** Jobs that wait in a lane: per source and realm, per realm, and at all realms together. */
  readonly perSource: number
  readonly perRealm: number
  readonly perLane: number
}

interface Waiting extends Place {
  readonly since: number
  readonly start: () => void
  readonly refuse: (failure: Failure) => void
}

const MAX_RETRY_SECONDS = 60

/** Below zero where the first of the two differs first and is less. */
const compared = (some: readonly number[], others: readonly number[]): number => {
  const at = some.findIndex((number, index) => number !== others[index])
  return at < 0 ? 0 : (some[at] as number) - (others[at] as number)
}

const realmKey = ({ realmId }: Place) => realmId
const sourceKey = ({ realmId, source }: Place) => `${realmId} ${source}`

export class WaitingLane {
  /** In order of arrival. */
  readonly #waiting: Waiting[] = []
  /** When a realm, and a source at a realm, joined or had its last turn; only of those who wait. */
  readonly #lastTurns = new Map<string, number>()
  /** How many of a source wait, at all realms together: counted once, because a flood asks for it often. */
  readonly #ofSources = new Map<string, number>()
  #turn = 0
  #isFailedNext = false
  readonly #limits: LaneLimits
  readonly #recentOf: (source: string) => Recent

  constructor(limits: LaneLimits, recentOf: (source: string) => Recent) {
    this.#limits = limits
    this.#recentOf = recentOf
  }

  /** Throws if the lane is full for this one. */
  requireRoom(comer: Place): void {
    this.#whoGivesWayTo(comer)
  }

  add(waiting: Waiting): void {
    const giving = this.#whoGivesWayTo(waiting)
    if (giving) this.#refuse(giving)
    this.#waiting.push(waiting)
    this.#ofSources.set(waiting.source, this.#waitingOf(waiting.source) + 1)
    for (const key of [realmKey(waiting), sourceKey(waiting)]) {
      if (!this.#lastTurns.has(key)) this.#lastTurns.set(key, ++this.#turn)
    }
  }

  /** False where it does not wait any more. */
  leave(waiting: Waiting): boolean {
    const isWaiting = this.#waiting.includes(waiting)
    if (isWaiting) this.#remove(waiting)
    return isWaiting
  }

  /** Refuses whoever waits since then, or longer. */
  refuseSince(time: number): void {
    for (const waiting of this.#waiting.filter(({ since }) => since <= time)) this.#refuse(waiting)
  }

  next(): Waiting | undefined {
    const first = this.#first(this.#isFailedNext) ?? this.#first(!this.#isFailedNext)
    this.#isFailedNext = !this.#isFailedNext
    if (!first) return undefined
    for (const key of [realmKey(first), sourceKey(first)]) this.#lastTurns.set(key, ++this.#turn)
    this.#remove(first)
    return first
  }

  #first(failed: boolean): Waiting | undefined {
    let first: Waiting | undefined
    let least: readonly number[] = []
    for (const waiting of this.#waiting) {
      const { failures, attempts } = this.#recentOf(waiting.source)
      if (failures > 0 !== failed) continue
      const [realm = 0, source = 0] = [realmKey, sourceKey].map((keyOf) => this.#lastTurns.get(keyOf(waiting)))
      const order = [failures, attempts, realm, source]
      if (first && compared(order, least) >= 0) continue
      first = waiting
      least = order
    }
    return first
  }

  /** Nobody where there is room; the latest of whoever tried most where that is more than this one did. */
  #whoGivesWayTo(comer: Place): Waiting | undefined {
    const ofRealm = this.#waiting.filter(({ realmId }) => realmId === comer.realmId)
    if (ofRealm.filter(({ source }) => source === comer.source).length >= this.#limits.perSource) {
      throw this.#refusalOf(comer)
    }
    const isRealmFull = ofRealm.length >= this.#limits.perRealm
    if (!isRealmFull && this.#waiting.length < this.#limits.perLane) return undefined
    let last: Waiting | undefined
    let most: readonly number[] = this.#triedBy(comer.source, 1)
    for (const waiting of isRealmFull ? ofRealm : this.#waiting) {
      const tried = this.#triedBy(waiting.source, 0)
      if (compared(tried, most) < 0 || (!last && compared(tried, most) === 0)) continue
      last = waiting
      most = tried
    }
    if (!last) throw this.#refusalOf(comer)
    return last
  }

  #triedBy(source: string, more: number): readonly number[] {
    const { failures, attempts } = this.#recentOf(source)
    return [failures, attempts, this.#waitingOf(source) + more]
  }

  #waitingOf(source: string): number {
    return this.#ofSources.get(source) ?? 0
  }

  #refusalOf({ source }: Place): Failure {
    const { failures } = this.#recentOf(source)
    const retryAfterSeconds = Math.min(MAX_RETRY_SECONDS, Math.max(1, failures))
    const why =
      failures > 0 ? 'Too many passwords from your network were wrong lately' : 'Too many passwords are being checked'
    const wait = retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`
    return new Failure('too_many_attempts', `${why}: wait ${wait}, then try again`, { retryAfterSeconds })
  }

  #refuse(waiting: Waiting): void {
    this.#remove(waiting)
    waiting.refuse(this.#refusalOf(waiting))
  }

  #remove(gone: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(gone), 1)
    const left = this.#waitingOf(gone.source) - 1
    if (left > 0) this.#ofSources.set(gone.source, left)
    else this.#ofSources.delete(gone.source)
    for (const keyOf of [realmKey, sourceKey]) {
      if (!this.#waiting.some((waiting) => keyOf(waiting) === keyOf(gone))) this.#lastTurns.delete(keyOf(gone))
    }
  }
}
