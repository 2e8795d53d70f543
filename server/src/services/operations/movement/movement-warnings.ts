/** The warnings of a reported movement. */
import { type Aircraft, statusAt } from '../../../domain/operations/fleet/aircraft.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { MOVING } from '../../../domain/operations/flights/flight-status.ts'
import { delayWarnings } from '../../../domain/operations/movement/delay.ts'
import { fuelWarnings } from '../../../domain/operations/movement/fuel.ts'
import { impliedWarnings } from '../../../domain/operations/movement/implied-times.ts'
import { type TimeConflict, timeConflicts } from '../../../domain/operations/movement/time-report.ts'
import { EVENT_FIELDS, MOVEMENT_EVENTS } from '../../../domain/operations/movement/times.ts'
import { type Warning, warning } from '../../../domain/warning.ts'
import { toReaders } from '../../../domain/wording.ts'
import type { MovementReport } from './movement-input.ts'

const clock = (time: number): string => new Date(time).toISOString().slice(11, 16)

export const conflictWarning = ({ used, other }: TimeConflict): Warning => {
  const general = 'Two sources report times that differ by three minutes or more'
  const full = `${used.event}: ${used.source} says ${clock(used.at)}, which counts; ${other.source} says ${clock(other.at)}`
  return warning('TIME_CONFLICT', toReaders('flight:read', full, general), ['input', EVENT_FIELDS[used.event]])
}

const departed = (flight: Flight): boolean => MOVING.includes(flight.status)

/** Departures are facts, also of flights that nobody released, and of aircraft that are not active (data §4). */
const departureWarnings = (before: Flight, after: Flight, aircraft: Aircraft): Warning[] => {
  if (departed(before) || !departed(after)) return []
  const status = statusAt(aircraft, after.actual.offBlock ?? after.offBlock)
  const unreleased = 'The flight left without having been released'
  const inactive = toReaders('aircraft:read', `The aircraft is ${status}`, 'The aircraft is not active')
  return [
    ...(after.releasedAt === null ? [warning('FLIGHT_NOT_RELEASED', unreleased, ['input'])] : []),
    ...(status !== 'ACTIVE' ? [warning('AIRCRAFT_NOT_ACTIVE', inactive, ['input'])] : []),
  ]
}

export const movementWarnings = (
  before: Flight,
  after: Flight,
  aircraft: Aircraft,
  input: MovementReport,
): Warning[] => {
  const given = new Set(MOVEMENT_EVENTS.filter((event) => typeof input[EVENT_FIELDS[event]] === 'number'))
  return [
    ...departureWarnings(before, after, aircraft),
    ...timeConflicts(after.timeReportList)
      .filter(({ used }) => given.has(used.event))
      .map(conflictWarning),
    ...impliedWarnings(
      after.actual.impliedList.filter((event) => !before.actual.impliedList.includes(event)),
      ['input'],
    ),
    ...fuelWarnings(after.fuel, after.fuelUpliftList),
    ...(input.delayList || given.has('OFF_BLOCK')
      ? delayWarnings(after.delayList, after.offBlock, after.actual.offBlock)
      : []),
  ]
}
