/**
 * Turns the passengers of an input into those of a flight: contacts that are named or new, and the document that each
 * one travels with.
 */
import { type Contact, isPassengerKind } from '../../../domain/operations/contact.ts'
import { loadProblems, type PassengerLoad, UNTOLD_LOAD } from '../../../domain/operations/passengers/passenger-load.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { toReaders } from '../../../domain/wording.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import type { PassengerOnFlight } from '../../../storage/operations/passengers/flight-passengers.ts'
import { TRAVEL_DOCUMENT } from '../../../storage/operations/passengers/travel-documents.ts'
import { createRecords, type Details, lockRecords, recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { newDetails } from '../../records/use-cases.ts'
import type { ContactInput } from '../contacts.ts'
import { authorOf, type Desk, type Given } from '../desk.ts'
import { refuseOthersPerson } from './own-passengers.ts'
import { addDocument, addToldDocument, refuseErased, type TravelDocumentInput } from './travel-documents.ts'

/** What an input says of a passenger's load: absent stays, null is untold again. */
export type LoadInput = { readonly [K in keyof PassengerLoad]?: Given<PassengerLoad[K]> }

export interface PassengerAssignment extends LoadInput {
  readonly contactId?: Given<string>
  readonly contact?: Given<ContactInput>
  readonly isLead?: Given<boolean>
  /** One of the person's documents, chosen for this flight. */
  readonly travelDocumentId?: Given<string>
  /** A new document of the person, chosen for this flight. */
  readonly travelDocument?: Given<TravelDocumentInput>
}

export type Path = readonly string[]

/** The path of the passenger at an index of the list. */
export type PathOf = (index: number) => Path

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
  const rest = 'is no passenger: PASSENGER, CLIENT and OTHER are'
  const message = toReaders('contact:read', `A contact of kind ${kind} ${rest}`, `A contact of this kind ${rest}`)
  throw userError('VALIDATION', message, path)
}

/** Contacts that are named; one that the principal does not see is reported as not found. */
const namedContacts = async (tx: ViewTx, list: readonly PassengerAssignment[], pathOf: PathOf) => {
  const ids = list.flatMap(({ contactId }) => contactId ?? [])
  const known: ReadonlyMap<string, Contact> = ids.length === 0 ? new Map() : await lockRecords(tx, CONTACT, ids)
  for (const [index, { contactId, travelDocument }] of list.entries()) {
    if (!contactId) continue
    const path = [...pathOf(index), 'contactId']
    const contact = known.get(contactId)
    if (!contact) throw userError('NOT_FOUND', 'There is no such contact', path)
    refuseKind(contact, path)
    refuseErased(contact, path)
    if (travelDocument) refuseOthersPerson(tx, contact, path)
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
    created.push(await newDetails(tx, desk, CONTACT, { input: contact, under: path }))
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

/** The id of the document that the input chooses or adds; undefined if it says nothing of one. */
export const chosenDocument = async (
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

/** What is known of a passenger's load with what the input says of it. */
export const loadAfter = (before: PassengerLoad | undefined, asked: LoadInput, path: Path): PassengerLoad => {
  const { age, weightKg, baggageKg, baggageCount } = before ?? UNTOLD_LOAD
  const load = {
    age: asked.age ?? age,
    weightKg: asked.weightKg === undefined ? weightKg : asked.weightKg,
    baggageKg: asked.baggageKg === undefined ? baggageKg : asked.baggageKg,
    baggageCount: asked.baggageCount === undefined ? baggageCount : asked.baggageCount,
  }
  refuseProblems(loadProblems(load), path)
  return load
}

interface Placing {
  readonly list: readonly PassengerAssignment[]
  readonly present: readonly PassengerOnFlight[]
  readonly pathOf: PathOf
}

/** The passengers as they are kept; somebody who was there keeps what the input does not say. */
export const placedPassengers = async (
  tx: ViewTx,
  desk: Desk,
  { list, present, pathOf }: Placing,
): Promise<PassengerOnFlight[]> => {
  refuseWrong(list, pathOf)
  await namedContacts(tx, list, pathOf)
  const created = await newContacts(tx, desk, list, pathOf)
  const passengers: PassengerOnFlight[] = []
  for (const [index, asked] of list.entries()) {
    const contactId = asked.contactId ?? created[index] ?? ''
    const before = present.find((other) => other.contactId === contactId)
    const chosen = await chosenDocument(tx, desk, contactId, { asked, path: pathOf(index) })
    passengers.push({
      ...loadAfter(before, asked, pathOf(index)),
      contactId,
      isLead: asked.isLead ?? false,
      isNoShow: before?.isNoShow ?? false,
      travelDocumentId: chosen === undefined ? (before?.travelDocumentId ?? null) : chosen,
      addedBy: before ? before.addedBy : authorOf(desk).id,
    })
  }
  return passengers
}
