/** How well a receiver takes its messages, from the log of tries: the share of first tries, the delay, and the hours. */
const HOUR_MS = 3_600_000

/** As many hours as the chart shows. */
export const FIGURE_HOURS = 48

interface Try {
  readonly at: number
  /** The first try of a message is 1. */
  readonly number: number
  readonly status: number | null
  /** From the change to this try; null for a message that is about no change. */
  readonly delay_ms: number | null
}

interface HourOfTries {
  readonly from: number
  readonly takenCount: number
  readonly failedCount: number
}

export interface DeliveryFigures {
  readonly firstTryCount: number
  readonly firstTakenCount: number
  readonly delayP50Ms: number | null
  readonly delayP95Ms: number | null
  readonly hourList: readonly HourOfTries[]
}

export const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300

const within = (sorted: readonly number[], share: number): number | null =>
  sorted.length === 0 ? null : (sorted[Math.ceil(sorted.length * share) - 1] ?? null)

const hoursOf = (tries: readonly Try[], now: number): HourOfTries[] => {
  const last = Math.floor(now / HOUR_MS)
  const byHour = Map.groupBy(tries, ({ at }) => Math.floor(at / HOUR_MS))
  return Array.from({ length: FIGURE_HOURS }, (_, index) => {
    const hour = last - FIGURE_HOURS + 1 + index
    const those = byHour.get(hour) ?? []
    const takenCount = those.filter(({ status }) => isTaken(status)).length
    return { from: hour * HOUR_MS, takenCount, failedCount: those.length - takenCount }
  })
}

export const deliveryFigures = (tries: readonly Try[], now: number): DeliveryFigures => {
  const first = tries.filter(({ number, delay_ms }) => number === 1 && delay_ms !== null)
  const taken = tries.filter(({ status }) => isTaken(status))
  const delays = taken.flatMap(({ delay_ms }) => (delay_ms === null ? [] : [delay_ms])).sort((a, b) => a - b)
  return {
    firstTryCount: first.length,
    firstTakenCount: first.filter(({ status }) => isTaken(status)).length,
    delayP50Ms: within(delays, 0.5),
    delayP95Ms: within(delays, 0.95),
    hourList: hoursOf(tries, now),
  }
}
