/** What a crew member worked and flew up to a time: by actual times where they are known, else as planned. */
import { DAY_MS, type Interval } from '../../interval.ts'
import type { DutyLimits } from '../operator-rules.ts'
import type { Leg } from '../risk/timeline.ts'
import { type CrewPosition, operates } from './crew.ts'
import { countedWithin, dutyPeriods, minutesWithin, type PeriodPart } from './duty-period.ts'
import type { AssignedLeg } from './flight-duty.ts'

interface BlockTotals {
  readonly block28Days: number
  readonly blockCalendarYear: number
  readonly block12Months: number
  readonly sectors7Days: number
}

export interface PositionTotals extends BlockTotals {
  readonly position: CrewPosition
}

export interface DutyTotals extends BlockTotals {
  readonly at: number
  readonly duty7Days: number
  readonly duty14Days: number
  readonly duty28Days: number
  readonly deadhead28Days: number
  readonly positionList: readonly PositionTotals[]
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

const blockOf = ({ actual, offBlock, onBlock }: Leg): Interval => {
  const from = actual.offBlock ?? offBlock
  return { from, to: actual.onBlock ?? Math.max(from, onBlock) }
}

/** A leg of the person whose totals these are. */
type FlownLeg = Pick<AssignedLeg, 'leg' | 'position'>

const blockTotals = (legs: readonly FlownLeg[], at: number): BlockTotals => {
  const blocks = legs.map(({ leg }) => blockOf(leg))
  const week = days(at, 7)
  return {
    block28Days: minutesWithin(blocks, days(at, 28)),
    blockCalendarYear: minutesWithin(blocks, calendarYear(at)),
    block12Months: minutesWithin(blocks, twelveMonths(at)),
    sectors7Days: blocks.filter(({ from }) => from >= week.from && from < week.to).length,
  }
}

/** Whoever observes or positions as a passenger is on duty, and flies neither block time nor sectors. */
export const dutyTotals = (
  duties: readonly PeriodPart[],
  legs: readonly FlownLeg[],
  limits: DutyLimits,
  at: number,
): DutyTotals => {
  const periods = dutyPeriods(duties, limits)
  const operated = legs.filter(({ position }) => operates(position))
  const deadheads = legs.filter(({ position }) => position === 'DHD').map(({ leg }) => blockOf(leg))
  const positions = [...Map.groupBy(operated, ({ position }) => position)]
  return {
    at,
    duty7Days: countedWithin(periods, days(at, 7), limits),
    duty14Days: countedWithin(periods, days(at, 14), limits),
    duty28Days: countedWithin(periods, days(at, 28), limits),
    ...blockTotals(operated, at),
    deadhead28Days: minutesWithin(deadheads, days(at, 28)),
    positionList: positions
      .map(([position, flown]) => ({ position, ...blockTotals(flown, at) }))
      .toSorted((a, b) => (a.position < b.position ? -1 : 1)),
  }
}
