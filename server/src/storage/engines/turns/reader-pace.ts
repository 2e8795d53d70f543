/**
 * What a request's reading of the embedded store does between two statements: it stops if the request has ended, and
 * yields to the event loop now and then, as the writer does. Statements run in this process, and those of many fields
 * follow each other without a turn for anybody else (threats row 211).
 */
import { type Lifetime, requireTime } from './store-use.ts'

const MAX_WITHOUT_PAUSE_MS = 5

export class ReaderPace {
  readonly #lifetime: Lifetime
  #pausedAt = performance.now()
  #waiting = 0
  #last: Promise<void> = Promise.resolve()

  constructor(lifetime: Lifetime) {
    this.#lifetime = lifetime
  }

  /** Called before each statement; a promise where it must wait. */
  beforeStatement(): void | Promise<void> {
    requireTime(this.#lifetime)
    if (this.#waiting === 0 && !this.#isPauseDue()) return
    this.#last = this.#turnAfter(this.#last)
    return this.#last
  }

  #isPauseDue(): boolean {
    return performance.now() - this.#pausedAt >= MAX_WITHOUT_PAUSE_MS
  }

  /** One after another: whether a pause is due is asked when the statement before has run, not when all have come. */
  async #turnAfter(last: Promise<void>): Promise<void> {
    this.#waiting++
    try {
      await last
      if (this.#isPauseDue()) {
        await new Promise((resolve) => setImmediate(resolve))
        this.#pausedAt = performance.now()
      }
      requireTime(this.#lifetime)
    } finally {
      this.#waiting--
    }
  }
}
