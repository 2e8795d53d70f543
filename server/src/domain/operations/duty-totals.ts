/** What a crew member worked and flew up to a time: by actual times where they are known, else as planned. */
import { DAY_MS, type Interval, minutesBetween } from '../interval.ts'
import { type Duty, isWork } from './duty.ts'
import type { Leg } from './risk/timeline.ts'

export interface DutyTotals {
  readonly at: number
  readonly duty7Days: number
  readonly duty14Days: number
  readonly duty28Days: number
  readonly block28Days: number
  readonly blockCalendarYear: number
  readonly block12Months: number
  readonly sectors7Days: number
}

const days = (at: number, count: number): Interval => ({ from: at - count * DAY_MS, to: at })

const calendarYear = (at: number): Interval => ({ from: Date.UTC(new Date(at).getUTCFullYear(), 0, 1), to: at })

/** From the same day a year before; the 29th of February counts from the 1st of March. */
const twelveMonths = (at: number): Interval => {
  const day = new Date(at)
  return { from: day.setUTCFullYear(day.getUTCFullYear() - 1), to: at }
}

/** What must be read: a leg may have left a day before or after its plan. */
export const dutiesCounted = (at: number): Interval => days(at, 28)
export const legsCounted = (at: number): Interval => ({ from: twelveMonths(at).from - DAY_MS, to: at + DAY_MS })

const minutesWithin = (periods: readonly Interval[], { from, to }: Interval): number =>
  periods.reduce((sum, period) => {
    const [begin, end] = [Math.max(from, period.from), Math.min(to, period.to)]
    return end > begin ? sum + minutesBetween(begin, end) : sum
  }, 0)

const blockOf = ({ actual, offBlock, onBlock }: Leg): Interval => {
  const from = actual.offBlock ?? offBlock
  return { from, to: actual.onBlock ?? Math.max(from, onBlock) }
}

export const dutyTotals = (
  duties: readonly Pick<Duty, 'kind' | 'startAt' | 'endAt'>[],
  legs: readonly Leg[],
  at: number,
): DutyTotals => {
  const work = duties.filter(({ kind }) => isWork(kind)).map(({ startAt, endAt }) => ({ from: startAt, to: endAt }))
  const blocks = legs.map(blockOf)
  const week = days(at, 7)
  return {
    at,
    duty7Days: minutesWithin(work, week),
    duty14Days: minutesWithin(work, days(at, 14)),
    duty28Days: minutesWithin(work, days(at, 28)),
    block28Days: minutesWithin(blocks, days(at, 28)),
    blockCalendarYear: minutesWithin(blocks, calendarYear(at)),
    block12Months: minutesWithin(blocks, twelveMonths(at)),
    sectors7Days: blocks.filter(({ from }) => from >= week.from && from < week.to).length,
  }
}
