/** Tells when a job has gone on for some milliseconds, and gives others a turn of the event loop then. */
const MAX_WITHOUT_PAUSE_MS = 5

export class Pauses {
  #pausedAt = performance.now()

  /** It begins, or was away. */
  begin(): void {
    this.#pausedAt = performance.now()
  }

  get isDue(): boolean {
    return performance.now() - this.#pausedAt >= MAX_WITHOUT_PAUSE_MS
  }

  async take(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.begin()
  }
}
