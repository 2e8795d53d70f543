/** Trips of one tenant. A trip's status and times follow from its legs and are written with them. */
import { TRIP_RECORD } from '../../../domain/operations/flights/trip.ts'
import { aircraftViewer } from '../../../domain/view.ts'
import { fragment } from '../../engines/fragment.ts'
import { describedRecord } from '../../records/described-record.ts'
import { scheduledWithin } from './flights.ts'

export const TRIP = describedRecord(TRIP_RECORD, {
  visible: {
    aircraft: ({ aircraftIds }, tenantId) => fragment`trip.trip_id in (select f.trip_id from flight f
      where f.tenant_id = ${tenantId} and f.aircraft_id ${fragment.among(aircraftIds)})`,
  },
  filters: {
    // Who does not see a contact does not find by it either (threats row 443).
    clientContactId: (contactId, { tenantId, view }) =>
      view.of === 'operator' && view.withoutPassengers
        ? fragment`trip.client_id = ${contactId} and not exists (select 1 from contact hidden
          where hidden.tenant_id = ${tenantId} and hidden.contact_id = ${contactId} and hidden.kind = 'PASSENGER')`
        : fragment`trip.client_id = ${contactId}`,
    interval: (interval, { tenantId }) => fragment`trip.trip_id in (select flight.trip_id from flight
          where flight.tenant_id = ${tenantId} and ${scheduledWithin(interval)})`,
  },
  viewers: ({ aircraftIdList }) => aircraftIdList.map(aircraftViewer),
})
