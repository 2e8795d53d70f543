import { paxCountWarnings, paxWarnings } from '../../../domain/operations/flights/flight-plan.ts'
import { flightLoad } from '../../../domain/operations/passengers/passenger-load.ts'
import { userError } from '../../../domain/user-error.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import {
  type PassengerOnFlight,
  passengerLinks,
  replaceFlightPassengers,
} from '../../../storage/operations/passengers/flight-passengers.ts'
import { expectVersion, lockRecords } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import type { Desk, Given } from '../desk.ts'
import { type FlightChange, writeFlight } from '../flights/flight-change.ts'
import { type LockedFlight, lockFlight } from '../flights/flight-lock.ts'
import { refuseAboardLocked } from './flight-people.ts'
import { isOwnPassenger, refuseOthersPassenger, refuseOutsideClosed } from './own-passengers.ts'
import {
  chosenDocument,
  type LoadInput,
  loadAfter,
  type PassengerAssignment,
  type Path,
  type PathOf,
  placedPassengers,
} from './passenger-input.ts'
import { papersOfPassengers } from './passenger-papers.ts'

const MAX_PASSENGERS = 500

interface Board {
  readonly locked: LockedFlight
  readonly present: readonly PassengerOnFlight[]
}

interface Boarded {
  readonly flightId: string
  readonly expectedVersion?: Given<number>
  /** Who is named beside those aboard. */
  readonly named?: readonly PassengerAssignment[]
}

/**
 * Locks the aircraft, the flight, then everybody who is aboard or named: whoever records a paper chooses what goes on
 * counting on this flight under the lock of the person alone (`keepElsewhere`, threats row 480). The passengers of a
 * cancelled flight cannot be changed.
 */
const lockBoard = async (tx: ViewTx, { flightId, expectedVersion, named = [] }: Boarded): Promise<Board> => {
  const locked = await lockFlight(tx, flightId, ['flightId'])
  if (typeof expectedVersion === 'number') expectVersion(locked.flight, expectedVersion)
  refuseAboardLocked(locked.flight, ['flightId'])
  refuseOutsideClosed(tx, locked.flight)
  const all = unrestricted(tx)
  const aboard = async () => (await passengerLinks(all, [flightId])).get(flightId) ?? []
  const people = [...(await aboard()), ...named].flatMap(({ contactId }) => contactId ?? [])
  if (people.length === 0) return { locked, present: [] }
  await lockRecords(all, CONTACT, people)
  return { locked, present: await aboard() }
}

const isSame = (present: readonly PassengerOnFlight[], next: readonly PassengerOnFlight[]): boolean => {
  const said = ({ contactId, isLead, isNoShow, travelDocumentId, ...load }: PassengerOnFlight) => [
    contactId,
    isLead,
    isNoShow,
    travelDocumentId,
    load.age,
    load.weightKg,
    load.baggageKg,
    load.baggageCount,
  ]
  return JSON.stringify(present.map(said)) === JSON.stringify(next.map(said))
}

interface Boarding extends Board {
  readonly next: readonly PassengerOnFlight[]
  readonly reason: Given<string>
  readonly path: Path
}

/** However the list is written, those whom the operator added stay as they are for a marketplace; also who leads. */
const refuseOthersChanged = (tx: ViewTx, { present, next, path }: Omit<Boarding, 'locked' | 'reason'>) => {
  const theirs = new Set(present.filter((each) => !isOwnPassenger(tx, each)).map(({ contactId }) => contactId))
  const [before, after] = [present, next].map((list) => list.filter(({ contactId }) => theirs.has(contactId)))
  if (isSame(before ?? [], after ?? [])) return
  throw userError('NOT_ALLOWED', 'The operator added a passenger whom this would change', path)
}

/** The count rises to the passengers that are named, where it is below. */
const write = async (
  tx: ViewTx,
  desk: Desk,
  { locked, present, next, reason, path }: Boarding,
): Promise<FlightChange> => {
  const { flight: before, aircraft } = locked
  refuseOthersChanged(tx, { present, next, path })
  if (next.length > MAX_PASSENGERS) {
    throw userError('VALIDATION', `A flight has at most ${MAX_PASSENGERS} passengers`, path)
  }
  const touched = isSame(present, next) ? [] : ['passengerList']
  if (touched.length > 0) await replaceFlightPassengers(tx, before.flightId, next)
  const load = touched.length > 0 ? flightLoad(next) : before.load
  const after = { ...before, load, paxTotal: Math.max(before.paxTotal, next.length) }
  const asked = { after, reason: reason ?? null, reasonPath: ['reason'], needsReason: false, path, touched }
  const { flight, warningList } = await writeFlight(tx, desk, locked, asked)
  const seen = next.filter((each) => isOwnPassenger(tx, each))
  return {
    flight,
    warningList: [
      ...warningList,
      ...paxWarnings(flight, aircraft, path),
      ...paxCountWarnings(flight.paxTotal, seen.length, path),
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
  const board = await lockBoard(tx, { flightId, expectedVersion, named: list })
  const pathOf: PathOf = (index) => [...path, String(index)]
  const next = await placedPassengers(tx, desk, { list, present: board.present, pathOf })
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
  const board = await lockBoard(tx, { ...asked, named: [passenger] })
  const { present } = board
  if (present.some(({ contactId }) => contactId === passenger.contactId)) {
    throw userError('VALIDATION', 'This person is on the flight', [...path, 'contactId'])
  }
  const [added] = await placedPassengers(tx, desk, { list: [passenger], present, pathOf: () => path })
  if (!added) throw new Error('One passenger was placed')
  const others = added.isLead ? present.map((other) => ({ ...other, isLead: false })) : present
  const change = await write(tx, desk, { ...board, next: [...others, added], reason: asked.reason, path })
  return { ...change, contactId: added.contactId, travelDocumentId: added.travelDocumentId }
}

export interface PassengerPatch extends LoadInput {
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
  const board = await lockBoard(tx, asked)
  const before = placeOf(board, contactId)
  refuseOthersPassenger(tx, before, 'changes them')
  const document = { asked: { travelDocumentId: input.travelDocumentId }, path: ['input'] }
  const chosen = await chosenDocument(tx, desk, contactId, document)
  const passenger: PassengerOnFlight = {
    ...before,
    ...loadAfter(before, input, ['input']),
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

export const removeFlightPassenger = async (
  tx: ViewTx,
  desk: Desk,
  { contactId, ...asked }: OnePassenger & { readonly contactId: string },
): Promise<PassengerChange> => {
  const board = await lockBoard(tx, asked)
  const before = placeOf(board, contactId)
  refuseOthersPassenger(tx, before, 'takes them off')
  const next = board.present.filter((other) => other !== before)
  const change = await write(tx, desk, { ...board, next, reason: asked.reason, path: ['contactId'] })
  return { ...change, contactId, travelDocumentId: null }
}
