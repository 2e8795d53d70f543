/** Creates, updates and searches contacts. */
import {
  type Contact,
  type ContactDetails,
  type ContactKind,
  contactProblems,
} from '../../domain/operations/contact.ts'
import type { ExternalIdChange } from '../../domain/operations/external-id.ts'
import { refuseProblems } from '../../domain/user-error.ts'
import { compileWildcard, type TextMatcher } from '../../domain/wildcard.ts'
import { CONTACT, type ContactFilter, contactsAfter } from '../../storage/operations/contacts.ts'
import {
  changeRecord,
  createRecord,
  type Details,
  expectVersion,
  type ListPart,
  lockRecord,
} from '../../storage/records.ts'
import type { ViewReader, ViewTx } from '../../storage/view.ts'
import { airportOf } from '../reference/airport-code.ts'
import { newId } from '../world.ts'
import type { Desk, Given } from './desk.ts'
import { externalIdsAfter } from './external-ids.ts'
import { refusePassengerWrite } from './passengers/passenger-write.ts'
import { addToldDocument, refuseErased, type ToldDocument } from './passengers/travel-documents.ts'
import { kept, refuseNulls } from './patch.ts'

export interface ContactInput extends ToldDocument {
  readonly kind: ContactKind
  readonly name: string
  readonly surname?: Given<string>
  readonly company?: Given<string>
  readonly email?: Given<string>
  readonly phone?: Given<string>
  /** ICAO or IATA code. */
  readonly airport?: Given<string>
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

/** The details of a new contact, checked; `under` is the input's path in the arguments. */
export const contactDetailsOf = async (
  tx: ViewTx,
  desk: Desk,
  input: ContactInput,
  under: readonly string[],
): Promise<Details<Contact>> => {
  const { reference } = desk
  const details: ContactDetails = {
    kind: input.kind,
    name: input.name,
    surname: input.surname ?? null,
    company: input.company ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    airportId: input.airport ? airportOf(reference, input.airport, [...under, 'airport']).airportId : null,
  }
  refuseProblems(contactProblems(details), under)
  const externalIdList = await externalIdsAfter(tx, desk, { changes: input.externalIdList, under })
  return { ...details, contactId: newId(desk.world, 'con'), erasedAt: null, externalIdList }
}

export const createContact = async (tx: ViewTx, desk: Desk, input: ContactInput) => {
  const details = await contactDetailsOf(tx, desk, input, ['input'])
  const contact = await createRecord(tx, CONTACT, details)
  await addToldDocument(tx, desk, contact, { input, under: ['input'] })
  return { contact }
}

/** A patch: what is absent stays. */
export type ContactPatch = Partial<
  Pick<ContactInput, 'surname' | 'company' | 'email' | 'phone' | 'airport' | 'externalIdList'>
> & { readonly kind?: Given<ContactKind>; readonly name?: Given<string> }

export interface ContactUpdate {
  readonly contactId: string
  readonly expectedVersion: number
  readonly input: ContactPatch
}

const patched = (before: Contact, input: ContactPatch, { reference }: Desk): Contact => {
  const airportId = input.airport && airportOf(reference, input.airport, ['input', 'airport']).airportId
  return {
    ...before,
    kind: input.kind ?? before.kind,
    name: input.name ?? before.name,
    surname: kept(input.surname, before.surname),
    company: kept(input.company, before.company),
    email: kept(input.email, before.email),
    phone: kept(input.phone, before.phone),
    airportId: kept(airportId, before.airportId),
  }
}

export const updateContact = async (tx: ViewTx, desk: Desk, { contactId, expectedVersion, input }: ContactUpdate) => {
  refuseNulls(input, ['kind', 'name', 'externalIdList'])
  const before = await lockRecord(tx, CONTACT, contactId, ['contactId'])
  expectVersion(before, expectedVersion)
  refusePassengerWrite(desk, before, ['contactId'])
  refuseErased(before, ['contactId'])
  const next = patched(before, input, desk)
  // What was stored under earlier rules stays until it is written again.
  const problems = contactProblems(next).filter(({ path }) => Object.hasOwn(input, path[0] ?? ''))
  refuseProblems(problems, ['input'])
  const externalIdList = await externalIdsAfter(tx, desk, {
    before: before.externalIdList,
    changes: input.externalIdList,
  })
  return { contact: await changeRecord(tx, CONTACT, before, { ...next, externalIdList }) }
}

export interface ContactSearch extends ContactFilter {
  readonly wildcard: string | null
}

const SEARCH_BATCH = 1000

const matchesContact = (contact: Contact, matches: TextMatcher): boolean =>
  [contact.name, contact.surname, contact.company, contact.email].some((text) => text !== null && matches(text))

/** The position of a contact in the order of the list. */
export const contactPosition = ({ createdAt, contactId }: Contact): (string | number)[] => [createdAt, contactId]

/** Reads contacts in order, batch by batch, until enough match to fill the page. */
export const searchContacts = async (
  reader: ViewReader,
  { wildcard, ...filter }: ContactSearch,
  part: ListPart<Contact>,
): Promise<Contact[]> => {
  if (!wildcard) return contactsAfter(reader, filter, part)
  const matches = compileWildcard(wildcard)
  const { most } = part
  const columns = part.columns.with('name', 'surname', 'company', 'email')
  const found: Contact[] = []
  let { after } = part
  while (found.length < most) {
    const batch = await contactsAfter(reader, filter, { ...part, columns, after, most: SEARCH_BATCH })
    found.push(...batch.filter((contact) => matchesContact(contact, matches)))
    reader.looked?.add(batch.length)
    const last = batch.at(-1)
    if (!last || batch.length < SEARCH_BATCH) break
    after = contactPosition(last)
  }
  return found.slice(0, most)
}
