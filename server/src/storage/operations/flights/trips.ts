/** Trips of one tenant. A trip's status and times follow from its legs and are written with them. */
import { TRIP_RECORD } from '../../../domain/operations/flights/trip.ts'
import { aircraftViewer } from '../../../domain/view.ts'
import { fragment } from '../../engines/fragment.ts'
import { hasOne } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { scheduledWithin } from './flights.ts'

export const TRIP = describedRecord(TRIP_RECORD, {
  visible: {
    aircraft: ({ aircraftIds }, tenantId) =>
      hasOne(fragment`flight f where f.tenant_id = ${tenantId}
      and f.trip_id = trip.trip_id and f.aircraft_id ${fragment.among(aircraftIds)}`),
  },
  filters: {
    // Who does not see a contact does not find by it either (threats row 443).
    clientContactId: (contactId, { tenantId, view }) =>
      view.of === 'operator' && view.withoutPassengers
        ? fragment`trip.client_id = ${contactId} and not exists (select 1 from contact hidden
          where hidden.tenant_id = ${tenantId} and hidden.contact_id = ${contactId} and hidden.kind = 'PASSENGER')`
        : fragment`trip.client_id = ${contactId}`,
    interval: (interval, { tenantId }) =>
      hasOne(fragment`flight where flight.tenant_id = ${tenantId} and flight.trip_id = trip.trip_id
        and ${scheduledWithin(interval)}`),
  },
  viewers: ({ aircraftIdList }) => aircraftIdList.map(aircraftViewer),
})
