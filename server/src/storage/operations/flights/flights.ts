/** Flights of one tenant. */

import { DAY_MS, HOUR_MS, type Interval } from '../../../domain/interval.ts'
import { FLIGHT_RECORD, type Flight, MAX_BLOCK_HOURS } from '../../../domain/operations/flights/flight.ts'
import { type Columns, columnsOf } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import { type Condition, hasOne, oneOf, sortedAfterwards } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader } from '../../view.ts'
import { seenOn } from '../handling/service-requests.ts'

/** A flight takes a day at most from block to block, so one that overlaps an interval began at most a day before it. */
export const scheduledWithin = ({ from, to }: Interval): Condition => {
  const earliest = from - MAX_BLOCK_HOURS * HOUR_MS
  return fragment`flight.off_block < ${to} and flight.off_block >= ${earliest} and flight.on_block > ${from}`
}

/** A reported or estimated time is at most three days from the plan, and a flight takes a day at most. */
const FAR_FROM_PLAN_MS = 3 * DAY_MS

const actualTime = (field: 'offBlock' | 'onBlock', kind: ViewReader['kind']): Condition =>
  fragment.raw(
    kind === 'postgres' ? `(flight.actual::json ->> '${field}')::bigint` : `json_extract(flight.actual, '$.${field}')`,
  )

/** Actual, else estimated, else planned. Without an estimate, a flight that leaves late arrives as late. */
const expectedWithin = ({ from, to }: Interval, kind: ViewReader['kind']): Condition => {
  const leaves = fragment`coalesce(${actualTime('offBlock', kind)}, flight.estimated_off_block, flight.off_block)`
  const arrives = fragment`coalesce(${actualTime('onBlock', kind)}, flight.estimated_on_block,
    ${leaves} + flight.on_block - flight.off_block)`
  const earliest = from - FAR_FROM_PLAN_MS - 2 * MAX_BLOCK_HOURS * HOUR_MS
  return fragment`flight.off_block < ${to + FAR_FROM_PLAN_MS} and flight.off_block >= ${earliest}
    and ${leaves} < ${to} and ${arrives} > ${from}`
}

/** The rule of `shownRisk`, in SQL. */
const AT_RISK = fragment`((flight.status in ('CONFIRMED', 'RELEASED') and flight.risk_reason_list <> '[]')
  or (flight.status = 'OPTION' and flight.risk_reason_list like '%"OPTION_OVERLAP"%'))`

export const FLIGHT = describedRecord(FLIGHT_RECORD, {
  visible: {
    provider: ({ provider }, tenantId) => {
      const onVisit = hasOne(seenOn(provider, tenantId, fragment`seen.visit_id = v.visit_id`))
      const asLeg = (leg: 'arrival_flight_id' | 'departure_flight_id') =>
        hasOne(fragment`visit v where v.tenant_id = ${tenantId} and v.${fragment.raw(leg)} = flight.flight_id
          and ${onVisit}`)
      const onFlight = hasOne(seenOn(provider, tenantId, fragment`seen.flight_id = flight.flight_id`))
      return fragment`(${asLeg('arrival_flight_id')} or ${asLeg('departure_flight_id')} or ${onFlight})`
    },
    person: ({ userId }, tenantId) => fragment`flight.flight_id in (
      select fc.flight_id from flight_crew fc
      join crew_member m on m.tenant_id = fc.tenant_id and m.crew_member_id = fc.crew_member_id
      where fc.tenant_id = ${tenantId} and m.user_id = ${userId})`,
  },
  filters: {
    interval: (interval, { kind }, { basis }) =>
      basis === 'EXPECTED' ? expectedWithin(interval, kind) : scheduledWithin(interval),
    // It says how others are meant.
    basis: () => fragment`1 = 1`,
    ades: (airportId, _reader, { basis }) =>
      basis === 'EXPECTED'
        ? fragment`coalesce(flight.diverted_to_id, flight.ades_id) = ${airportId}`
        : fragment`flight.ades_id = ${airportId}`,
    // Where others find the flights, each is asked for the person, who may have flown thousands (threats row 547).
    crewMemberId: (crewMemberId, { tenantId }, { flightIdList, tripId, externalId }) =>
      flightIdList || tripId || externalId
        ? hasOne(fragment`flight_crew c where c.tenant_id = ${tenantId} and c.flight_id = flight.flight_id
          and c.crew_member_id = ${crewMemberId}`)
        : fragment`flight.flight_id in (select flight_id from flight_crew
          where tenant_id = ${tenantId} and crew_member_id = ${crewMemberId})`,
    // One aircraft, so that its index has the list's order too.
    registration: (registration, { tenantId }) => fragment`flight.aircraft_id = (select aircraft_id from aircraft
    where tenant_id = ${tenantId} and registration = ${registration})`,
    // Nothing is at risk for whoever is not told of it.
    isAtRisk: (isAtRisk, { view }) => {
      const atRisk = view.of === 'buyer' || view.of === 'provider' ? fragment`1 = 0` : AT_RISK
      return isAtRisk ? atRisk : fragment`not ${atRisk}`
    },
  },
})

export const legsOfTrips = async (
  reader: ViewReader,
  tripIds: readonly string[],
  columns: Columns<Flight>,
): Promise<ReadonlyMap<string, Flight[]>> => {
  const legs = await selectRecords(reader, FLIGHT, {
    columns: columns.with('tripId'),
    where: [oneOf('flight.trip_id', tripIds)],
    orderBy: [sortedAfterwards('flight.off_block'), 'flight.flight_id'],
  })
  return Map.groupBy(legs, (leg) => leg.tripId ?? '')
}

const ONLY_IDS = columnsOf(FLIGHT)

export const legIdsOfTrip = async (reader: ViewReader, tripId: string): Promise<string[]> => {
  const where = [fragment`flight.trip_id = ${tripId}`]
  const legs = await selectRecords(reader, FLIGHT, { columns: ONLY_IDS.with('flightId'), where })
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
    select flight.flight_id from flight where flight.tenant_id = ${tenantId} and ${oneOf('flight.flight_id', flightIds)}
      and ${FLIGHT.visible(view, tenantId)})`
}

const NUMBER = columnsOf(FLIGHT, 'flightNo')

/** Flights that occupy an aircraft at that time. A caller that goes on to write has locked the aircraft's row. */
export const occupyingFlights = (
  reader: ViewReader,
  aircraftId: string,
  interval: Interval,
): Promise<Pick<Flight, 'flightNo'>[]> =>
  selectRecords(reader, FLIGHT, {
    columns: NUMBER,
    where: [
      fragment`flight.aircraft_id = ${aircraftId} and not (flight.status = 'CANCELLED')`,
      scheduledWithin(interval),
    ],
    most: 1,
  })

/** The rule of `excludesOthers`, in SQL: a flight that this one must not overlap. The aircraft's row is locked. */
export const excludingFlights = (
  reader: ViewReader,
  { flightId, aircraftId, offBlock, onBlock }: Pick<Flight, 'flightId' | 'aircraftId' | 'offBlock' | 'onBlock'>,
): Promise<Pick<Flight, 'flightNo'>[]> =>
  selectRecords(reader, FLIGHT, {
    columns: NUMBER,
    where: [
      fragment`flight.aircraft_id = ${aircraftId} and not (flight.status = 'CANCELLED') and flight.status <> 'OPTION'
        and flight.flight_id <> ${flightId}`,
      scheduledWithin({ from: offBlock, to: onBlock }),
    ],
    most: 1,
  })

/** The flights of an aircraft just before and just after a time, if any. */
export const neighbours = async (
  reader: ViewReader,
  flight: Pick<Flight, 'flightId' | 'aircraftId' | 'offBlock' | 'onBlock'>,
): Promise<{ before: Flight | undefined; after: Flight | undefined }> => {
  const standing = fragment`flight.aircraft_id = ${flight.aircraftId} and flight.status <> 'CANCELLED'
    and flight.flight_id <> ${flight.flightId}`
  // A flight beside this one is neither before nor after it: one of them is an option.
  const tenant = fragment`f.tenant_id = ${reader.tenantId} and f.aircraft_id = ${flight.aircraftId}
    and not (f.status = 'CANCELLED') and f.flight_id <> ${flight.flightId}
    and not (f.off_block < ${flight.onBlock} and f.on_block > ${flight.offBlock})`
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
