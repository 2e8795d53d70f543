/** Contacts of one tenant. */
import type { Contact, ContactKind } from '../../domain/operations/contact.ts'
import { fragment } from '../engines/fragment.ts'
import { NOTHING, oneOf, type RecordKind, VERSION_FIELDS } from '../record-kind.ts'
import { type ListPart, selectRecords } from '../records.ts'
import type { ViewReader } from '../view.ts'

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
    dateOfBirth: 'plain',
    nationality: 'plain',
    documentNumber: 'plain',
    documentExpiry: 'plain',
    ...VERSION_FIELDS,
  },
  // A narrow view sees only the passengers of its own flights.
  visible: (view, tenantId) => {
    if (view.of !== 'aircraft' && view.of !== 'buyer') return NOTHING
    const flight = view.of === 'buyer' ? fragment`f.buyer = ${view.buyer}` : oneOf('f.aircraft_id', view.aircraftIds)
    return fragment`contact.contact_id in (
      select p.contact_id from flight_passenger p
      join flight f on f.tenant_id = p.tenant_id and f.flight_id = p.flight_id
      where p.tenant_id = ${tenantId} and ${flight})`
  },
  viewers: () => [],
}

/** The next contacts in the order of creation. */
export const contactsAfter = (
  reader: ViewReader,
  kinds: readonly ContactKind[] | null,
  { columns, after, most }: ListPart<Contact>,
): Promise<Contact[]> =>
  selectRecords(reader, CONTACT, {
    columns: columns.with('createdAt'),
    where: kinds === null ? [] : [oneOf('contact.kind', kinds)],
    orderBy: ['contact.created_at', 'contact.contact_id'],
    after,
    most,
  })
