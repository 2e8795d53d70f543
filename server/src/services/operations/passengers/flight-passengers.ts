/** Sets the passengers of a flight, all at once or one by one; also after the flight, as corrections (data §4.8). */
import { type Contact, isPassengerKind } from '../../../domain/operations/contact.ts'
import { paxCountWarnings, paxWarnings } from '../../../domain/operations/flight-plan.ts'
import { userError } from '../../../domain/user-error.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import {
  type PassengerOnFlight,
  passengerLinks,
  replaceFlightPassengers,
} from '../../../storage/operations/flight-passengers.ts'
import { TRAVEL_DOCUMENT } from '../../../storage/operations/travel-documents.ts'
import { createRecords, type Details, expectVersion, lockRecords, recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { type ContactInput, contactDetailsOf } from '../contacts.ts'
import { authorOf, type Desk, type Given } from '../desk.ts'
import { type FlightChange, writeFlight } from '../flight-change.ts'
import { type LockedFlight, lockFlight } from '../flight-lock.ts'
import { refuseAboardLocked } from '../flight-people.ts'
import { papersOfPassengers } from './passenger-papers.ts'
import { addDocument, addToldDocument, refuseErased, type TravelDocumentInput } from './travel-documents.ts'

const MAX_PASSENGERS = 500

export interface PassengerAssignment {
  readonly contactId?: Given<string>
  readonly contact?: Given<ContactInput>
  readonly isLead?: Given<boolean>
  /** One of the person's documents, chosen for this flight. */
  readonly travelDocumentId?: Given<string>
  /** A new document of the person, chosen for this flight. */
  readonly travelDocument?: Given<TravelDocumentInput>
}

type Path = readonly string[]

/** The path of the passenger at an index of the list. */
type PathOf = (index: number) => Path

const refuseWrong = (list: readonly PassengerAssignment[], pathOf: PathOf): void => {
  for (const [index, { contactId, contact, isLead, ...document }] of list.entries()) {
    const at = (message: string) => userError('VALIDATION', message, pathOf(index))
    if (!contactId === !contact) throw at('Give exactly one of contactId and contact')
    if (contactId && list.findIndex((other) => other.contactId === contactId) !== index) {
      throw at('Name each passenger only once')
    }
    if (isLead && list.findIndex((other) => other.isLead) !== index) throw at('There is one lead passenger')
    if (document.travelDocumentId && document.travelDocument) {
      throw at('Give a travelDocumentId or a new travelDocument, not both')
    }
  }
}

const refuseKind = ({ kind }: Pick<Contact, 'kind'>, path: Path): void => {
  if (isPassengerKind(kind)) return
  const message = `A contact of kind ${kind} is no passenger: PASSENGER, CLIENT and OTHER are`
  throw userError('VALIDATION', message, path)
}

/** Contacts that are named; one that the principal does not see is reported as not found. */
const namedContacts = async (tx: ViewTx, list: readonly PassengerAssignment[], pathOf: PathOf) => {
  const ids = list.flatMap(({ contactId }) => contactId ?? [])
  const known: ReadonlyMap<string, Contact> = ids.length === 0 ? new Map() : await lockRecords(tx, CONTACT, ids)
  for (const [index, { contactId }] of list.entries()) {
    if (!contactId) continue
    const path = [...pathOf(index), 'contactId']
    const contact = known.get(contactId)
    if (!contact) throw userError('NOT_FOUND', 'There is no such contact', path)
    refuseKind(contact, path)
    refuseErased(contact, path)
  }
}

/** New contacts, all in one statement; the ids are in the order of the list, null where a contact was named. */
const newContacts = async (tx: ViewTx, desk: Desk, list: readonly PassengerAssignment[], pathOf: PathOf) => {
  const created: (Details<Contact> | null)[] = []
  for (const [index, { contact }] of list.entries()) {
    if (!contact) {
      created.push(null)
      continue
    }
    const path = [...pathOf(index), 'contact']
    refuseKind(contact, [...path, 'kind'])
    created.push(await contactDetailsOf(tx, desk, contact, path))
  }
  await createRecords(
    tx,
    CONTACT,
    created.filter((details) => details !== null),
  )
  for (const [index, { contact }] of list.entries()) {
    const details = created[index]
    const under = [...pathOf(index), 'contact']
    if (contact && details) await addToldDocument(tx, desk, details, { input: contact, under })
  }
  return created.map((details) => details?.contactId ?? null)
}

const chosenDocument = async (
  tx: ViewTx,
  desk: Desk,
  contactId: string,
  { asked, path }: { readonly asked: PassengerAssignment; readonly path: Path },
): Promise<string | null | undefined> => {
  if (asked.travelDocument) {
    const under = [...path, 'travelDocument']
    return (await addDocument(tx, desk, contactId, { input: asked.travelDocument, under })).travelDocumentId
  }
  if (!asked.travelDocumentId) return asked.travelDocumentId
  const document = await recordById(unrestricted(tx), TRAVEL_DOCUMENT, asked.travelDocumentId)
  if (document?.contactId === contactId) return document.travelDocumentId
  throw userError('NOT_FOUND', 'There is no such travel document of this person', [...path, 'travelDocumentId'])
}

interface Placing {
  readonly list: readonly PassengerAssignment[]
  readonly present: readonly PassengerOnFlight[]
  readonly pathOf: PathOf
}

/** The passengers as they are kept; somebody who was there keeps what the input does not say. */
const placed = async (tx: ViewTx, desk: Desk, { list, present, pathOf }: Placing): Promise<PassengerOnFlight[]> => {
  refuseWrong(list, pathOf)
  await namedContacts(tx, list, pathOf)
  const created = await newContacts(tx, desk, list, pathOf)
  const passengers: PassengerOnFlight[] = []
  for (const [index, asked] of list.entries()) {
    const contactId = asked.contactId ?? created[index] ?? ''
    const before = present.find((other) => other.contactId === contactId)
    const chosen = await chosenDocument(tx, desk, contactId, { asked, path: pathOf(index) })
    passengers.push({
      contactId,
      isLead: asked.isLead ?? false,
      isNoShow: before?.isNoShow ?? false,
      travelDocumentId: chosen === undefined ? (before?.travelDocumentId ?? null) : chosen,
      addedBy: before ? before.addedBy : authorOf(desk).id,
    })
  }
  return passengers
}

interface Board {
  readonly locked: LockedFlight
  readonly present: readonly PassengerOnFlight[]
}

/** Locks the aircraft, then the flight. The passengers of a cancelled flight cannot be changed. */
const lockBoard = async (tx: ViewTx, flightId: string, expectedVersion: Given<number>): Promise<Board> => {
  const locked = await lockFlight(tx, flightId, ['flightId'])
  if (typeof expectedVersion === 'number') expectVersion(locked.flight, expectedVersion)
  refuseAboardLocked(locked.flight)
  return { locked, present: (await passengerLinks(unrestricted(tx), [flightId])).get(flightId) ?? [] }
}

const isSame = (present: readonly PassengerOnFlight[], next: readonly PassengerOnFlight[]): boolean => {
  const said = ({ contactId, isLead, isNoShow, travelDocumentId }: PassengerOnFlight) => [
    contactId,
    isLead,
    isNoShow,
    travelDocumentId,
  ]
  return JSON.stringify(present.map(said)) === JSON.stringify(next.map(said))
}

interface Boarding extends Board {
  readonly next: readonly PassengerOnFlight[]
  readonly reason: Given<string>
  readonly path: Path
}

/** The count rises to the passengers that are named, where it is below. */
const write = async (
  tx: ViewTx,
  desk: Desk,
  { locked, present, next, reason, path }: Boarding,
): Promise<FlightChange> => {
  const { flight: before, aircraft } = locked
  if (next.length > MAX_PASSENGERS) {
    throw userError('VALIDATION', `A flight has at most ${MAX_PASSENGERS} passengers`, path)
  }
  const touched = isSame(present, next) ? [] : ['passengerList']
  if (touched.length > 0) await replaceFlightPassengers(tx, before.flightId, next)
  const after = { ...before, paxTotal: Math.max(before.paxTotal, next.length) }
  const asked = { after, reason: reason ?? null, reasonPath: ['reason'], needsReason: false, path, touched }
  const { flight, warningList } = await writeFlight(tx, desk, locked, asked)
  return {
    flight,
    warningList: [
      ...warningList,
      ...paxWarnings(flight.paxTotal, aircraft, path),
      ...paxCountWarnings(flight.paxTotal, next.length, path),
      ...(await papersOfPassengers(tx, flight, path)),
    ],
  }
}

export interface FlightPassengersSet {
  readonly flightId: string
  readonly passengerList: readonly PassengerAssignment[]
  readonly reason?: Given<string>
  readonly expectedVersion: number
}

/** The list replaces the earlier one. */
export const setFlightPassengers = async (
  tx: ViewTx,
  desk: Desk,
  { flightId, passengerList: list, reason, expectedVersion }: FlightPassengersSet,
): Promise<FlightChange> => {
  const path = ['passengerList']
  if (list.length > MAX_PASSENGERS) {
    throw userError('VALIDATION', `A flight has at most ${MAX_PASSENGERS} passengers`, path)
  }
  const board = await lockBoard(tx, flightId, expectedVersion)
  const pathOf: PathOf = (index) => [...path, String(index)]
  const next = await placed(tx, desk, { list, present: board.present, pathOf })
  return write(tx, desk, { ...board, next, reason, path })
}

interface OnePassenger {
  readonly flightId: string
  readonly reason?: Given<string>
  readonly expectedVersion?: Given<number>
}

export interface PassengerChange extends FlightChange {
  readonly contactId: string
  readonly travelDocumentId: string | null
}

export const addFlightPassenger = async (
  tx: ViewTx,
  desk: Desk,
  { passenger, ...asked }: OnePassenger & { readonly passenger: PassengerAssignment },
): Promise<PassengerChange> => {
  const path = ['passenger']
  const board = await lockBoard(tx, asked.flightId, asked.expectedVersion)
  const { present } = board
  if (present.some(({ contactId }) => contactId === passenger.contactId)) {
    throw userError('VALIDATION', 'This person is on the flight', [...path, 'contactId'])
  }
  const [added] = await placed(tx, desk, { list: [passenger], present, pathOf: () => path })
  if (!added) throw new Error('One passenger was placed')
  const others = added.isLead ? present.map((other) => ({ ...other, isLead: false })) : present
  const change = await write(tx, desk, { ...board, next: [...others, added], reason: asked.reason, path })
  return { ...change, contactId: added.contactId, travelDocumentId: added.travelDocumentId }
}

export interface PassengerPatch {
  readonly isLead?: Given<boolean>
  readonly isNoShow?: Given<boolean>
  readonly travelDocumentId?: Given<string>
}

const placeOf = ({ present }: Board, contactId: string): PassengerOnFlight => {
  const passenger = present.find((other) => other.contactId === contactId)
  if (!passenger) throw userError('NOT_FOUND', 'There is no such passenger on the flight', ['contactId'])
  return passenger
}

export const updateFlightPassenger = async (
  tx: ViewTx,
  desk: Desk,
  { contactId, input, ...asked }: OnePassenger & { readonly contactId: string; readonly input: PassengerPatch },
): Promise<PassengerChange> => {
  const board = await lockBoard(tx, asked.flightId, asked.expectedVersion)
  const before = placeOf(board, contactId)
  const document = { asked: { travelDocumentId: input.travelDocumentId }, path: ['input'] }
  const chosen = await chosenDocument(tx, desk, contactId, document)
  const passenger: PassengerOnFlight = {
    ...before,
    isLead: input.isLead ?? before.isLead,
    isNoShow: input.isNoShow ?? before.isNoShow,
    travelDocumentId: chosen === undefined ? before.travelDocumentId : chosen,
  }
  const next = board.present.map((other) => {
    if (other === before) return passenger
    return input.isLead ? { ...other, isLead: false } : other
  })
  const change = await write(tx, desk, { ...board, next, reason: asked.reason, path: ['input'] })
  return { ...change, contactId, travelDocumentId: passenger.travelDocumentId }
}

/** A marketplace takes off only those that it added; others do not exist for it. */
export const removeFlightPassenger = async (
  tx: ViewTx,
  desk: Desk,
  { contactId, ...asked }: OnePassenger & { readonly contactId: string },
): Promise<PassengerChange> => {
  const board = await lockBoard(tx, asked.flightId, asked.expectedVersion)
  const before = placeOf(board, contactId)
  if (tx.view.of === 'buyer' && before.addedBy !== authorOf(desk).id) {
    throw userError('NOT_ALLOWED', 'The operator added this passenger: only the operator takes them off', ['contactId'])
  }
  const next = board.present.filter((other) => other !== before)
  const change = await write(tx, desk, { ...board, next, reason: asked.reason, path: ['contactId'] })
  return { ...change, contactId, travelDocumentId: null }
}
