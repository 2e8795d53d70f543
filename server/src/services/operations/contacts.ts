/** Creates, updates and searches contacts. */
import {
  type Contact,
  type ContactDetails,
  type ContactKind,
  contactProblems,
} from '../../domain/operations/contact.ts'
import type { ExternalId } from '../../domain/operations/external-id.ts'
import { refuseProblems } from '../../domain/user-error.ts'
import { compileWildcard, type TextMatcher } from '../../domain/wildcard.ts'
import { CONTACT, contactsAfter } from '../../storage/operations/contacts.ts'
import { changeRecord, createRecord, expectVersion, type ListPart, lockRecord } from '../../storage/records.ts'
import type { ViewReader, ViewTx } from '../../storage/view.ts'
import { airportOf } from '../reference/airport-code.ts'
import { newId } from '../world.ts'
import type { Desk, Given } from './desk.ts'
import { kept, refuseNulls } from './patch.ts'

export interface ContactInput {
  readonly kind: ContactKind
  readonly name: string
  readonly surname?: Given<string>
  readonly company?: Given<string>
  readonly email?: Given<string>
  readonly phone?: Given<string>
  /** ICAO or IATA code. */
  readonly airport?: Given<string>
  readonly dateOfBirth?: Given<string>
  readonly nationality?: Given<string>
  readonly documentNumber?: Given<string>
  readonly documentExpiry?: Given<string>
  readonly externalIdList?: Given<readonly ExternalId[]>
}

/** Checks the input for a contact; `under` is its path in the arguments. */
export const contactDetailsOf = (
  input: ContactInput,
  { reference }: Pick<Desk, 'reference'>,
  under: readonly string[],
): ContactDetails => {
  const details: ContactDetails = {
    kind: input.kind,
    name: input.name,
    surname: input.surname ?? null,
    company: input.company ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    airportId: input.airport ? airportOf(reference, input.airport, [...under, 'airport']).airportId : null,
    dateOfBirth: input.dateOfBirth ?? null,
    nationality: input.nationality ?? null,
    documentNumber: input.documentNumber ?? null,
    documentExpiry: input.documentExpiry ?? null,
    externalIdList: input.externalIdList ?? [],
  }
  refuseProblems(contactProblems(details), under)
  return details
}

export const createContact = async (tx: ViewTx, desk: Desk, input: ContactInput) => {
  const details = contactDetailsOf(input, desk, ['input'])
  return { contact: await createRecord(tx, CONTACT, { ...details, contactId: newId(desk.world, 'con') }) }
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
    externalIdList: input.externalIdList ?? before.externalIdList,
  }
}

export const updateContact = async (tx: ViewTx, desk: Desk, { contactId, expectedVersion, input }: ContactUpdate) => {
  refuseNulls(input, ['kind', 'name'])
  const before = await lockRecord(tx, CONTACT, contactId, ['contactId'])
  expectVersion(before, expectedVersion)
  const next = patched(before, input, desk)
  // What was stored under earlier rules stays until it is written again.
  const problems = contactProblems(next).filter(({ path }) => Object.hasOwn(input, path[0] ?? ''))
  refuseProblems(problems, ['input'])
  return { contact: await changeRecord(tx, CONTACT, before, next) }
}

export interface ContactSearch {
  readonly wildcard: string | null
  readonly kinds: readonly ContactKind[] | null
}

const SEARCH_BATCH = 1000

const matchesContact = (contact: Contact, matches: TextMatcher): boolean =>
  [contact.name, contact.surname, contact.company, contact.email].some((text) => text !== null && matches(text))

/** The position of a contact in the order of the list. */
export const contactPosition = ({ createdAt, contactId }: Contact): (string | number)[] => [createdAt, contactId]

/** Reads contacts in order, batch by batch, until enough match to fill the page. */
export const searchContacts = async (
  reader: ViewReader,
  { wildcard, kinds }: ContactSearch,
  { columns, after, most }: ListPart<Contact>,
): Promise<Contact[]> => {
  if (!wildcard) return contactsAfter(reader, kinds, { columns, after, most })
  const matches = compileWildcard(wildcard)
  const searched = columns.with('name', 'surname', 'company', 'email')
  const found: Contact[] = []
  let position = after
  while (found.length < most) {
    const batch = await contactsAfter(reader, kinds, { columns: searched, after: position, most: SEARCH_BATCH })
    found.push(...batch.filter((contact) => matchesContact(contact, matches)))
    const last = batch.at(-1)
    if (!last || batch.length < SEARCH_BATCH) break
    position = contactPosition(last)
  }
  return found.slice(0, most)
}
