/** Whether a flight may be released, and what its crew's papers say (data-domain, invariant 4). */
import { type Aircraft, isGrounded } from '../../domain/aircraft.ts'
import { COMMANDER, qualificationWarnings } from '../../domain/crew.ts'
import type { Flight } from '../../domain/flight.ts'
import { type UserError, UserErrors } from '../../domain/user-error.ts'
import type { Warning } from '../../domain/warning.ts'
import { CREW_MEMBER, qualificationsOf } from '../../storage/crew-members.ts'
import { type CrewOnFlight, crewOfFlights } from '../../storage/flight-crew.ts'
import { recordsById } from '../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../storage/view.ts'
import type { ReferenceData } from '../reference-data.ts'

export const crewOf = async (tx: ViewTx, flightId: string): Promise<readonly CrewOnFlight[]> =>
  (await crewOfFlights(unrestricted(tx), [flightId])).get(flightId) ?? []

/** Whoever only observes needs no papers. */
export const papersOfCrew = async (
  tx: ViewTx,
  reference: ReferenceData,
  flight: Flight,
  aircraft: Aircraft,
  crew: readonly CrewOnFlight[],
): Promise<Warning[]> => {
  const flying = crew.filter(({ position }) => position !== 'OBS')
  const ids = flying.map(({ crewMemberId }) => crewMemberId)
  if (ids.length === 0) return []
  const all = unrestricted(tx)
  const members = await recordsById(all, CREW_MEMBER, ids)
  const qualifications = await qualificationsOf(all, ids)
  const designator = reference.aircraftTypeById(aircraft.acftTypeId)?.iCAO ?? ''
  return flying.flatMap(({ crewMemberId }, index) => {
    const member = members.get(crewMemberId)
    if (!member) return []
    const path = ['crewList', String(index), 'crewMemberId']
    return qualificationWarnings(member, qualifications.get(crewMemberId) ?? [], designator, flight.onBlock, path)
  })
}

/** What keeps a flight from being released. */
const obstacles = async (
  tx: ViewTx,
  reference: ReferenceData,
  flight: Flight,
  aircraft: Aircraft,
): Promise<UserError[]> => {
  const crew = await crewOf(tx, flight.flightId)
  const papers = await papersOfCrew(tx, reference, flight, aircraft, crew)
  const errors: UserError[] = papers
    .filter(({ code }) => code === 'QUALIFICATION_EXPIRED')
    .map(({ message }) => ({ code: 'NOT_ALLOWED', message: `Not released: ${message}`, path: ['status'] }))
  if (!crew.some(({ position }) => position === COMMANDER)) {
    errors.push({ code: 'NOT_ALLOWED', message: 'A released flight needs a commander (CPT)', path: ['status'] })
  }
  if (isGrounded(aircraft.status)) {
    const message = `The aircraft is ${aircraft.status}: a flight is released when it is ACTIVE`
    errors.push({ code: 'AIRCRAFT_UNAVAILABLE', message, path: ['status'] })
  }
  return errors
}

export const refuseUnready = async (
  tx: ViewTx,
  reference: ReferenceData,
  flight: Flight,
  aircraft: Aircraft,
): Promise<void> => {
  const errors = await obstacles(tx, reference, flight, aircraft)
  if (errors.length > 0) throw new UserErrors(errors)
}
