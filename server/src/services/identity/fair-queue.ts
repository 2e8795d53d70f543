/**
 * A queue for expensive work such as checking a password, so that a flood from one place does not delay the rest. Each
 * door has a lane (`domain/identity/password-doors`), with lines and room of its own. People who are known get every
 * other turn, whatever waits elsewhere; the other lanes take turns for the rest. Who comes first in a lane, and who is
 * refused, `waiting-lane` says. What strangers' networks tried lately counts at all their doors together.
 */
import type { Failure } from '../../domain/failure.ts'
import {
  isDoorForStrangers,
  PASSWORD_DOORS,
  PASSWORD_LANES,
  type PasswordDoor,
  type PasswordLane,
} from '../../domain/identity/password-doors.ts'
import { type Lifetime, requireTime } from '../../storage/engines/turns/store-use.ts'
import { RecentAttempts } from './recent-attempts.ts'
import { type LaneLimits, type Place, WaitingLane } from './waiting-lane.ts'

/** The source is the network address, the user, or the code. */
export interface Comer extends Place {
  readonly door: PasswordDoor
  /** Whose password it is said to be, at a door for strangers. */
  readonly account?: string
  /** Who does not wait any more has no place in the lane. */
  readonly lifetime?: Lifetime | null
}

interface QueueLimits extends LaneLimits {
  /** Jobs that run at the same time. */
  readonly running: number
  /** Whoever waited so long is refused rather than kept until the request's deadline. */
  readonly waitMs: number
}

export class FairQueue {
  readonly #limits: QueueLimits
  readonly #now: () => number
  readonly #recent: RecentAttempts
  readonly #lanes: ReadonlyMap<PasswordLane, WaitingLane>
  /** The lanes of those who are not known, the next one first. */
  #others: readonly PasswordLane[] = PASSWORD_LANES.filter((lane) => lane !== 'known')
  #isKnownNext = true
  #running = 0
  #waitMs: number

  constructor(limits: QueueLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#waitMs = limits.waitMs
    this.#now = now
    this.#recent = new RecentAttempts(now)
    // Nothing is counted of sources that are no networks.
    const recentOf = (source: string) => this.#recent.of(source)
    this.#lanes = new Map(PASSWORD_LANES.map((lane) => [lane, new WaitingLane(limits, recentOf)]))
  }

  #laneOf({ door }: Comer): WaitingLane {
    return this.#lanes.get(PASSWORD_DOORS[door]) as WaitingLane
  }

  /** Throws if there is no room, so that nothing is written for a request that would be refused anyway. */
  requireRoom(comer: Comer): void {
    this.#laneOf(comer).requireRoom(comer)
  }

  /**
   * The job hashes and awaits nothing else: what waits for the store waits for what an operator writes, and would keep
   * the place from all others so long (threats row 463). `isRight` says of the result that it was no wrong password.
   */
  async run<T>(comer: Comer, job: () => Promise<T>, isRight: (result: T) => boolean = () => true): Promise<T> {
    requireTime(comer.lifetime ?? null)
    if (this.#running < this.#limits.running) this.#running++
    else await this.#turnOf(comer)
    const isStranger = isDoorForStrangers(comer.door)
    if (isStranger) this.#recent.begin(comer.source)
    try {
      const result = await job()
      if (isStranger && isRight(result)) this.#recent.wasRight(comer.source, comer.account)
      return result
    } finally {
      // The slot passes to the next job, which counts as running from now on.
      const next = this.#next()
      if (next) next()
      else this.#running--
    }
  }

  /** Half the time of a request: who waited that long still has the other half to be told. */
  followDeadline(requestMs: number): void {
    this.#waitMs = requestMs / 2
  }

  #turnOf(comer: Comer): Promise<void> {
    const { realmId, source, lifetime } = comer
    const lane = this.#laneOf(comer)
    return new Promise((resolve, reject) => {
      const onOver = (): void => {
        if (!lane.leave(waiting)) return
        if (isDoorForStrangers(comer.door)) this.#recent.gaveUp(source)
        reject(lifetime?.reason)
      }
      const start = (): void => {
        lifetime?.offOver(onOver)
        resolve()
      }
      const refuse = (failure: Failure): void => {
        lifetime?.offOver(onOver)
        reject(failure)
      }
      const waiting = { realmId, source, since: this.#now(), start, refuse }
      lane.add(waiting)
      lifetime?.onOver(onOver)
    })
  }

  #next(): (() => void) | undefined {
    for (const lane of this.#lanes.values()) lane.refuseSince(this.#now() - this.#waitMs)
    const order: readonly PasswordLane[] = this.#isKnownNext ? ['known', ...this.#others] : [...this.#others, 'known']
    this.#isKnownNext = !this.#isKnownNext
    for (const lane of order) {
      const next = this.#lanes.get(lane)?.next()
      if (!next) continue
      if (lane !== 'known') this.#others = [...this.#others.filter((other) => other !== lane), lane]
      return next.start
    }
    return undefined
  }
}
