/** Tells when a job has gone on for some milliseconds, and gives others a turn of the event loop then. */
import { turnOfLoop } from './turn-of-loop.ts'

const MAX_WITHOUT_PAUSE_MS = 5

export class Pauses {
  readonly #share: string
  #pausedAt = performance.now()

  /** Shares have turns one after another: a tenant's id, or a name of the platform's own work. */
  constructor(share: string) {
    this.#share = share
  }

  /** It begins, or was away. */
  begin(): void {
    this.#pausedAt = performance.now()
  }

  get isDue(): boolean {
    return performance.now() - this.#pausedAt >= MAX_WITHOUT_PAUSE_MS
  }

  async take(): Promise<void> {
    await turnOfLoop(this.#share)
    this.begin()
  }
}
