/** Contacts of one tenant. */
import { CONTACT_RECORD } from '../../domain/operations/contact.ts'
import { OPEN_CONTACTS, type View } from '../../domain/view.ts'
import { fragment } from '../engines/fragment.ts'
import { type Condition, hasOne, oneOf } from '../record-kind.ts'
import { describedRecord } from '../records/described-record.ts'

/** A narrow view sees only the passengers of its own flights. */
export const ofSeenPassengers = (
  column: string,
  view: Extract<View, { of: 'aircraft' | 'buyer' }>,
  tenantId: string,
): Condition => {
  const flight = view.of === 'buyer' ? fragment`f.buyer = ${view.buyer}` : oneOf('f.aircraft_id', view.aircraftIds)
  return hasOne(fragment`flight_passenger p
    join flight f on f.tenant_id = p.tenant_id and f.flight_id = p.flight_id
    where p.tenant_id = ${tenantId} and p.contact_id = ${fragment.raw(column)} and ${flight}`)
}

export const CONTACT = describedRecord(CONTACT_RECORD, {
  visible: {
    aircraft: (view, tenantId) => ofSeenPassengers('contact.contact_id', view, tenantId),
    buyer: (view, tenantId) => ofSeenPassengers('contact.contact_id', view, tenantId),
  },
  filters: {},
  withheld: (view) => (view.of === 'operator' && view.withoutPassengers ? fragment`contact.kind <> 'PASSENGER'` : null),
  viewers: ({ kind }) => (kind === 'PASSENGER' ? [] : [OPEN_CONTACTS]),
})
