/** Trips of one tenant. A trip's status and times follow from its legs and are written with them. */
import type { Interval } from '../../domain/interval.ts'
import type { Trip, TripStatus } from '../../domain/operations/trip.ts'
import { aircraftViewer, buyerViewer } from '../../domain/view.ts'
import { fragment } from '../engines/fragment.ts'
import { type Condition, NOTHING, oneOf, type RecordKind, VERSION_FIELDS } from '../record-kind.ts'
import { type ListPart, selectRecords } from '../records.ts'
import type { ViewReader } from '../view.ts'
import { scheduledWithin } from './flights.ts'
import { changedSince, type FoundBy, foundBy, type Matching } from './record-search.ts'

export const TRIP: RecordKind<Trip> = {
  table: 'trip',
  noun: 'trip',
  id: 'tripId',
  entity: 'TRIP',
  graphNames: { clientId: 'client', buyer: null, aircraftIdList: 'flightList' },
  fields: {
    tripId: 'plain',
    tripNumber: 'plain',
    status: 'plain',
    clientId: 'plain',
    quoteId: 'plain',
    buyer: 'plain',
    aircraftIdList: 'json',
    ...VERSION_FIELDS,
  },
  visible: (view, tenantId) => {
    if (view.of === 'buyer') return fragment`trip.buyer = ${view.buyer}`
    if (view.of !== 'aircraft') return NOTHING
    return fragment`trip.trip_id in (select f.trip_id from flight f
      where f.tenant_id = ${tenantId} and f.aircraft_id ${fragment.among(view.aircraftIds)})`
  },
  viewers: ({ buyer, aircraftIdList }) => [
    ...(buyer === null ? [] : [buyerViewer(buyer)]),
    ...aircraftIdList.map(aircraftViewer),
  ],
}

export interface TripSearch extends FoundBy {
  /** Trips with a leg whose planned time meets it. */
  readonly interval: Interval | null
  readonly statuses: readonly TripStatus[] | null
  readonly tripNumber: string | null
  readonly clientId: string | null
}

const matching = (search: TripSearch, tenantId: string): Matching => ({
  where: foundBy(TRIP, search, tenantId),
  sifted: marksOf(search, tenantId),
})

const marksOf = (search: TripSearch, tenantId: string): Condition[] => [
  ...changedSince(TRIP, search),
  ...(search.interval
    ? [
        fragment`trip.trip_id in (select flight.trip_id from flight
          where flight.tenant_id = ${tenantId} and ${scheduledWithin(search.interval)})`,
      ]
    : []),
  ...(search.statuses ? [oneOf('trip.status', search.statuses)] : []),
  ...(search.tripNumber ? [fragment`trip.trip_number = ${search.tripNumber}`] : []),
  ...(search.clientId ? [fragment`trip.client_id = ${search.clientId}`] : []),
]

/** In the order they were made. */
export const tripsAfter = (
  reader: ViewReader,
  search: TripSearch,
  { columns, ...part }: ListPart<Trip>,
): Promise<Trip[]> =>
  selectRecords(reader, TRIP, {
    columns: columns.with('createdAt'),
    ...matching(search, reader.tenantId),
    orderBy: ['trip.created_at', 'trip.trip_id'],
    ...part,
  })
