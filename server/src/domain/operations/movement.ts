/** Reported times: their order, and the status that follows from them (data §5.2). */

import { MINUTE_MS } from '../interval.ts'
import { type Problem, textProblems } from '../problem.ts'
import { type Warning, warning } from '../warning.ts'
import { toReaders, type Wording } from '../wording.ts'
import type { Delay, Flight, FlightStatus, FuelRecord, MovementTimes } from './flight.ts'

/** Clocks on a flight deck and here differ a little; a time further ahead cannot have happened. */
export const MOVEMENT_AHEAD_MS = 5 * MINUTE_MS

const ORDER = ['offBlock', 'takeOff', 'landing', 'onBlock'] as const

/** Finds gaps, wrong order and times in the future. */
export const movementProblems = (times: MovementTimes, now: number): Problem[] => {
  const problems: Problem[] = []
  let last = Number.NEGATIVE_INFINITY
  let gapAt: string | null = null
  for (const name of ORDER) {
    const time = times[name]
    if (time === null) gapAt ??= name
    else if (gapAt) problems.push({ path: [name], message: `${name} is reported before ${gapAt}` })
    else if (time < last) problems.push({ path: [name], message: `${name} lies before the time that precedes it` })
    else if (time > now + MOVEMENT_AHEAD_MS) {
      problems.push({ path: [name], message: `${name} lies more than 5 minutes in the future` })
    }
    if (time !== null) last = Math.max(last, time)
  }
  return problems
}

const IMPLIED: readonly (readonly [keyof MovementTimes, FlightStatus])[] = [
  ['offBlock', 'OFF_BLOCK'],
  ['takeOff', 'AIRBORNE'],
  ['landing', 'LANDED'],
  ['onBlock', 'ON_BLOCK'],
]

/** The statuses a flight passes through, in order, until it reaches the one its times imply. */
export const impliedSteps = (status: FlightStatus, times: MovementTimes): FlightStatus[] => {
  const reached = IMPLIED.filter(([name]) => times[name] !== null).map(([, implied]) => implied)
  const at = reached.indexOf(status)
  return at >= 0 ? reached.slice(at + 1) : reached
}

const MAX_DELAYS = 10
const MAX_DELAY_MINUTES = 10_000

export const delayProblems = (list: readonly Delay[]): Problem[] => {
  if (list.length > MAX_DELAYS) return [{ path: ['delayList'], message: `There are at most ${MAX_DELAYS} delays` }]
  return list.flatMap(({ code, minutes, note }, index) => {
    const path = ['delayList', String(index)]
    const problems = [
      ...textProblems([...path, 'code'], code, { most: 10, required: true }),
      ...textProblems([...path, 'note'], note, { most: 500, severalLines: true }),
    ]
    if (minutes < 1 || minutes > MAX_DELAY_MINUTES) {
      problems.push({ path: [...path, 'minutes'], message: `A delay has 1 to ${MAX_DELAY_MINUTES} minutes` })
    }
    return problems
  })
}

const MAX_FUEL = 1_000_000

export const fuelProblems = (fuel: FuelRecord | null): Problem[] => {
  if (fuel === null) return []
  const { unit: _, ...amounts } = fuel
  const problems: Problem[] = Object.entries(amounts)
    .filter(([, amount]) => amount !== null && (amount < 0 || amount > MAX_FUEL))
    .map(([name]) => ({ path: ['fuel', name], message: `An amount of fuel is from 0 to ${MAX_FUEL}` }))
  if (fuel.blockOff !== null && fuel.blockOn !== null && fuel.blockOn > fuel.blockOff) {
    problems.push({ path: ['fuel', 'blockOn'], message: 'There is no more fuel on block than there was off block' })
  }
  return problems
}

const BALANCE_TOLERANCE = 0.03

/** What was reported earlier may be fuel that this reporter does not read. */
const unbalanced = (expected: number, blockOff: number): Wording =>
  toReaders(
    'flight:read',
    `${expected} after uplift, but ${blockOff} off block`,
    'What was uplifted and what left the block do not add up',
  )

/** Warns where fuel before uplift plus uplift differs from block-off fuel (data §4.2). */
export const fuelWarnings = (fuel: FuelRecord | null): Warning[] => {
  if (!fuel || fuel.beforeUplift === null || fuel.uplift === null || fuel.blockOff === null) return []
  const expected = fuel.beforeUplift + fuel.uplift
  return Math.abs(expected - fuel.blockOff) > expected * BALANCE_TOLERANCE
    ? [warning('FUEL_BALANCE', unbalanced(expected, fuel.blockOff), ['input', 'fuel'])]
    : []
}

const leavesBefore = (flightNo: string): Wording =>
  toReaders(
    'flight:read',
    `The aircraft arrives after ${flightNo} is planned to leave`,
    'The aircraft arrives after its next flight is planned to leave',
  )

/** Warns that a late arrival reaches into the aircraft's next flight. The report itself is never refused (data §5.1). */
export const lateWarnings = (flight: Flight, next: Pick<Flight, 'flightNo' | 'offBlock'> | undefined): Warning[] => {
  const arrives = flight.actual.onBlock ?? flight.estimatedOnBlock
  return next && arrives !== null && arrives > next.offBlock
    ? [warning('AIRCRAFT_LATE', leavesBefore(next.flightNo), ['input'])]
    : []
}
