/** Checks whether a flight may be released, and the qualifications of its crew (data §4.7, §4.9). */
import { type Aircraft, isGrounded } from '../../domain/operations/aircraft.ts'
import { COMMANDER } from '../../domain/operations/crew.ts'
import { keepsFromFlying, qualificationWarnings } from '../../domain/operations/crew-papers.ts'
import type { Flight } from '../../domain/operations/flight.ts'
import { type UserError, UserErrors } from '../../domain/user-error.ts'
import type { Warning } from '../../domain/warning.ts'
import { inFull, toReaders } from '../../domain/wording.ts'
import { CREW_MEMBER, qualificationsOf } from '../../storage/operations/crew-members.ts'
import { type CrewOnFlight, crewOfFlights } from '../../storage/operations/flight-crew.ts'
import { recordsById } from '../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../storage/view.ts'
import { knownType } from '../reference/aircraft-type.ts'
import type { ReferenceSnapshot } from '../reference/reference-snapshot.ts'

export const crewOf = async (tx: ViewTx, flightId: string): Promise<readonly CrewOnFlight[]> =>
  (await crewOfFlights(unrestricted(tx), [flightId])).get(flightId) ?? []

export interface CrewedFlight {
  readonly flight: Flight
  readonly aircraft: Aircraft
  readonly crew: readonly CrewOnFlight[]
}

/** Observers need no qualifications. */
export const papersOfCrew = async (
  tx: ViewTx,
  reference: ReferenceSnapshot,
  { flight, aircraft, crew }: CrewedFlight,
): Promise<Warning[]> => {
  const ids = crew.filter(({ position }) => position !== 'OBS').map(({ crewMemberId }) => crewMemberId)
  if (ids.length === 0) return []
  const all = unrestricted(tx)
  const members = await recordsById(all, CREW_MEMBER, ids)
  const qualifications = await qualificationsOf(all, ids)
  const type = knownType(reference, aircraft.acftTypeId)
  return crew.flatMap(({ crewMemberId, position }, index) => {
    const member = members.get(crewMemberId)
    if (!member) return []
    const assignment = { member, position, type, ratings: reference.typeRatings, at: flight.onBlock }
    const path = ['crewList', String(index), 'crewMemberId']
    return qualificationWarnings(assignment, qualifications.get(crewMemberId) ?? [], path)
  })
}

const notReleased = (full: string) =>
  toReaders('crew:read', `Not released: ${full}`, 'Not released: papers of the crew are expired or missing')

/** What prevents a flight from being released. */
const obstacles = async (
  tx: ViewTx,
  reference: ReferenceSnapshot,
  flight: Flight,
  aircraft: Aircraft,
): Promise<UserError[]> => {
  const crew = await crewOf(tx, flight.flightId)
  const papers = await papersOfCrew(tx, reference, { flight, aircraft, crew })
  const errors: UserError[] = papers
    .filter(keepsFromFlying)
    .map(({ message }) => ({ code: 'NOT_ALLOWED', message: notReleased(inFull(message)), path: ['status'] }))
  if (!crew.some(({ position }) => position === COMMANDER)) {
    errors.push({ code: 'NOT_ALLOWED', message: 'A released flight needs a commander (CPT)', path: ['status'] })
  }
  if (isGrounded(aircraft.status)) {
    const rest = 'a flight is released when it is ACTIVE'
    const message = toReaders(
      'aircraft:read',
      `The aircraft is ${aircraft.status}: ${rest}`,
      `The aircraft is not active: ${rest}`,
    )
    errors.push({ code: 'AIRCRAFT_UNAVAILABLE', message, path: ['status'] })
  }
  return errors
}

export const refuseUnready = async (
  tx: ViewTx,
  reference: ReferenceSnapshot,
  flight: Flight,
  aircraft: Aircraft,
): Promise<void> => {
  const errors = await obstacles(tx, reference, flight, aircraft)
  if (errors.length > 0) throw new UserErrors(errors)
}
