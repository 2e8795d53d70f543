/** What is unwise, though not wrong, about a planned flight. */
import type { Aircraft } from './aircraft.ts'
import type { AirportRecord } from './airport.ts'
import type { Flight } from './flight.ts'
import { runwayWarnings } from './runway.ts'
import { type Warning, warning } from './warning.ts'

type Neighbour = Pick<Flight, 'flightNo' | 'adepId' | 'adesId'> | undefined

export interface PlannedSurroundings {
  readonly aircraft: Aircraft
  readonly adep: AirportRecord
  readonly ades: AirportRecord
  readonly before: Neighbour
  readonly after: Neighbour
}

export const paxWarnings = (paxTotal: number, aircraft: Aircraft, path: readonly string[]): Warning[] =>
  paxTotal > aircraft.seatCount
    ? [warning('PAX_ABOVE_SEATS', `${paxTotal} passengers, ${aircraft.seatCount} seats`, path)]
    : []

const gapWarnings = (flight: Flight, { before, after }: PlannedSurroundings): Warning[] => [
  ...(before && before.adesId !== flight.adepId
    ? [warning('POSITION_GAP', `The flight before, ${before.flightNo}, ends elsewhere`, ['input', 'adep'])]
    : []),
  ...(after && after.adepId !== flight.adesId
    ? [warning('POSITION_GAP', `The flight after, ${after.flightNo}, begins elsewhere`, ['input', 'ades'])]
    : []),
]

export const planWarnings = (flight: Flight, around: PlannedSurroundings): Warning[] => [
  ...paxWarnings(flight.paxTotal, around.aircraft, ['input', 'paxCount']),
  ...gapWarnings(flight, around),
  ...runwayWarnings(around.adep, around.aircraft.mtowKg, ['input', 'adep']),
  ...runwayWarnings(around.ades, around.aircraft.mtowKg, ['input', 'ades']),
]
