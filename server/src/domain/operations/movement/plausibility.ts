/** What cannot be: reported times in disorder, far from the plan, or in the future (data §4.1, §5.2). */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../interval.ts'
import type { Problem } from '../../problem.ts'
import { EVENT_FIELDS, type EventField, MOVEMENT_EVENTS, type MovementTimes, type ReportedTimes } from './times.ts'

/** Clocks on a flight deck and here differ a little; a time further ahead cannot have happened. */
export const MAX_AHEAD_MS = 5 * MINUTE_MS
const MAX_FROM_SCHEDULE_HOURS = 72
const MAX_BLOCK_HOURS = 24

const ORDER: readonly EventField[] = MOVEMENT_EVENTS.map((event) => EVENT_FIELDS[event])

/** Only neighbours on the ground may be equal: an aircraft is in the air for some time. */
const mayBeEqual = (first: EventField, second: EventField): boolean =>
  (first === 'offBlock' && second === 'takeOff') || (first === 'landing' && second === 'onBlock')

/** offBlock <= takeOff < landing <= onBlock. */
export const orderProblems = (times: ReportedTimes): Problem[] =>
  ORDER.flatMap((later, index) => {
    const time = times[later]
    const earlier = ORDER.slice(0, index).findLast((field) => times[field] !== null)
    if (time === null || earlier === undefined) return []
    const before = times[earlier] as number
    if (before < time || (before === time && mayBeEqual(earlier, later))) return []
    return [{ path: [later], message: `${later} must be after ${earlier}`, code: 'TIME_ORDER' as const }]
  })

interface Plan {
  readonly offBlock: number
  readonly onBlock: number
}

/** Reports a time or an estimate that is too far from the plan: to report it, reschedule the flight first. */
export const farFromPlan = (field: string, time: number, plan: Plan): Problem[] => {
  const most = MAX_FROM_SCHEDULE_HOURS * HOUR_MS
  if (time >= plan.offBlock - most && time <= plan.onBlock + most) return []
  const message = `${field} is more than ${MAX_FROM_SCHEDULE_HOURS} hours from the schedule: check the day`
  return [{ path: [field], message, code: 'IMPLAUSIBLE' }]
}

/** What is wrong with the times that this report gave. */
export const givenTimeProblems = (given: Partial<ReportedTimes>, plan: Plan, now: number): Problem[] =>
  ORDER.flatMap((field) => {
    const time = given[field]
    if (time === null || time === undefined) return []
    if (time > now + MAX_AHEAD_MS) {
      const message = `${field} is more than 5 minutes in the future`
      return [{ path: [field], message, code: 'IMPLAUSIBLE' as const }]
    }
    return farFromPlan(field, time, plan)
  })

export const blockProblems = ({ offBlock, onBlock }: MovementTimes): Problem[] => {
  if (offBlock === null || onBlock === null || onBlock - offBlock <= MAX_BLOCK_HOURS * HOUR_MS) return []
  const message = `From block to block it is at most ${MAX_BLOCK_HOURS} hours`
  return [{ path: ['onBlock'], message, code: 'IMPLAUSIBLE' }]
}

const MAX_YEARS_BACK = 2
const MAX_YEARS_AHEAD = 3
const YEAR_MS = 365.25 * DAY_MS

/** From two years back to three years ahead. */
export const isWithinBounds = (time: number, now: number): boolean =>
  time >= now - MAX_YEARS_BACK * YEAR_MS && time <= now + MAX_YEARS_AHEAD * YEAR_MS

/** Nobody plans a flight of the year 9999. */
export const scheduleBoundProblems = (plan: Plan, now: number): Problem[] =>
  (['offBlock', 'onBlock'] as const)
    .filter((field) => !isWithinBounds(plan[field], now))
    .map((field) => ({
      path: [field],
      message: `Flights are planned from ${MAX_YEARS_BACK} years back to ${MAX_YEARS_AHEAD} years ahead`,
    }))
