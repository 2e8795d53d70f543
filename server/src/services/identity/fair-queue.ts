/**
 * A queue for expensive work such as checking a password, so that a flood from one place does not delay the rest. Each
 * door has a lane (`domain/identity/password-doors`), with lines and room of its own. People who are known get every
 * other turn, whatever waits elsewhere; the other lanes take turns for the rest. Within a lane realms take turns, and
 * within a realm the sources of requests. Each line is short; a job that finds it full is refused at once.
 */
import { Failure } from '../../domain/failure.ts'
import {
  PASSWORD_DOORS,
  PASSWORD_LANES,
  type PasswordDoor,
  type PasswordLane,
} from '../../domain/identity/password-doors.ts'

export interface Comer {
  readonly door: PasswordDoor
  readonly realmId: string
  /** The network address, the known browser, the session or the code. */
  readonly source: string
}

interface QueueLimits {
  /** Jobs that run at the same time. */
  readonly running: number
  /** Jobs that wait in a lane: per source and realm, per realm, and at all realms together. */
  readonly perSource: number
  readonly perRealm: number
  readonly perLane: number
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

/** The lines of one lane, by realm. */
class RealmTurns {
  readonly #realms = new Map<string, Turns>()
  #waiting = 0

  hasRoom({ realmId, source }: Comer, { perSource, perRealm, perLane }: QueueLimits): boolean {
    const realm = this.#realms.get(realmId)
    if (this.#waiting >= perLane) return false
    return realm === undefined || (realm.waitingOf(source) < perSource && realm.waiting < perRealm)
  }

  add({ realmId, source }: Comer, start: Start): void {
    const realm = this.#realms.get(realmId) ?? new Turns()
    this.#realms.set(realmId, realm)
    realm.add(source, start)
    this.#waiting++
  }

  next(): Start | undefined {
    for (const [realmId, realm] of this.#realms) {
      const start = realm.next()
      this.#realms.delete(realmId)
      if (realm.waiting > 0) this.#realms.set(realmId, realm)
      if (!start) continue
      this.#waiting--
      return start
    }
    return undefined
  }
}

export class FairQueue {
  readonly #limits: QueueLimits
  readonly #lanes = new Map<PasswordLane, RealmTurns>(PASSWORD_LANES.map((lane) => [lane, new RealmTurns()]))
  /** The lanes of those who are not known, the next one first. */
  #others: readonly PasswordLane[] = PASSWORD_LANES.filter((lane) => lane !== 'known')
  #isKnownNext = true
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  #laneOf({ door }: Comer): RealmTurns {
    return this.#lanes.get(PASSWORD_DOORS[door]) as RealmTurns
  }

  /** Throws if the line is full, so that nothing is written for a request that would be refused anyway. */
  requireRoom(comer: Comer): void {
    if (this.#laneOf(comer).hasRoom(comer, this.#limits)) return
    throw new Failure('too_many_attempts', 'Too many passwords are being checked: wait a second, then try again', {
      retryAfterSeconds: 1,
    })
  }

  async run<T>(comer: Comer, job: () => Promise<T>): Promise<T> {
    this.requireRoom(comer)
    if (this.#running < this.#limits.running) this.#running++
    else await new Promise<void>((start) => this.#laneOf(comer).add(comer, start))
    try {
      return await job()
    } finally {
      // The slot passes to the next job, which counts as running from now on.
      const next = this.#next()
      if (next) next()
      else this.#running--
    }
  }

  #next(): Start | undefined {
    const order: readonly PasswordLane[] = this.#isKnownNext ? ['known', ...this.#others] : [...this.#others, 'known']
    this.#isKnownNext = !this.#isKnownNext
    for (const lane of order) {
      const start = this.#lanes.get(lane)?.next()
      if (!start) continue
      if (lane !== 'known') this.#others = [...this.#others.filter((other) => other !== lane), lane]
      return start
    }
    return undefined
  }
}
