/**
 * Service requests of one tenant. A provider sees what was sent to a contact that its application acts for now (threats
 * row 277). Whoever answers or moves one locks its visit first, then its own row.
 */
import { SERVICE_REQUEST_RECORD, type ServiceRequest } from '../../../domain/operations/handling/service-request.ts'
import { contactViewer } from '../../../domain/view.ts'
import { type Columns, columnsOf } from '../../columns.ts'
import { type Fragment, fragment } from '../../engines/fragment.ts'
import { amongContactsOf } from '../../oauth/provider-contacts.ts'
import { oneOf } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader, ViewTx } from '../../view.ts'

/** What a provider sees of the requests: those that were sent to it, by what they stand on. */
export const seenBy = (column: 'visit_id' | 'flight_id', provider: string, tenantId: string): Fragment =>
  fragment`select seen.${fragment.raw(column)} from service_request seen
    where seen.tenant_id = ${tenantId} and seen.sent_at is not null and seen.${fragment.raw(column)} is not null
      and seen.provider_contact_id ${amongContactsOf(tenantId, provider)}`

export const SERVICE_REQUEST = describedRecord(SERVICE_REQUEST_RECORD, {
  visible: {
    provider: ({ provider }, tenantId) => fragment`(service_request.sent_at is not null
      and service_request.provider_contact_id ${amongContactsOf(tenantId, provider)})`,
  },
  filters: {
    airport: (airportId, { tenantId }) => fragment`service_request.visit_id in (select visit.visit_id from visit
      where visit.tenant_id = ${tenantId} and visit.airport_id = ${airportId})`,
    interval: ({ from, to }, { tenantId }) => fragment`(service_request.visit_id in (select visit.visit_id from visit
        where visit.tenant_id = ${tenantId} and visit.begins_at >= ${from} and visit.begins_at < ${to})
      or service_request.flight_id in (select flight.flight_id from flight
        where flight.tenant_id = ${tenantId} and flight.off_block >= ${from} and flight.off_block < ${to}))`,
  },
  viewers: ({ providerContactId, sentAt }) =>
    providerContactId === null || sentAt === null ? [] : [contactViewer(providerContactId)],
})

type On = 'visit_id' | 'flight_id'

const standingOn = (column: On, id: string) =>
  ({
    where: [fragment`service_request.${fragment.raw(column)} = ${id}`],
    orderBy: ['service_request.service_request_id'],
    lock: true,
  }) as const

/** All that stand on it, in the order of their ids; their rows are locked. */
export const lockRequestsOn = (tx: ViewTx, column: On, id: string): Promise<ServiceRequest[]> =>
  selectRecords(tx, SERVICE_REQUEST, standingOn(column, id))

/** Without what is over, of which nothing changes with the visit. */
export const lockOpenRequestsOn = (tx: ViewTx, visitId: string): Promise<ServiceRequest[]> => {
  const { where, ...rest } = standingOn('visit_id', visitId)
  const open = fragment`service_request.status not in ('COMPLETED', 'CANCELLED', 'NOT_REQUIRED')`
  return selectRecords(tx, SERVICE_REQUEST, { ...rest, where: [...where, open] })
}

const ASKED = columnsOf(SERVICE_REQUEST, 'sentAt', 'providerContactId')

/** Who was asked, request by request: results, instructions and history are long, and not read. */
export const lockAskedOn = (
  tx: ViewTx,
  column: On,
  id: string,
): Promise<Pick<ServiceRequest, 'sentAt' | 'providerContactId'>[]> =>
  selectRecords(tx, SERVICE_REQUEST, { ...standingOn(column, id), columns: ASKED })

/** Of several visits or flights, in the order they were made. */
export const requestsOn = async (
  reader: ViewReader,
  field: 'visitId' | 'flightId',
  ids: readonly string[],
  columns: Columns<ServiceRequest>,
): Promise<ReadonlyMap<string, ServiceRequest[]>> => {
  const column = field === 'visitId' ? 'service_request.visit_id' : 'service_request.flight_id'
  const orderBy = ['service_request.created_at', 'service_request.service_request_id']
  const found = await selectRecords(reader, SERVICE_REQUEST, {
    columns: columns.with(field),
    where: [oneOf(column, ids)],
    orderBy,
  })
  return Map.groupBy(found, (request) => request[field] ?? '')
}
