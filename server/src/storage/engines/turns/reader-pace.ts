/**
 * What a request's reading of the embedded store does between two statements: it stops if the request has ended, and
 * yields to the event loop now and then, as the writer does. Statements run in this process, and those of many fields
 * follow each other without a turn for anybody else (threats row 211).
 */
import { Pauses } from './pauses.ts'
import { type Lifetime, requireTime } from './store-use.ts'

export class ReaderPace {
  readonly #lifetime: Lifetime
  readonly #pauses: Pauses
  #waiting = 0
  #last: Promise<void> = Promise.resolve()

  constructor(lifetime: Lifetime, share: string) {
    this.#lifetime = lifetime
    this.#pauses = new Pauses(share)
  }

  /** Called before each statement; a promise where it must wait. */
  beforeStatement(): void | Promise<void> {
    requireTime(this.#lifetime)
    if (this.#waiting === 0 && !this.#pauses.isDue) return
    this.#last = this.#turnAfter(this.#last)
    return this.#last
  }

  /** One after another: whether a pause is due is asked when the statement before has run, not when all have come. */
  async #turnAfter(last: Promise<void>): Promise<void> {
    this.#waiting++
    try {
      await last
      if (this.#pauses.isDue) await this.#pauses.take()
      requireTime(this.#lifetime)
    } finally {
      this.#waiting--
    }
  }
}
