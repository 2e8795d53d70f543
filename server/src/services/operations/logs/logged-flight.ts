/** A flight with what its journey log says of it. */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { arrivalId } from '../../../domain/operations/flights/flight.ts'
import type { LoggedFlight } from '../../../domain/operations/logs/derived-log.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { recordById, recordsById } from '../../../storage/records.ts'
import { unrestricted, type ViewReader } from '../../../storage/view.ts'
import { knownAirport } from '../../reference/airport-code.ts'
import type { Desk } from '../desk.ts'

/** Whoever reads a log sees the names of its crew; the flight is locked, so that its crew stays. */
export const loggedFlight = async (
  reader: ViewReader,
  { reference }: Pick<Desk, 'reference'>,
  flight: Flight,
): Promise<LoggedFlight> => {
  const all = unrestricted(reader)
  const crew = (await crewOfFlights(all, [flight.flightId])).get(flight.flightId) ?? []
  const ids = crew.map(({ crewMemberId }) => crewMemberId)
  const members = await recordsById(all, CREW_MEMBER, ids)
  const aircraft = await recordById(all, AIRCRAFT, flight.aircraftId)
  return {
    flight,
    registration: aircraft?.registration ?? '',
    type: aircraft && reference.aircraftTypeById(aircraft.acftTypeId),
    from: knownAirport(reference, flight.adepId),
    to: knownAirport(reference, arrivalId(flight)),
    crew: crew.flatMap(({ crewMemberId, position, isPilotFlying }) => {
      const member = members.get(crewMemberId)
      return member ? [{ crewMemberId, name: member.name, surname: member.surname, position, isPilotFlying }] : []
    }),
  }
}
