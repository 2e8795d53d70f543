/** Visits of one tenant. A provider sees those where one of its contacts was asked for something. */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import type { ServiceKind } from '../../../domain/operations/handling/service-kind.ts'
import type { ServiceStatus } from '../../../domain/operations/handling/service-request.ts'
import { VISIT_RECORD, type Visit } from '../../../domain/operations/handling/visit.ts'
import { contactViewer } from '../../../domain/view.ts'
import { columnsOf } from '../../columns.ts'
import { type Fragment, fragment, rowsOf } from '../../engines/fragment.ts'
import { hasOne, oneOf } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader, ViewTx } from '../../view.ts'
import { FLIGHT } from '../flights/flights.ts'
import { SERVICE_REQUEST, seenOn } from './service-requests.ts'

export const VISIT = describedRecord(VISIT_RECORD, {
  visible: {
    provider: ({ provider }, tenantId) => hasOne(seenOn(provider, tenantId, fragment`seen.visit_id = visit.visit_id`)),
  },
  filters: {
    interval: ({ from, to }) => fragment`visit.begins_at >= ${from} and visit.begins_at < ${to}`,
    flightId: (flightId) =>
      fragment`(visit.arrival_flight_id = ${flightId} or visit.departure_flight_id = ${flightId})`,
  },
  viewers: ({ providerContactIdList }) => providerContactIdList.map(contactViewer),
})

/** The visits that a flight is a leg of, before and after it changed, and those that it may become one of. */
export const lockVisitsAround = (tx: ViewTx, { flightId, aircraftId, offBlock, onBlock }: Flight): Promise<Visit[]> =>
  selectRecords(tx, VISIT, {
    where: [
      fragment`(visit.arrival_flight_id = ${flightId} or visit.departure_flight_id = ${flightId}
        or (visit.aircraft_id = ${aircraftId} and visit.arrival_flight_id is not null
          and visit.begins_at <= ${onBlock} and coalesce(visit.depart_at, ${offBlock}) >= ${offBlock})
        or (visit.aircraft_id = ${aircraftId} and visit.arrival_flight_id is null and visit.begins_at >= ${offBlock}))`,
    ],
    orderBy: ['visit.visit_id'],
    lock: true,
  })

/** The visit that begins with this arrival, or, without one, that ends with this departure. */
export const visitAt = async (
  tx: ViewTx,
  end: 'arrival_flight_id' | 'departure_flight_id',
  flightId: string,
): Promise<Visit | undefined> => {
  const where = [fragment`visit.${fragment.raw(end)} = ${flightId}`]
  return (await selectRecords(tx, VISIT, { where, orderBy: ['visit.visit_id'], lock: true }))[0]
}

const WITH_LEGS = columnsOf(VISIT, 'visitId', 'arrivalFlightId', 'departureFlightId')

/** The visits that these flights arrive at or leave from, by flight, as far as the reader sees them. */
export const visitsOfFlights = async (
  reader: ViewReader,
  end: 'arrivalFlightId' | 'departureFlightId',
  flightIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const column = end === 'arrivalFlightId' ? 'visit.arrival_flight_id' : 'visit.departure_flight_id'
  const found = await selectRecords(reader, VISIT, {
    columns: WITH_LEGS,
    where: [oneOf(column, flightIds)],
    orderBy: ['visit.visit_id'],
  })
  return new Map(found.map((visit) => [visit[end] ?? '', visit.visitId]))
}

/** The flight of the aircraft that comes next, or came before; options and what was cancelled do not count. */
export const flightBeside = async (
  reader: ViewReader,
  { flightId, aircraftId, offBlock }: Pick<Flight, 'flightId' | 'aircraftId' | 'offBlock'>,
  side: 'before' | 'after',
): Promise<Flight | undefined> => {
  const isAfter = side === 'after'
  const comparison = fragment.raw(isAfter ? '>' : '<')
  const [found] = await selectRecords(reader, FLIGHT, {
    where: [
      fragment`flight.aircraft_id = ${aircraftId} and flight.flight_id <> ${flightId}
        and flight.status not in ('CANCELLED', 'OPTION') and flight.off_block ${comparison} ${offBlock}`,
    ],
    orderBy: ['flight.off_block'],
    isDescending: !isAfter,
    most: 1,
  })
  return found
}

/** The visits with this leg where a request that the reader sees is in one of these states. */
export const visitsOfLeg = (
  reader: ViewReader,
  flightId: string,
  statuses: readonly ServiceStatus[],
): Promise<Visit[]> => {
  const { tenantId } = reader
  return selectRecords(reader, VISIT, {
    where: [
      fragment`(visit.arrival_flight_id = ${flightId} or visit.departure_flight_id = ${flightId})
        and visit.visit_id in (select service_request.visit_id from service_request
          where service_request.tenant_id = ${tenantId} and service_request.visit_id is not null
            and ${fragment.join([oneOf('service_request.status', statuses), ...requestsSeen(reader)], ' and ')})`,
    ],
  })
}

const requestsSeen = ({ tenantId, view }: ViewReader): Fragment[] =>
  view.of === 'operator' ? [] : [SERVICE_REQUEST.visible(view, tenantId)]

interface AskedFor {
  readonly statuses: readonly ServiceStatus[]
  /** All where absent. */
  readonly kinds?: readonly ServiceKind[]
}

/** Of these flights those, until they are closed, whose people a request is about that the reader sees. */
export const flightsAskedFor = async (
  reader: ViewReader,
  flightIds: readonly string[],
  { statuses, kinds }: AskedFor,
): Promise<ReadonlySet<string>> => {
  const { tenantId } = reader
  const asked = fragment.join(
    [
      fragment`service_request.tenant_id = ${tenantId}`,
      oneOf('service_request.status', statuses),
      ...(kinds ? [oneOf('service_request.kind', kinds)] : []),
      ...requestsSeen(reader),
    ],
    ' and ',
  )
  const ofVisits = fragment`select service_request.visit_id from service_request where ${asked}
    and service_request.visit_id is not null`
  const open = fragment`(select flight.flight_id from flight where flight.tenant_id = ${tenantId}
    and ${oneOf('flight.flight_id', flightIds)} and flight.status <> 'CLOSED')`
  const rows = await rowsOf<{ flightId: string }>(
    reader,
    fragment`select arrival_flight_id as "flightId" from visit where tenant_id = ${tenantId}
        and arrival_flight_id in ${open} and visit_id in (${ofVisits})
      union select departure_flight_id from visit where tenant_id = ${tenantId}
        and departure_flight_id in ${open} and visit_id in (${ofVisits})
      union select service_request.flight_id from service_request where ${asked}
        and service_request.flight_id in ${open}`,
  )
  return new Set(rows.map(({ flightId }) => flightId))
}
