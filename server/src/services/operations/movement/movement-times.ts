/** Adds what was reported to the times of a flight, and derives its state from them. */
import { toMinute } from '../../../domain/interval.ts'
import type { ActingAs } from '../../../domain/operations/acting-as.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import type { Flight, FlightStatus } from '../../../domain/operations/flights/flight.ts'
import { flightTransition } from '../../../domain/operations/flights/flight-life-cycle.ts'
import { MOVING } from '../../../domain/operations/flights/flight-status.ts'
import { type TaxiMinutes, withImplied } from '../../../domain/operations/movement/implied-times.ts'
import {
  blockProblems,
  farFromPlan,
  givenTimeProblems,
  orderProblems,
} from '../../../domain/operations/movement/plausibility.ts'
import { isReturnToStand, type Returned } from '../../../domain/operations/movement/return-to-stand.ts'
import {
  reportedTimes,
  type TakenBack,
  type TimeReport,
  withoutReports,
  withReport,
} from '../../../domain/operations/movement/time-report.ts'
import {
  EVENT_FIELDS,
  MOVEMENT_EVENTS,
  type MovementTimes,
  NO_MOVEMENT,
} from '../../../domain/operations/movement/times.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { illegalTransition } from './illegal-transition.ts'
import type { MovementReport } from './movement-input.ts'

type Stamp = Pick<TimeReport, 'source' | 'reportedAt' | 'by'>

/** Providers of one flight share a source: each takes its own word back alone (threats row 278). */
const takenBackBy = ({ source, by }: Stamp): TakenBack => ({ source, of: source === 'HANDLER' ? by : null })

/** What is absent stays; null takes back reports. */
const withReports = (before: readonly TimeReport[], input: MovementReport, stamp: Stamp): readonly TimeReport[] =>
  MOVEMENT_EVENTS.reduce((list, event) => {
    const given = input[EVENT_FIELDS[event]]
    if (given === undefined) return list
    if (given === null) return withoutReports(list, event, takenBackBy(stamp))
    return withReport(list, { event, at: toMinute(given), ...stamp })
  }, before)

export interface TimesAfter {
  readonly timeReportList: readonly TimeReport[]
  readonly actual: MovementTimes
  /** Reports were taken back. */
  readonly isTakenBack: boolean
  /** The aircraft came back to its stand; no times are left. */
  readonly returned: Returned | null
}

export interface ReportedBy extends Stamp {
  readonly aircraft: Aircraft
  readonly taxi: TaxiMinutes
  readonly now: number
}

/** A flight that is closed was flown, and an option has not left. */
const refuseReturn = ({ status }: Flight): void => {
  if (status === 'OPTION') throw illegalTransition(status, 'ON_BLOCK', ['input'])
  if (status !== 'CLOSED') return
  const message = 'The block is too short for the flight: report take-off and landing as well'
  throw userError('IMPLAUSIBLE', message, ['input', 'onBlock'])
}

/** Refuses times that cannot be. */
export const timesAfter = (
  before: Flight,
  input: MovementReport,
  { taxi, now, aircraft, ...stamp }: ReportedBy,
): TimesAfter => {
  refuseProblems(givenTimeProblems(input as object, before, now), ['input'])
  const timeReportList = withReports(before.timeReportList, input, stamp)
  const reported = reportedTimes(timeReportList)
  refuseProblems(orderProblems(reported), ['input'])
  if (isReturnToStand(reported, before, aircraft, taxi)) {
    refuseReturn(before)
    const { offBlock, onBlock } = reported as { offBlock: number; onBlock: number }
    const returned = { offBlock, onBlock, reports: timeReportList }
    return { timeReportList: [], actual: NO_MOVEMENT, isTakenBack: false, returned }
  }
  const actual = withImplied(reported, before, taxi)
  refuseProblems(blockProblems(actual), ['input'])
  const isTakenBack = MOVEMENT_EVENTS.some(
    (event) =>
      input[EVENT_FIELDS[event]] === null &&
      withoutReports(before.timeReportList, event, takenBackBy(stamp)).length < before.timeReportList.length,
  )
  return { timeReportList, actual, isTakenBack, returned: null }
}

const ESTIMATES = ['estimatedOffBlock', 'estimatedOnBlock', 'targetOffBlock', 'calculatedTakeOff'] as const

export const refuseEstimates = (input: MovementReport, after: Flight): void => {
  const problems = ESTIMATES.flatMap((field) => {
    const time = input[field]
    return typeof time === 'number' ? farFromPlan(field, time, after) : []
  })
  const { estimatedOffBlock, estimatedOnBlock } = after
  if (estimatedOffBlock !== null && estimatedOnBlock !== null && estimatedOnBlock <= estimatedOffBlock) {
    const message = 'estimatedOnBlock must be after estimatedOffBlock'
    problems.push({ path: ['estimatedOnBlock'], message, code: 'TIME_ORDER' })
  }
  refuseProblems(problems, ['input'])
}

const impliedStatus = (before: Flight, actual: MovementTimes): FlightStatus => {
  const reached = MOVEMENT_EVENTS.findLastIndex((event) => actual[EVENT_FIELDS[event]] !== null)
  if (reached >= 0) return MOVING[reached] as FlightStatus
  if (!MOVING.includes(before.status)) return before.status
  return before.releasedAt === null ? 'CONFIRMED' : 'RELEASED'
}

/** A closed flight keeps its four times, whatever is corrected. */
export const statusAfter = (before: Flight, actual: MovementTimes, actor: ActingAs): FlightStatus => {
  const status = impliedStatus(before, actual)
  if (before.status === 'CLOSED' && status === 'ON_BLOCK') return 'CLOSED'
  if (status !== before.status && !flightTransition(before.status, status, actor, 'report')) {
    throw illegalTransition(before.status, status, ['input'])
  }
  return status
}
