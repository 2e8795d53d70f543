/** Warnings about a planned flight: what is allowed but should be looked at. */

import type { AirportRecord } from '../reference/airport.ts'
import { type Warning, warning } from '../warning.ts'
import { toReaders, type Wording } from '../wording.ts'
import { type Aircraft, isGrounded } from './aircraft.ts'
import type { Flight } from './flight.ts'
import { runwayWarnings } from './runway.ts'

type Neighbour = Pick<Flight, 'flightNo' | 'adepId' | 'adesId'> | undefined

export interface PlannedSurroundings {
  readonly aircraft: Aircraft
  readonly adep: AirportRecord
  readonly ades: AirportRecord
  readonly before: Neighbour
  readonly after: Neighbour
}

const paxAboveSeats = (paxTotal: number, { seatCount }: Aircraft): Wording =>
  toReaders(
    ['flight:read', 'aircraft:read'],
    `${paxTotal} passengers, ${seatCount} seats`,
    'There are more passengers than seats',
  )

export const paxWarnings = (paxTotal: number, aircraft: Aircraft, path: readonly string[]): Warning[] =>
  paxTotal > aircraft.seatCount ? [warning('PAX_ABOVE_SEATS', paxAboveSeats(paxTotal, aircraft), path)] : []

const elsewhere = (side: string, { flightNo }: { readonly flightNo: string }, does: string): Wording =>
  toReaders('flight:read', `The flight ${side}, ${flightNo}, ${does} elsewhere`, `The flight ${side} ${does} elsewhere`)

const gapWarnings = (flight: Flight, { before, after }: PlannedSurroundings): Warning[] => [
  ...(before && before.adesId !== flight.adepId
    ? [warning('POSITION_GAP', elsewhere('before', before, 'ends'), ['input', 'adep'])]
    : []),
  ...(after && after.adepId !== flight.adesId
    ? [warning('POSITION_GAP', elsewhere('after', after, 'begins'), ['input', 'ades'])]
    : []),
]

/** A grounded aircraft may be planned for a later day; the flight is released only once it is active again. */
const groundedWarnings = ({ status }: Aircraft): Warning[] =>
  isGrounded(status)
    ? [
        warning(
          'AIRCRAFT_NOT_ACTIVE',
          toReaders('aircraft:read', `The aircraft is ${status} now`, 'The aircraft is not active now'),
          ['input', 'aircraftId'],
        ),
      ]
    : []

export const planWarnings = (flight: Flight, around: PlannedSurroundings): Warning[] => [
  ...paxWarnings(flight.paxTotal, around.aircraft, ['input', 'paxCount']),
  ...groundedWarnings(around.aircraft),
  ...gapWarnings(flight, around),
  ...runwayWarnings(around.adep, around.aircraft.mtowKg, ['input', 'adep']),
  ...runwayWarnings(around.ades, around.aircraft.mtowKg, ['input', 'ades']),
]

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
