/**
 * Service requests of one tenant. A provider sees what was sent to a contact that its application acts for now (threats
 * row 277). Whoever answers or moves one locks its visit first, then its own row.
 */
import { SERVICE_REQUEST_RECORD, type ServiceRequest } from '../../../domain/operations/handling/service-request.ts'
import { contactViewer } from '../../../domain/view.ts'
import { type Columns, columnsOf } from '../../columns.ts'
import { type Fragment, fragment } from '../../engines/fragment.ts'
import { amongContactsOf } from '../../oauth/provider-contacts.ts'
import { hasOne, oneOf } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader, ViewTx } from '../../view.ts'

/** Requests that a provider sees, those that were sent to it, where their visit or flight is this one. */
export const seenOn = (provider: string, tenantId: string, on: Fragment): Fragment =>
  fragment`service_request seen where seen.tenant_id = ${tenantId} and ${on} and seen.sent_at is not null
    and seen.provider_contact_id ${amongContactsOf(tenantId, provider)}`

export const SERVICE_REQUEST = describedRecord(SERVICE_REQUEST_RECORD, {
  visible: {
    provider: ({ provider }, tenantId) => fragment`(service_request.sent_at is not null
      and service_request.provider_contact_id ${amongContactsOf(tenantId, provider)})`,
  },
  filters: {
    airport: (airportId, { tenantId }) =>
      hasOne(fragment`visit where visit.tenant_id = ${tenantId} and visit.visit_id = service_request.visit_id
        and visit.airport_id = ${airportId}`),
    interval: ({ from, to }, { tenantId }) => {
      const onVisit = hasOne(fragment`visit where visit.tenant_id = ${tenantId}
        and visit.visit_id = service_request.visit_id and visit.begins_at >= ${from} and visit.begins_at < ${to}`)
      const onFlight = hasOne(fragment`flight where flight.tenant_id = ${tenantId}
        and flight.flight_id = service_request.flight_id and flight.off_block >= ${from} and flight.off_block < ${to}`)
      return fragment`(${onVisit} or ${onFlight})`
    },
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
