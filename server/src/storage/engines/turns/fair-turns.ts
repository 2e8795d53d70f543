/**
 * A number of places, shared fairly: each share has a limited number of them at once, and requests that wait take turns
 * by share. A waiting request holds no connection, and stops waiting when it ends.
 */
import { RoundRobin } from './round-robin.ts'
import { type Lifetime, requireTime } from './store-use.ts'

interface Waiting {
  readonly share: string
  readonly enter: () => void
}

export interface TurnBounds {
  readonly places: number
  readonly placesPerShare: number
}

/** How busy a lane is. */
export interface LaneLoad {
  readonly places: number
  readonly inUse: number
  readonly waiting: number
}

export class FairTurns {
  readonly #bounds: TurnBounds
  readonly #taken = new Map<string, number>()
  readonly #waiting = new RoundRobin<Waiting>()
  #free: number

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds
    this.#free = bounds.places
  }

  /** Takes a place of the share, or waits for one: then it is a promise. The caller gives it back with `leave`. */
  enter(share: string, lifetime: Lifetime | null): void | Promise<void> {
    requireTime(lifetime)
    if (this.#free === 0 || !this.#mayEnter(share)) return this.#wait(share, lifetime)
    this.#take(share)
  }

  hasRoomFor(share: string, count: number): boolean {
    return this.#free >= count && (this.#taken.get(share) ?? 0) + count <= this.#bounds.placesPerShare
  }

  leave(share: string): void {
    this.#free++
    const left = (this.#taken.get(share) ?? 0) - 1
    if (left > 0) this.#taken.set(share, left)
    else this.#taken.delete(share)
    const next = this.#waiting.next((candidate) => this.#mayEnter(candidate))
    if (next === undefined) return
    this.#take(next.share)
    next.enter()
  }

  get load(): LaneLoad {
    const { places } = this.#bounds
    return { places, inUse: places - this.#free, waiting: this.#waiting.size }
  }

  readonly #mayEnter = (share: string): boolean => (this.#taken.get(share) ?? 0) < this.#bounds.placesPerShare

  #take(share: string): void {
    this.#free--
    this.#taken.set(share, (this.#taken.get(share) ?? 0) + 1)
  }

  #wait(share: string, lifetime: Lifetime | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const onOver = (): void => {
        if (this.#waiting.remove(share, waiting)) reject(lifetime?.reason)
      }
      const waiting: Waiting = {
        share,
        enter: () => {
          lifetime?.offOver(onOver)
          resolve()
        },
      }
      this.#waiting.add(share, waiting)
      lifetime?.onOver(onOver)
    })
  }
}
