/** The time that a stop may take as a whole. Each part gets what is left of it. */
export class StopTime {
  readonly #until: number

  constructor(ms: number) {
    this.#until = performance.now() + ms
  }

  get leftMs(): number {
    return Math.max(0, this.#until - performance.now())
  }

  /** Waits for the work until the time is over; what is not done by then is left behind. */
  async waitFor(work: Promise<unknown>): Promise<void> {
    const over = Promise.withResolvers<void>()
    const timer = setTimeout(over.resolve, this.leftMs)
    await Promise.race([
      work.then(
        () => {},
        () => {},
      ),
      over.promise,
    ])
    clearTimeout(timer)
  }
}
