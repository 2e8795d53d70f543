/** Warnings about a planned flight: what is allowed but should be looked at. */

import { MINUTE_MS } from '../../interval.ts'
import type { AirportRecord } from '../../reference/airport.ts'
import { subject, type Warning, warning } from '../../warning.ts'
import { toReaders, type Wording } from '../../wording.ts'
import type { Aircraft, AircraftStatus } from '../fleet/aircraft.ts'
import { runwayWarnings } from '../fleet/runway.ts'
import type { TaxiMinutes } from '../movement/implied-times.ts'
import { quickestMs } from '../movement/return-to-stand.ts'
import { seatsTaken } from '../passengers/passenger-load.ts'
import { arrivalId, type Flight, isPlannable } from './flight.ts'

type Path = readonly string[]

type Neighbour =
  | Pick<Flight, 'flightId' | 'flightNo' | 'status' | 'onBlock' | 'adepId' | 'adesId' | 'divertedToId'>
  | undefined

export interface PlannedSurroundings {
  readonly aircraft: Aircraft
  /** As it is now. */
  readonly aircraftStatus: AircraftStatus
  readonly adep: AirportRecord
  readonly ades: AirportRecord
  readonly before: Neighbour
  readonly after: Neighbour
  readonly taxi: TaxiMinutes
  readonly now: number
}

const paxAboveSeats = (seats: number, { seatCount }: Aircraft): Wording =>
  toReaders(
    ['flight:read', 'aircraft:read'],
    `${seats} passengers with a seat, ${seatCount} seats`,
    'There are more passengers than seats',
  )

export const paxWarnings = (
  flight: Pick<Flight, 'paxTotal' | 'load'>,
  aircraft: Aircraft,
  path: readonly string[],
): Warning[] => {
  const seats = seatsTaken(flight)
  return seats > aircraft.seatCount ? [warning('PAX_ABOVE_SEATS', paxAboveSeats(seats, aircraft), path)] : []
}

/** Warns where the passengers that are named are not as many as the flight is planned for. */
export const paxCountWarnings = (paxTotal: number, named: number, path: readonly string[]): Warning[] => {
  if (named === 0 || named === paxTotal) return []
  const general = 'The passengers that are named are not as many as the flight carries'
  return [
    warning('PAX_COUNT_DIFFERS', toReaders('flight:read', `${paxTotal} passengers, ${named} named`, general), path),
  ]
}

const elsewhere = (side: string, { flightNo }: { readonly flightNo: string }, does: string): Wording =>
  toReaders('flight:read', `The flight ${side}, ${flightNo}, ${does} elsewhere`, `The flight ${side} ${does} elsewhere`)

const seen = ({ flightId, flightNo }: Pick<Flight, 'flightId' | 'flightNo'>) => subject('FLIGHT', flightId, flightNo)

const gapWarnings = (flight: Flight, under: Path, { before, after }: PlannedSurroundings): Warning[] => [
  ...(before && arrivalId(before) !== flight.adepId
    ? [warning('POSITION_GAP', elsewhere('before', before, 'ends'), [...under, 'adep'], [seen(flight)])]
    : []),
  ...(after && after.adepId !== arrivalId(flight)
    ? [warning('POSITION_GAP', elsewhere('after', after, 'begins'), [...under, 'ades'], [seen(after)])]
    : []),
]

/** Where the aircraft stands before the flight: at its base where it has not flown, else where it should have left. */
const standsAt = ({ aircraft, before, now }: PlannedSurroundings): string | null => {
  if (!before) return aircraft.baseId
  return isPlannable(before.status) && before.onBlock < now ? before.adepId : null
}

/** Like `Aircraft.position`: nothing that is planned brings the aircraft to where the flight begins. */
const standingWarnings = (flight: Flight, under: Path, around: PlannedSurroundings): Warning[] => {
  const place = standsAt(around)
  if (!isPlannable(flight.status) || place === null || place === flight.adepId) return []
  const { before, aircraft } = around
  const since = before ? `${before.flightNo} has not left` : 'it has not flown yet'
  const general = 'The aircraft stands elsewhere than the flight begins'
  const message = toReaders(
    ['flight:read', 'aircraft:read'],
    `${aircraft.registration} stands elsewhere: ${since}`,
    general,
  )
  return [warning('POSITION_GAP', message, [...under, 'adep'], [seen(flight)])]
}

/** The share of the quickest way that a plan takes at least. */
const PLANNED_SHARE = 0.8

/** Nobody flies that in the planned time. */
export const blockWarnings = (flight: Flight, aircraft: Aircraft, taxi: TaxiMinutes, path: Path | null): Warning[] => {
  const needed = quickestMs(flight, aircraft, taxi)
  const planned = flight.onBlock - flight.offBlock
  if (planned >= PLANNED_SHARE * needed) return []
  const minutes = (ms: number) => Math.round(ms / MINUTE_MS)
  const full = `${minutes(planned)} minutes from block to block, where the great circle at cruise with taxi takes ${minutes(needed)}`
  const message = toReaders(['flight:read', 'aircraft:read'], full, 'The planned time is too short for the distance')
  return [warning('BLOCK_TOO_SHORT', message, path, [seen(flight)])]
}

/** A grounded aircraft may be planned for a later day; the flight is released only once it is active again. */
const groundedWarnings = (flight: Flight, status: AircraftStatus, under: Path): Warning[] => {
  if (status === 'ACTIVE') return []
  const message = toReaders('aircraft:read', `The aircraft is ${status} now`, 'The aircraft is not active now')
  return [warning('AIRCRAFT_NOT_ACTIVE', message, [...under, 'aircraftId'], [seen(flight)])]
}

/** Great circle against the range that the operator gave the aircraft. */
export const rangeWarnings = ({ distanceNm }: Flight, { maxRangeNm }: Aircraft, path: readonly string[]): Warning[] => {
  if (maxRangeNm === null || distanceNm <= maxRangeNm) return []
  const full = `${distanceNm} nm, and the aircraft flies ${maxRangeNm} nm`
  const message = toReaders(['flight:read', 'aircraft:read'], full, 'The flight is farther than the aircraft flies')
  return [warning('RANGE_EXCEEDED', message, path)]
}

/** `under`: the argument that holds the flight's fields. */
export const planWarnings = (flight: Flight, under: Path, around: PlannedSurroundings): Warning[] => [
  ...rangeWarnings(flight, around.aircraft, [...under, 'ades']),
  ...paxWarnings(flight, around.aircraft, [...under, 'paxCount']),
  ...groundedWarnings(flight, around.aircraftStatus, under),
  ...gapWarnings(flight, under, around),
  ...standingWarnings(flight, under, around),
  ...blockWarnings(flight, around.aircraft, around.taxi, [...under, 'onBlock']),
  ...runwayWarnings(around.adep, around.aircraft.mtowKg, [...under, 'adep']),
  ...runwayWarnings(around.ades, around.aircraft.mtowKg, [...under, 'ades']),
]
