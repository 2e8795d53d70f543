/** Travel documents of people. A limited view sees those of the people on its flights. */
import { TRAVEL_DOCUMENT_RECORD, type TravelDocument } from '../../../domain/operations/passengers/travel-document.ts'
import { allColumns, type Columns } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import { NOTHING, oneOf, sortedAfterwards } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader } from '../../view.ts'
import { ofSeenPassengers } from '../contacts.ts'

export const TRAVEL_DOCUMENT = describedRecord(TRAVEL_DOCUMENT_RECORD, {
  visible: {
    aircraft: (view, tenantId) => ofSeenPassengers('travel_document.contact_id', view, tenantId),
    buyer: (view, tenantId) => ofSeenPassengers('travel_document.contact_id', view, tenantId),
  },
  withheld: (view) => (view.of === 'operator' && view.withoutPassengers ? NOTHING : null),
  filters: {
    flightId: (flightId, { tenantId }) =>
      fragment`travel_document.contact_id in (select contact_id from flight_passenger
    where tenant_id = ${tenantId} and flight_id = ${flightId})`,
  },
})

/** The documents of each of these people. */
export const documentsOf = async (
  reader: ViewReader,
  contactIds: readonly string[],
  columns: Columns<TravelDocument> = allColumns(TRAVEL_DOCUMENT),
): Promise<ReadonlyMap<string, TravelDocument[]>> => {
  if (contactIds.length === 0) return new Map()
  const documents = await selectRecords(reader, TRAVEL_DOCUMENT, {
    columns: columns.with('contactId', 'type', 'expiry'),
    where: [oneOf('travel_document.contact_id', contactIds)],
    orderBy: [sortedAfterwards('travel_document.created_at'), 'travel_document.travel_document_id'],
  })
  return Map.groupBy(documents, ({ contactId }) => contactId)
}
