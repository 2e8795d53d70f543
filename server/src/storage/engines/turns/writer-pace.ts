/**
 * What the writer of the embedded store does between two statements of a job: it stops if the job's request has ended,
 * and yields to the event loop now and then. Statements run in this process, so a job of thousands of them would
 * otherwise keep every other request waiting.
 */
import { type Lifetime, requireTime } from './store-use.ts'

const MAX_WITHOUT_PAUSE_MS = 5

export class WriterPace {
  #lifetime: Lifetime | null = null
  #pausedAt = 0
  #tell: ((text: string) => void) | null = null

  /** `tell` hears of the job's statements, where somebody depends on what it writes. */
  begin(lifetime: Lifetime | null, tell: ((text: string) => void) | null = null): void {
    this.#lifetime = lifetime
    this.#pausedAt = performance.now()
    this.#tell = tell
  }

  end(): void {
    this.#lifetime = null
    this.#tell = null
  }

  afterStatement(text: string): void {
    this.#tell?.(text)
  }

  /** Called before each statement; a promise where it must wait. */
  beforeStatement(): void | Promise<void> {
    requireTime(this.#lifetime)
    if (performance.now() - this.#pausedAt < MAX_WITHOUT_PAUSE_MS) return
    return this.#pause()
  }

  async #pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.#pausedAt = performance.now()
    requireTime(this.#lifetime)
  }
}
