/** The duties of the generated crews, by the same rule as when a crew is set through the API. */
import type { CrewPosition } from '../../domain/operations/crew/crew.ts'
import { DUTY_RECORD, type Duty } from '../../domain/operations/crew/duty.ts'
import { type AssignedLeg, flightDuties } from '../../domain/operations/crew/flight-duty.ts'
import type { Flight } from '../../domain/operations/flights/flight.ts'
import { DEFAULT_RULES } from '../../domain/operations/operator-rules.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { Seeded } from './seeded.ts'

export interface FlightCrewing {
  readonly flightId: string
  readonly crewMemberId: string
  readonly position: CrewPosition
}

export const dutiesOf = (
  random: Seeded,
  list: readonly Flight[],
  crewing: readonly FlightCrewing[],
  asOf: number,
): Duty[] => {
  const flights = new Map(list.map((flight) => [flight.flightId, flight]))
  const legOf = ({ flightId, position }: FlightCrewing): AssignedLeg[] => {
    const leg = flights.get(flightId)
    return leg ? [{ leg, position, reportAt: null, startsDuty: null }] : []
  }
  return [...Map.groupBy(crewing, ({ crewMemberId }) => crewMemberId)].flatMap(([crewMemberId, assigned]) =>
    flightDuties(assigned.flatMap(legOf), [], DEFAULT_RULES).map(
      ({ dutyId: _, ...times }): Duty =>
        madeRecord(DUTY_RECORD, asOf, {
          dutyId: random.id('dty'),
          crewMemberId,
          kind: 'FLIGHT',
          ...times,
        }),
    ),
  )
}
