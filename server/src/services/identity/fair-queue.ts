/**
 * A queue for expensive work such as checking a password, so that a flood from one place does not delay the rest.
 * Realms take turns, and within a realm the sources of requests take turns. Browsers that are known to their account
 * have lines of their own that get every other turn. Each line is short; a job that finds it full is refused at once.
 */
import { Failure } from '../../domain/failure.ts'

export interface Lane {
  readonly realmId: string
  /** The network address, or the known browser. */
  readonly source: string
  readonly isKnown: boolean
}

interface QueueLimits {
  /** Jobs that run at the same time. */
  readonly running: number
  /** Jobs that wait, per source and per realm (known browsers counted apart). */
  readonly perSource: number
  readonly perRealm: number
}

type Start = () => void

/** Lines by name; `next` takes from each in turn. */
class Turns {
  readonly #lines = new Map<string, Start[]>()
  #waiting = 0

  get waiting(): number {
    return this.#waiting
  }

  waitingOf(name: string): number {
    return this.#lines.get(name)?.length ?? 0
  }

  add(name: string, start: Start): void {
    const line = this.#lines.get(name)
    if (line) line.push(start)
    else this.#lines.set(name, [start])
    this.#waiting++
  }

  next(): Start | undefined {
    for (const [name, line] of this.#lines) {
      const start = line.shift()
      this.#lines.delete(name)
      if (line.length > 0) this.#lines.set(name, line)
      if (start) this.#waiting--
      return start
    }
    return undefined
  }
}

/** The two groups of lines of a realm. */
class RealmTurns {
  readonly known = new Turns()
  readonly strangers = new Turns()
  #isKnownNext = true

  get waiting(): number {
    return this.known.waiting + this.strangers.waiting
  }

  next(): Start | undefined {
    const [first, second] = this.#isKnownNext ? [this.known, this.strangers] : [this.strangers, this.known]
    this.#isKnownNext = !this.#isKnownNext
    return first.next() ?? second.next()
  }
}

export class FairQueue {
  readonly #limits: QueueLimits
  readonly #realms = new Map<string, RealmTurns>()
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Throws if the line is full, so that nothing is written for a request that would be refused anyway. */
  requireRoom({ realmId, source, isKnown }: Lane): void {
    const realm = this.#realms.get(realmId)
    const turns = isKnown ? realm?.known : realm?.strangers
    if (!turns) return
    const { perSource, perRealm } = this.#limits
    if (turns.waitingOf(source) >= perSource || turns.waiting >= perRealm) {
      throw new Failure('too_many_attempts', 'Too many sign-ins are being checked: wait a second, then try again', {
        retryAfterSeconds: 1,
      })
    }
  }

  async run<T>(lane: Lane, job: () => Promise<T>): Promise<T> {
    this.requireRoom(lane)
    if (this.#running >= this.#limits.running) await this.#wait(lane)
    else this.#running++
    try {
      return await job()
    } finally {
      // The slot passes to the next job, which counts as running from now on.
      const next = this.#next()
      if (next) next()
      else this.#running--
    }
  }

  #wait({ realmId, source, isKnown }: Lane): Promise<void> {
    const realm = this.#realms.get(realmId) ?? new RealmTurns()
    this.#realms.set(realmId, realm)
    return new Promise((start) => (isKnown ? realm.known : realm.strangers).add(source, start))
  }

  #next(): Start | undefined {
    for (const [realmId, realm] of this.#realms) {
      const start = realm.next()
      this.#realms.delete(realmId)
      if (realm.waiting > 0) this.#realms.set(realmId, realm)
      if (start) return start
    }
    return undefined
  }
}
