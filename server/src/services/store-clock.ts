/**
 * How far the store's clock is ahead of this process's. The store reads its clock at some moment between the sending of
 * a statement and its answer, so each answer gives a range, and the quickest of recent ones the narrowest (the clock
 * filter of RFC 5905, §10). A slow answer on a busy machine therefore moves nothing.
 */

interface Sample {
  readonly skewMs: number
  /** The skew is at most so far from the truth. */
  readonly errorMs: number
}

export interface ClockReading {
  /** This process's clock when the statement was sent. */
  readonly sentAt: number
  readonly tookMs: number
  /** The store's clock, as the statement read it. */
  readonly storeAt: number
}

/** At four polls a second, what four seconds show. */
const MAX_SAMPLES = 16
/** Clocks tell whole milliseconds and run a little apart between two samples. */
const TOLERANCE_MS = 20

export class StoreClock {
  #samples: Sample[] = []
  #best: Sample = { skewMs: 0, errorMs: Number.POSITIVE_INFINITY }

  note({ sentAt, tookMs, storeAt }: ClockReading): void {
    const errorMs = tookMs / 2
    const sample = { skewMs: storeAt - sentAt - errorMs, errorMs }
    // Two ranges that do not meet: one of the clocks was set, and what was known before is void.
    const isSet = Math.abs(sample.skewMs - this.#best.skewMs) > sample.errorMs + this.#best.errorMs + TOLERANCE_MS
    this.#samples = isSet ? [sample] : [...this.#samples.slice(1 - MAX_SAMPLES), sample]
    this.#best = this.#samples.reduce((best, one) => (one.errorMs < best.errorMs ? one : best))
  }

  get skewMs(): number {
    return Math.round(this.#best.skewMs)
  }
}
