/** Assigns the crew of a flight, and its passengers. */

import type { ContactDetails } from '../../domain/operations/contact.ts'
import type { CrewMember, CrewPosition } from '../../domain/operations/crew.ts'
import { type Flight, isPlannable } from '../../domain/operations/flight.ts'
import { paxWarnings } from '../../domain/operations/flight-plan.ts'
import { userError } from '../../domain/user-error.ts'
import { toReaders } from '../../domain/wording.ts'
import { CONTACT } from '../../storage/operations/contacts.ts'
import { type CrewOnFlight, replaceFlightCrew } from '../../storage/operations/flight-crew.ts'
import {
  type PassengerOnFlight,
  passengersOfFlights,
  replaceFlightPassengers,
} from '../../storage/operations/flight-passengers.ts'
import { FLIGHT } from '../../storage/operations/flights.ts'
import { createRecords, expectVersion, recordsById, touchRecord } from '../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../storage/view.ts'
import { newId } from '../world.ts'
import type { Desk } from './desk.ts'
import type { FlightChange } from './flight-change.ts'
import { isPastPlanning, lockFlight } from './flight-lock.ts'
import { crewOf, papersOfCrew, refuseUnready } from './readiness.ts'
import { lockCrew, settleRoster } from './roster.ts'

const MAX_CREW = 20
const MAX_PASSENGERS = 500

export interface CrewAssignment {
  readonly crewMemberId: string
  readonly position: CrewPosition
  readonly reportAt?: number | null | undefined
}

const refuseLocked = (flight: Flight): void => {
  if (isPlannable(flight.status)) return
  throw userError('LOCKED', isPastPlanning(flight, 'who is aboard does not change now'), ['flightId'])
}

const refuseAssignments = (list: readonly CrewAssignment[], flight: Flight): void => {
  const at = (index: number, field: string, message: string) =>
    userError('VALIDATION', message, ['crewList', String(index), field])
  if (list.length > MAX_CREW) throw userError('VALIDATION', `A crew has at most ${MAX_CREW} members`, ['crewList'])
  for (const [index, item] of list.entries()) {
    if (list.findIndex(({ crewMemberId }) => crewMemberId === item.crewMemberId) !== index) {
      throw at(index, 'crewMemberId', 'Name each crew member only once')
    }
    if (item.position === 'CPT' && list.findIndex(({ position }) => position === 'CPT') !== index) {
      throw at(index, 'position', 'A flight has one commander')
    }
    if (item.reportAt && (item.reportAt > flight.offBlock || item.reportAt < flight.offBlock - 86_400_000)) {
      throw at(index, 'reportAt', 'The crew reports within a day before off-block')
    }
  }
}

const refuseUnable = (list: readonly CrewAssignment[], members: ReadonlyMap<string, CrewMember>): void => {
  for (const [index, { crewMemberId, position }] of list.entries()) {
    const member = members.get(crewMemberId)
    const path = ['crewList', String(index)]
    if (!member) throw userError('NOT_FOUND', 'There is no such crew member', [...path, 'crewMemberId'])
    if (!member.isActive) throw userError('VALIDATION', 'The crew member is not active', [...path, 'crewMemberId'])
    if (position !== 'OBS' && !member.positionList.includes(position)) {
      const general = `The crew member does not fly as ${position}`
      const message = toReaders('crew:read', `${member.code} does not fly as ${position}`, general)
      throw userError('VALIDATION', message, [...path, 'position'])
    }
  }
}

const isSameCrew = (present: readonly CrewOnFlight[], next: readonly CrewOnFlight[]): boolean => {
  const said = ({ crewMemberId, position, reportAt }: CrewOnFlight) => [crewMemberId, position, reportAt]
  return JSON.stringify(present.map(said)) === JSON.stringify(next.map(said))
}

export interface FlightCrewSet {
  readonly flightId: string
  readonly crewList: readonly CrewAssignment[]
  readonly expectedVersion: number
}

/** Locks the aircraft, the flight, then every crew member who joins or leaves, because their duties change. */
export const setFlightCrew = async (
  tx: ViewTx,
  desk: Desk,
  { flightId, crewList: list, expectedVersion }: FlightCrewSet,
): Promise<FlightChange> => {
  const { flight: before, aircraft } = await lockFlight(tx, flightId, ['flightId'])
  expectVersion(before, expectedVersion)
  refuseLocked(before)
  refuseAssignments(list, before)
  const present = await crewOf(tx, flightId)
  const leaving = present.map(({ crewMemberId }) => crewMemberId)
  const concerned = [...leaving, ...list.map(({ crewMemberId }) => crewMemberId)]
  refuseUnable(list, await lockCrew(tx, concerned))
  const crew: CrewOnFlight[] = list.map(({ crewMemberId, position, reportAt }) => ({
    flightId,
    crewMemberId,
    position,
    isPilotFlying: null,
    reportAt: reportAt ?? null,
    confirmed: false,
  }))
  const isSame = isSameCrew(present, crew)
  if (!isSame) await replaceFlightCrew(tx, flightId, crew)
  const flight = await touchRecord(tx, FLIGHT, before, { touched: isSame ? [] : ['crewList'] })
  const changed = { from: flight.offBlock, to: flight.onBlock }
  const roster = await settleRoster(tx, desk.world, { crewMemberIds: concerned, changed, path: ['crewList'] })
  if (flight.status === 'RELEASED') await refuseUnready(tx, desk.reference, flight, aircraft)
  const papers = await papersOfCrew(tx, desk.reference, { flight, aircraft, crew })
  return { flight, warningList: [...papers, ...roster] }
}

export interface PassengerAssignment {
  readonly contactId: string | null
  readonly contact: ContactDetails | null
  readonly isLead: boolean
}

const refusePassengers = (list: readonly PassengerAssignment[]): void => {
  if (list.length > MAX_PASSENGERS) {
    throw userError('VALIDATION', `A flight has at most ${MAX_PASSENGERS} passengers`, ['passengerList'])
  }
  for (const [index, { contactId, contact, isLead }] of list.entries()) {
    const at = (message: string) => userError('VALIDATION', message, ['passengerList', String(index)])
    if ((contactId === null) === (contact === null)) throw at('Give exactly one of contactId and contact')
    if (contactId !== null && list.findIndex((other) => other.contactId === contactId) !== index) {
      throw at('Name each passenger only once')
    }
    if (isLead && list.findIndex((other) => other.isLead) !== index) throw at('There is one lead passenger')
  }
}

/** Creates contacts for new passengers; a contact that the principal does not see is reported as not found. */
const contactIdsOf = async (
  tx: ViewTx,
  desk: Desk,
  list: readonly PassengerAssignment[],
): Promise<PassengerOnFlight[]> => {
  const given = list.flatMap(({ contactId }) => contactId ?? [])
  const known = given.length === 0 ? new Map() : await recordsById(tx, CONTACT, given)
  const unknown = list.findIndex(({ contactId }) => contactId !== null && !known.has(contactId))
  if (unknown >= 0) {
    throw userError('NOT_FOUND', 'There is no such contact', ['passengerList', String(unknown), 'contactId'])
  }
  const passengers = list.map(({ contactId, contact, isLead }) => ({
    contactId: contactId ?? newId(desk.world, 'con'),
    contact,
    isLead,
  }))
  const created = passengers.flatMap(({ contactId, contact }) => (contact === null ? [] : [{ ...contact, contactId }]))
  await createRecords(tx, CONTACT, created)
  return passengers
}

const isSameList = (present: readonly PassengerOnFlight[], next: readonly PassengerOnFlight[]): boolean => {
  const said = ({ contactId, isLead }: PassengerOnFlight) => [contactId, isLead]
  return JSON.stringify(present.map(said)) === JSON.stringify(next.map(said))
}

export interface FlightPassengersSet {
  readonly flightId: string
  readonly passengerList: readonly PassengerAssignment[]
  readonly expectedVersion: number
}

/** Locks the aircraft, then the flight. The list replaces the earlier one. */
export const setFlightPassengers = async (
  tx: ViewTx,
  desk: Desk,
  { flightId, passengerList: list, expectedVersion }: FlightPassengersSet,
): Promise<FlightChange> => {
  refusePassengers(list)
  const { flight: before, aircraft } = await lockFlight(tx, flightId, ['flightId'])
  expectVersion(before, expectedVersion)
  refuseLocked(before)
  const passengers = await contactIdsOf(tx, desk, list)
  const present = (await passengersOfFlights(unrestricted(tx), [flightId])).get(flightId) ?? []
  const isSame = isSameList(present, passengers)
  if (!isSame) await replaceFlightPassengers(tx, flightId, passengers)
  const paxTotal = Math.max(before.paxTotal, list.length)
  const touched = isSame ? [] : ['passengerList']
  const flight = await touchRecord(tx, FLIGHT, before, { changes: { paxTotal }, touched })
  return { flight, warningList: paxWarnings(paxTotal, aircraft, ['passengerList']) }
}
