/** Flights of one tenant. */

import { HOUR_MS, type Interval } from '../../domain/interval.ts'
import { type Flight, type FlightKind, type FlightStatus, MAX_BLOCK_HOURS } from '../../domain/operations/flight.ts'
import { aircraftViewer, buyerViewer } from '../../domain/view.ts'
import { type Columns, columnsOf } from '../columns.ts'
import { fragment } from '../engines/fragment.ts'
import { type Condition, NOTHING, oneOf, type RecordKind, VERSION_FIELDS } from '../record-kind.ts'
import { type ListPart, selectRecords } from '../records.ts'
import type { ViewReader } from '../view.ts'
import { changedSince, type FoundBy, foundBy, type Matching } from './record-search.ts'

export const FLIGHT: RecordKind<Flight> = {
  table: 'flight',
  noun: 'flight',
  id: 'flightId',
  entity: 'FLIGHT',
  graphNames: {
    tripId: 'trip',
    aircraftId: 'aircraft',
    adepId: 'adep',
    adesId: 'ades',
    alternateIdList: 'alternateList',
    divertedToId: 'divertedTo',
    offBlock: 'schedule',
    onBlock: 'schedule',
    estimatedOffBlock: 'estimate',
    estimatedOnBlock: 'estimate',
    paxTotal: 'paxCount',
    fuelUpliftList: 'fuel',
    releasedAt: null,
    buyer: null,
  },
  fields: {
    flightId: 'plain',
    flightNo: 'plain',
    callsign: 'plain',
    tripId: 'plain',
    legNumber: 'plain',
    aircraftId: 'plain',
    status: 'plain',
    kind: 'plain',
    rules: 'plain',
    adepId: 'plain',
    adesId: 'plain',
    alternateIdList: 'json',
    divertedToId: 'plain',
    offBlock: 'plain',
    onBlock: 'plain',
    estimatedOffBlock: 'plain',
    estimatedOnBlock: 'plain',
    targetOffBlock: 'plain',
    calculatedTakeOff: 'plain',
    actual: 'json',
    timeReportList: 'json',
    landingCount: 'plain',
    releasedAt: 'plain',
    distanceNm: 'plain',
    paxTotal: 'plain',
    fuel: 'json',
    fuelUpliftList: 'json',
    delayList: 'json',
    opsNote: 'plain',
    statusReason: 'plain',
    historyList: 'json',
    riskReasonList: 'json',
    buyer: 'plain',
    ...VERSION_FIELDS,
  },
  // A flight support application sees flights with a request to its provider: none as long as there are no requests.
  visible: (view, tenantId) => {
    if (view.of === 'aircraft') return oneOf('flight.aircraft_id', view.aircraftIds)
    if (view.of === 'buyer') return fragment`flight.buyer = ${view.buyer}`
    if (view.of === 'provider') return NOTHING
    return fragment`flight.flight_id in (
      select fc.flight_id from flight_crew fc
      join crew_member m on m.tenant_id = fc.tenant_id and m.crew_member_id = fc.crew_member_id
      where fc.tenant_id = ${tenantId} and m.user_id = ${view.userId})`
  },
  viewers: ({ aircraftId, buyer }) => [aircraftViewer(aircraftId), ...(buyer === null ? [] : [buyerViewer(buyer)])],
}

/** A flight takes a day at most from block to block, so one that overlaps an interval began at most a day before it. */
export const scheduledWithin = ({ from, to }: Interval): Condition => {
  const earliest = from - MAX_BLOCK_HOURS * HOUR_MS
  return fragment`flight.off_block < ${to} and flight.off_block >= ${earliest} and flight.on_block > ${from}`
}

export interface FlightSearch extends FoundBy {
  readonly interval: Interval | null
  readonly aircraftIds: readonly string[] | null
  readonly crewMemberId: string | null
  readonly tripId: string | null
  readonly adepId: string | null
  readonly adesId: string | null
  readonly statuses: readonly FlightStatus[] | null
  readonly kinds: readonly FlightKind[] | null
  readonly flightNo: string | null
  readonly callsign: string | null
  readonly registration: string | null
  readonly isAtRisk: boolean | null
}

/** The rule of `shownRisk`, in SQL. */
const AT_RISK = fragment`(flight.status in ('CONFIRMED', 'RELEASED') and flight.risk_reason_list <> '[]')`

const withCrewMember = (crewMemberId: string, tenantId: string): Condition =>
  fragment`flight.flight_id in (select flight_id from flight_crew
    where tenant_id = ${tenantId} and crew_member_id = ${crewMemberId})`

const ofRegistration = (registration: string, tenantId: string): Condition =>
  fragment`flight.aircraft_id in (select aircraft_id from aircraft
    where tenant_id = ${tenantId} and registration = ${registration})`

const placeIn = (reader: ViewReader, search: FlightSearch): Condition[] => [
  ...foundBy(FLIGHT, search, reader.tenantId),
  ...(search.interval ? [scheduledWithin(search.interval)] : []),
  ...(search.aircraftIds ? [oneOf('flight.aircraft_id', search.aircraftIds)] : []),
  ...(search.crewMemberId ? [withCrewMember(search.crewMemberId, reader.tenantId)] : []),
  ...(search.tripId ? [fragment`flight.trip_id = ${search.tripId}`] : []),
  ...(search.registration ? [ofRegistration(search.registration, reader.tenantId)] : []),
]

const marksOf = (search: FlightSearch): Condition[] => [
  ...changedSince(FLIGHT, search),
  ...(search.adepId ? [fragment`flight.adep_id = ${search.adepId}`] : []),
  ...(search.adesId ? [fragment`flight.ades_id = ${search.adesId}`] : []),
  ...(search.statuses ? [oneOf('flight.status', search.statuses)] : []),
  ...(search.kinds ? [oneOf('flight.kind', search.kinds)] : []),
  ...(search.flightNo ? [fragment`flight.flight_no = ${search.flightNo}`] : []),
  ...(search.callsign ? [fragment`flight.callsign = ${search.callsign}`] : []),
  ...(search.isAtRisk === null ? [] : [search.isAtRisk ? AT_RISK : fragment`not ${AT_RISK}`]),
]

const matching = (reader: ViewReader, search: FlightSearch): Matching => ({
  where: placeIn(reader, search),
  sifted: marksOf(search),
})

/** Flights whose planned time overlaps the interval, by off-block time. */
export const flightsAfter = (
  reader: ViewReader,
  search: FlightSearch,
  { columns, ...part }: ListPart<Flight>,
): Promise<Flight[]> =>
  selectRecords(reader, FLIGHT, {
    columns: columns.with('offBlock'),
    ...matching(reader, search),
    orderBy: ['flight.off_block', 'flight.flight_id'],
    ...part,
  })

export const legsOfTrips = async (
  reader: ViewReader,
  tripIds: readonly string[],
  columns: Columns<Flight>,
): Promise<ReadonlyMap<string, Flight[]>> => {
  const legs = await selectRecords(reader, FLIGHT, {
    columns: columns.with('tripId'),
    where: [oneOf('flight.trip_id', tripIds)],
    orderBy: ['flight.off_block', 'flight.flight_id'],
  })
  return Map.groupBy(legs, (leg) => leg.tripId ?? '')
}

const NOTHING_MORE = columnsOf(FLIGHT)

export const legIdsOfTrip = async (reader: ViewReader, tripId: string): Promise<string[]> => {
  const where = [fragment`flight.trip_id = ${tripId}`]
  const legs = await selectRecords(reader, FLIGHT, { columns: NOTHING_MORE.with('flightId'), where })
  return legs.map(({ flightId }) => flightId)
}

/** Restricts a table whose rows belong to flights to those of these flights that the reader sees. */
export const ofSeenFlights = (
  { view, tenantId }: ViewReader,
  table: string,
  flightIds: readonly string[],
): Condition => {
  const given = fragment`${fragment.raw(table)}.tenant_id = ${tenantId} and ${oneOf(`${table}.flight_id`, flightIds)}`
  if (view.of === 'operator') return given
  return fragment`${given} and ${fragment.raw(table)}.flight_id in (
    select flight.flight_id from flight where flight.tenant_id = ${tenantId} and ${FLIGHT.visible(view, tenantId)})`
}

const NUMBER = columnsOf(FLIGHT, 'flightNo')

/** Flights that occupy an aircraft at that time. A caller that goes on to write has locked the aircraft's row. */
export const occupyingFlights = (
  reader: ViewReader,
  aircraftId: string,
  interval: Interval,
  exceptFlightId: string | null = null,
): Promise<Pick<Flight, 'flightNo'>[]> =>
  selectRecords(reader, FLIGHT, {
    columns: NUMBER,
    where: [
      fragment`flight.aircraft_id = ${aircraftId} and flight.status <> 'CANCELLED'`,
      scheduledWithin(interval),
      ...(exceptFlightId ? [fragment`flight.flight_id <> ${exceptFlightId}`] : []),
    ],
    most: 1,
  })

/** The flights of an aircraft just before and just after a time, if any. */
export const neighbours = async (
  reader: ViewReader,
  flight: Pick<Flight, 'flightId' | 'aircraftId' | 'offBlock'>,
): Promise<{ before: Flight | undefined; after: Flight | undefined }> => {
  const standing = fragment`flight.aircraft_id = ${flight.aircraftId} and flight.status <> 'CANCELLED'
    and flight.flight_id <> ${flight.flightId}`
  const tenant = fragment`f.tenant_id = ${reader.tenantId} and f.aircraft_id = ${flight.aircraftId}
    and f.status <> 'CANCELLED' and f.flight_id <> ${flight.flightId}`
  const found = await selectRecords(reader, FLIGHT, {
    where: [
      standing,
      fragment`flight.off_block in (
        (select max(f.off_block) from flight f where ${tenant} and f.off_block < ${flight.offBlock}),
        (select min(f.off_block) from flight f where ${tenant} and f.off_block > ${flight.offBlock}))`,
    ],
  })
  return {
    before: found.find(({ offBlock }) => offBlock < flight.offBlock),
    after: found.find(({ offBlock }) => offBlock > flight.offBlock),
  }
}
