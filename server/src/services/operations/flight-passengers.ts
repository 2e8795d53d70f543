/** Sets the passengers of a flight. */
import { paxWarnings } from '../../domain/operations/flight-plan.ts'
import { userError } from '../../domain/user-error.ts'
import { CONTACT } from '../../storage/operations/contacts.ts'
import {
  type PassengerOnFlight,
  passengersOfFlights,
  replaceFlightPassengers,
} from '../../storage/operations/flight-passengers.ts'
import { createRecord, expectVersion, recordsById } from '../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../storage/view.ts'
import { type ContactInput, contactDetailsOf } from './contacts.ts'
import type { Desk, Given } from './desk.ts'
import { type FlightChange, writeFlight } from './flight-change.ts'
import { lockFlight } from './flight-lock.ts'
import { refuseAboardLocked } from './flight-people.ts'

const MAX_PASSENGERS = 500

export interface PassengerAssignment {
  readonly contactId?: Given<string>
  readonly contact?: Given<ContactInput>
  readonly isLead?: Given<boolean>
}

const refusePassengers = (list: readonly PassengerAssignment[]): void => {
  if (list.length > MAX_PASSENGERS) {
    throw userError('VALIDATION', `A flight has at most ${MAX_PASSENGERS} passengers`, ['passengerList'])
  }
  for (const [index, { contactId, contact, isLead }] of list.entries()) {
    const at = (message: string) => userError('VALIDATION', message, ['passengerList', String(index)])
    if (!contactId === !contact) throw at('Give exactly one of contactId and contact')
    if (contactId && list.findIndex((other) => other.contactId === contactId) !== index) {
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
  const passengers: PassengerOnFlight[] = []
  for (const [index, { contactId, contact, isLead }] of list.entries()) {
    const path = ['passengerList', String(index)]
    if (contactId && !known.has(contactId)) {
      throw userError('NOT_FOUND', 'There is no such contact', [...path, 'contactId'])
    }
    const created =
      contact && (await createRecord(tx, CONTACT, await contactDetailsOf(tx, desk, contact, [...path, 'contact'])))
    passengers.push({ contactId: contactId ?? created?.contactId ?? '', isLead: isLead ?? false })
  }
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
  readonly reason?: Given<string>
}

/** Locks the aircraft, then the flight. The list replaces the earlier one. */
export const setFlightPassengers = async (
  tx: ViewTx,
  desk: Desk,
  { flightId, passengerList: list, expectedVersion, reason }: FlightPassengersSet,
): Promise<FlightChange> => {
  refusePassengers(list)
  const locked = await lockFlight(tx, flightId, ['flightId'])
  const { flight: before, aircraft } = locked
  expectVersion(before, expectedVersion)
  refuseAboardLocked(before)
  const passengers = await contactIdsOf(tx, desk, list)
  const present = (await passengersOfFlights(unrestricted(tx), [flightId])).get(flightId) ?? []
  const isSame = isSameList(present, passengers)
  if (!isSame) await replaceFlightPassengers(tx, flightId, passengers)
  const paxTotal = Math.max(before.paxTotal, list.length)
  const { flight } = await writeFlight(tx, desk, locked, {
    after: { ...before, paxTotal },
    reason: reason ?? null,
    reasonPath: ['reason'],
    needsReason: false,
    path: ['passengerList'],
    touched: isSame ? [] : ['passengerList'],
  })
  return { flight, warningList: paxWarnings(paxTotal, aircraft, ['passengerList']) }
}
