/** Checks whether a flight may be released, and the qualifications of its crew (data §4.7, §4.9). */

import { COMMANDER, type CrewMember, operates } from '../../../domain/operations/crew/crew.ts'
import { keepsFromFlying, PILOTS, qualificationWarnings } from '../../../domain/operations/crew/crew-papers.ts'
import type { Qualification } from '../../../domain/operations/crew/qualification.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import type { OperatorRules } from '../../../domain/operations/operator-rules.ts'
import { type Warning, warning } from '../../../domain/warning.ts'
import { CREW_MEMBER, qualificationsOf } from '../../../storage/operations/crew/crew-members.ts'
import type { CrewOnFlight } from '../../../storage/operations/crew/flight-crew.ts'
import { recordsById } from '../../../storage/records.ts'
import { unrestricted, type ViewReader } from '../../../storage/view.ts'
import { knownType } from '../../reference/aircraft-type.ts'
import type { ReferenceSnapshot } from '../../reference/reference-snapshot.ts'
import { rulesOf } from './rules.ts'

export interface CrewedFlight {
  readonly flight: Pick<Flight, 'flightId' | 'flightNo' | 'onBlock'>
  readonly aircraft: Aircraft
  readonly crew: readonly CrewOnFlight[]
}

export interface Papers {
  readonly members: ReadonlyMap<string, CrewMember>
  readonly qualifications: ReadonlyMap<string, readonly Qualification[]>
}

/** Who only observes or positions needs no qualifications. */
export const paperWarnings = (
  reference: ReferenceSnapshot,
  rules: OperatorRules,
  { members, qualifications }: Papers,
  { flight, aircraft, crew }: CrewedFlight,
): Warning[] => {
  const { typeRatings: ratings } = reference
  const type = knownType(reference, aircraft.acftTypeId)
  const { medicalClassMin, requiredCheckList } = rules
  return crew.flatMap(({ crewMemberId, position }, index) => {
    const member = members.get(crewMemberId)
    if (!member || !operates(position)) return []
    const assignment = { member, position, type, ratings, medicalClassMin, requiredCheckList, flight }
    const path = ['crewList', String(index), 'crewMemberId']
    return qualificationWarnings(assignment, qualifications.get(crewMemberId) ?? [], path)
  })
}

export const papersOfCrew = async (
  tx: ViewReader,
  reference: ReferenceSnapshot,
  crewed: CrewedFlight,
): Promise<Warning[]> => {
  const ids = crewed.crew.map(({ crewMemberId }) => crewMemberId)
  if (ids.length === 0) return []
  const all = unrestricted(tx)
  const members = await recordsById(all, CREW_MEMBER, ids)
  const qualifications = await qualificationsOf(all, ids)
  return paperWarnings(reference, await rulesOf(tx), { members, qualifications }, crewed)
}

/** Warns if the flight deck lacks a commander or has too few pilots. */
export const crewWarnings = (
  reference: ReferenceSnapshot,
  { aircraft, crew }: Omit<CrewedFlight, 'flight'>,
): Warning[] => {
  const pilots = crew.filter(({ position }) => PILOTS.has(position)).length
  const type = knownType(reference, aircraft.acftTypeId)
  const needed = aircraft.minFlightCrew ?? reference.typeRatings.minFlightCrew(type)
  return [
    ...(crew.some(({ position }) => position === COMMANDER)
      ? []
      : [warning('COMMANDER_MISSING', 'The flight has no commander (CPT)')]),
    ...(pilots >= needed
      ? []
      : [warning('CREW_BELOW_MINIMUM', `The aircraft needs ${needed} pilots, and the flight has ${pilots}`)]),
  ]
}

/** Whether a warning always keeps a flight from being released. */
export const keepsFromRelease = (each: Warning): boolean =>
  keepsFromFlying(each) ||
  each.code === 'COMMANDER_MISSING' ||
  each.code === 'CREW_BELOW_MINIMUM' ||
  each.code === 'AIRCRAFT_NOT_ACTIVE' ||
  each.code === 'CREW_UNAVAILABLE' ||
  each.code === 'DEFECT_OPEN' ||
  each.code === 'DEFERRAL_EXPIRED'
