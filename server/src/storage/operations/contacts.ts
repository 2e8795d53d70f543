/** Contacts of one tenant. */
import type { Contact, ContactKind } from '../../domain/operations/contact.ts'
import type { ExternalId } from '../../domain/versioned.ts'
import { OPEN_CONTACTS, type View } from '../../domain/view.ts'
import { fragment } from '../engines/fragment.ts'
import { type Condition, NOTHING, oneOf, type RecordKind, VERSION_FIELDS } from '../record-kind.ts'
import { type ListPart, selectRecords } from '../records.ts'
import type { ViewReader } from '../view.ts'
import { changedSince, foundBy, type Matching } from './record-search.ts'

/** A narrow view sees only the passengers of its own flights. */
export const ofSeenPassengers = (
  column: string,
  view: Exclude<View, { of: 'operator' }>,
  tenantId: string,
): Condition => {
  if (view.of !== 'aircraft' && view.of !== 'buyer') return NOTHING
  const flight = view.of === 'buyer' ? fragment`f.buyer = ${view.buyer}` : oneOf('f.aircraft_id', view.aircraftIds)
  return fragment`${fragment.raw(column)} in (
    select p.contact_id from flight_passenger p
    join flight f on f.tenant_id = p.tenant_id and f.flight_id = p.flight_id
    where p.tenant_id = ${tenantId} and ${flight})`
}

export const CONTACT: RecordKind<Contact> = {
  table: 'contact',
  noun: 'contact',
  id: 'contactId',
  entity: 'CONTACT',
  graphNames: { airportId: 'airport' },
  fields: {
    contactId: 'plain',
    kind: 'plain',
    name: 'plain',
    surname: 'plain',
    company: 'plain',
    email: 'plain',
    phone: 'plain',
    airportId: 'plain',
    erasedAt: 'plain',
    ...VERSION_FIELDS,
  },
  withheld: (view) => (view.of === 'operator' && view.withoutPassengers ? fragment`contact.kind <> 'PASSENGER'` : null),
  visible: (view, tenantId) => ofSeenPassengers('contact.contact_id', view, tenantId),
  viewers: ({ kind }) => (kind === 'PASSENGER' ? [] : [OPEN_CONTACTS]),
}

export interface ContactFilter {
  readonly contactIds: readonly string[] | null
  readonly kinds: readonly ContactKind[] | null
  readonly externalId: ExternalId | null
  readonly updatedSince: number | null
}

const matching = ({ tenantId }: ViewReader, search: ContactFilter): Matching => ({
  where: foundBy(CONTACT, { ids: search.contactIds, externalId: search.externalId }, tenantId),
  sifted: [...changedSince(CONTACT, search), ...(search.kinds ? [oneOf('contact.kind', search.kinds)] : [])],
})

/** The next contacts in the order of creation. */
export const contactsAfter = (
  reader: ViewReader,
  search: ContactFilter,
  { columns, ...part }: ListPart<Contact>,
): Promise<Contact[]> =>
  selectRecords(reader, CONTACT, {
    columns: columns.with('createdAt'),
    ...matching(reader, search),
    orderBy: ['contact.created_at', 'contact.contact_id'],
    ...part,
  })
