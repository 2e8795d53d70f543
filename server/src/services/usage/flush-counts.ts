/** How the writing of use to the store goes: plain numbers for the metrics. */
export class FlushCounts {
  done = 0
  failed = 0
  totalMs = 0
  /** By `performance.now()`; the start counts as done. */
  doneAt = performance.now()

  async measure(flush: () => Promise<void>): Promise<void> {
    const startedAt = performance.now()
    try {
      await flush()
    } catch (error) {
      this.failed++
      throw error
    }
    this.done++
    this.doneAt = performance.now()
    this.totalMs += this.doneAt - startedAt
  }
}
