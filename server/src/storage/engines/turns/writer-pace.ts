/**
 * What the writer of the embedded store does between two statements of a job: it stops if the job's request has ended,
 * and yields to the event loop now and then. Statements run in this process, so a job of thousands of them would
 * otherwise keep every other request waiting.
 */
import { Pauses } from './pauses.ts'
import { type Lifetime, requireTime } from './store-use.ts'

/** There is one, for whom everybody waits who writes: it has turns of its own. */
const WRITER = 'writer'

export class WriterPace {
  #lifetime: Lifetime | null = null
  readonly #pauses = new Pauses(WRITER)
  #tell: ((text: string) => void) | null = null

  /** `tell` hears of the job's statements, where somebody depends on what it writes. */
  begin(lifetime: Lifetime | null, tell: ((text: string) => void) | null = null): void {
    this.#lifetime = lifetime
    this.#pauses.begin()
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
    if (this.#pauses.isDue) return this.#pause()
  }

  async #pause(): Promise<void> {
    await this.#pauses.take()
    requireTime(this.#lifetime)
  }
}
