/** Legs around a flight: those of its aircraft and of its crew, which decide whether it is at risk. */
import { DAY_MS, HOUR_MS, type Interval } from '../../../domain/interval.ts'
import type { CrewPosition } from '../../../domain/operations/crew/crew.ts'
import type { AssignedLeg } from '../../../domain/operations/crew/flight-duty.ts'
import { MAX_BLOCK_HOURS } from '../../../domain/operations/flights/flight.ts'
import { LEG_FIELDS, type Leg } from '../../../domain/operations/risk/timeline.ts'
import { columnsOf } from '../../columns.ts'
import { fragment, listsOf, rowsOf } from '../../engines/fragment.ts'
import { type Condition, hasOne, oneOf, sortedAfterwards } from '../../record-kind.ts'
import { selectRecords } from '../../records.ts'
import { someAtATime } from '../../some-at-a-time.ts'
import type { ViewReader } from '../../view.ts'
import { FLIGHT } from './flights.ts'

const LEG = columnsOf(FLIGHT, ...LEG_FIELDS)
const STANDING = fragment`flight.status <> 'CANCELLED'`

/** Some two milliseconds on the embedded store for the legs of twelve days. */
const AIRCRAFT_AT_A_TIME = 25

const legsOfSome = (reader: ViewReader, aircraftIds: readonly string[], { from, to }: Interval): Promise<Leg[]> =>
  selectRecords(reader, FLIGHT, {
    columns: LEG,
    // Named by their ids, so that an index finds them: a time that differs by aircraft would be looked for in every row.
    // Of an aircraft, those that were cancelled are not in the index that says so in these words (threats row 623).
    where: [
      fragment`flight.flight_id in (
        select f.flight_id from flight f where f.tenant_id = ${reader.tenantId} and ${oneOf('f.aircraft_id', aircraftIds)}
          and not (f.status = 'CANCELLED') and f.off_block >= ${from} and f.off_block <= ${to}
        union all select (select f.flight_id from flight f where f.tenant_id = aircraft.tenant_id
            and f.aircraft_id = aircraft.aircraft_id and not (f.status = 'CANCELLED') and f.off_block < ${from}
            order by f.off_block desc limit 1)
          from aircraft where aircraft.tenant_id = ${reader.tenantId} and ${oneOf('aircraft.aircraft_id', aircraftIds)})`,
      STANDING,
    ],
    orderBy: [sortedAfterwards('flight.off_block'), 'flight.flight_id'],
  })

/** The legs of these aircraft that are planned to leave within the interval, and the last one before it of each. */
export const legsOfAircraft = async (
  reader: ViewReader,
  aircraftIds: readonly string[],
  within: Interval,
): Promise<ReadonlyMap<string, Leg[]>> => {
  const legs = await someAtATime(aircraftIds, AIRCRAFT_AT_A_TIME, (some) => legsOfSome(reader, some, within))
  return Map.groupBy(legs, ({ aircraftId }) => aircraftId)
}

const AFTER_KEY = 4

/** A condition on the legs, by the column of their off-block time. */
type Within = (offBlock: Condition) => Condition

interface CrewLeg extends AssignedLeg {
  readonly crewMemberId: string
}

/** Fewer people have fewer legs of their own than the operator has flights within an interval. */
const FEW_PEOPLE = 50

/** Of people who flew more, the legs of a time are looked for by the time (threats row 624). */
const FEW_LEGS = 1_000
const LONG_TIME_MS = 31 * DAY_MS

const haveFewLegs = async (reader: ViewReader, crewMemberIds: readonly string[]): Promise<boolean> => {
  const [row] = await rowsOf<{ legs: number }>(
    reader,
    fragment`select count(*) as legs from (select 1 from flight_crew where tenant_id = ${reader.tenantId}
      and ${oneOf('crew_member_id', crewMemberIds)} limit ${FEW_LEGS + 1}) as counted`,
  )
  return Number(row?.legs ?? 0) <= FEW_LEGS
}

const isByInterval = async (
  reader: ViewReader,
  crewMemberIds: readonly string[],
  { from, to }: Interval,
): Promise<boolean> => {
  if (reader.kind !== 'sqlite') return false
  if (crewMemberIds.length > FEW_PEOPLE) return true
  return to - from <= LONG_TIME_MS && !(await haveFewLegs(reader, crewMemberIds))
}

/** The way that the embedded store takes to the legs: by the people, where they are few, else by the interval. */
const crewLegColumns = (reader: ViewReader, byInterval: boolean) => ({
  offBlock: fragment.raw(reader.kind === 'sqlite' && !byInterval ? '+flight.off_block' : 'flight.off_block'),
  crewMemberId: byInterval ? '+flight_crew.crew_member_id' : 'flight_crew.crew_member_id',
})

interface CrewLegSearch {
  readonly crewMemberIds: readonly string[]
  readonly within: Within
  readonly byInterval: boolean
}

const crewLegs = async (reader: ViewReader, { crewMemberIds, within, byInterval }: CrewLegSearch) => {
  const { offBlock, crewMemberId: column } = crewLegColumns(reader, byInterval)
  const rows = await listsOf(
    reader,
    fragment`select flight_crew.crew_member_id, flight_crew.position, flight_crew.report_at, flight_crew.starts_duty, ${LEG.selected}
    from flight_crew join flight on flight.tenant_id = flight_crew.tenant_id and flight.flight_id = flight_crew.flight_id
    where flight_crew.tenant_id = ${reader.tenantId} and ${oneOf(column, crewMemberIds)}
      and ${STANDING} and ${within(offBlock)} order by ${fragment.raw(sortedAfterwards('flight.off_block'))}, flight.flight_id`,
  )
  return rows.map((row): CrewLeg => {
    const [crewMemberId, position, reportAt, startsDuty] = row as [string, CrewPosition, number | null, number | null]
    return {
      crewMemberId,
      position,
      reportAt,
      startsDuty: startsDuty === null ? null : startsDuty === 1,
      leg: LEG.objectOf(row, AFTER_KEY),
    }
  })
}

/** Of a whole fleet, where the embedded store walks the interval: some three milliseconds (threats row 520). */
const DAYS_AT_A_TIME = 3

/** The legs of these crew members that are planned to leave within the interval. */
export const legsOfCrew = async (
  reader: ViewReader,
  crewMemberIds: readonly string[],
  { from, to }: Interval,
): Promise<ReadonlyMap<string, CrewLeg[]>> => {
  const byInterval = await isByInterval(reader, crewMemberIds, { from, to })
  const part = byInterval ? DAYS_AT_A_TIME * DAY_MS : to - from + 1
  const legs: CrewLeg[] = []
  for (let begin = from; begin <= to; begin += part) {
    const end = Math.min(to, begin + part - 1)
    const within: Within = (offBlock) => fragment`${offBlock} >= ${begin} and ${offBlock} <= ${end}`
    for (const leg of await crewLegs(reader, { crewMemberIds, within, byInterval })) legs.push(leg)
  }
  return Map.groupBy(legs, ({ crewMemberId }) => crewMemberId)
}

/** The assigned legs of one crew member whose planned time overlaps an interval. */
export const assignedLegs = async (
  reader: ViewReader,
  crewMemberId: string,
  { from, to }: Interval,
): Promise<readonly AssignedLeg[]> =>
  crewLegs(reader, {
    crewMemberIds: [crewMemberId],
    within: (offBlock) => fragment`${offBlock} < ${to} and ${offBlock} >= ${from - MAX_BLOCK_HOURS * HOUR_MS}
      and flight.on_block > ${from}`,
    byInterval: await isByInterval(reader, [crewMemberId], { from, to }),
  })

/** How far a delay of three days, and the rest after it, reach. */
const AIRCRAFT_REACH_MS = 4 * DAY_MS
const CREW_REACH_MS = 8 * DAY_MS

export interface Reach extends Interval {
  readonly aircraftIds: readonly string[]
  readonly crewMemberIds: readonly string[]
}

/**
 * Flights that are planned and may be at risk by what happened within the interval, of these aircraft and crews: each
 * by the time, not among all that are ahead (threats row 551).
 */
export const flightsInReach = async (
  reader: ViewReader,
  { aircraftIds, crewMemberIds, from, to }: Reach,
): Promise<string[]> => {
  const planned = fragment`f.tenant_id = ${reader.tenantId} and f.status in ('OPTION', 'CONFIRMED', 'RELEASED')
    and f.off_block >= ${from - DAY_MS} and f.on_block > ${from}`
  const ways: Condition[] = []
  if (aircraftIds.length > 0) {
    ways.push(fragment`select f.flight_id as id from flight f
      where ${planned} and ${oneOf('f.aircraft_id', aircraftIds)} and f.off_block <= ${to + AIRCRAFT_REACH_MS}`)
  }
  if (crewMemberIds.length > 0) {
    const reach = { from: from - DAY_MS, to: to + CREW_REACH_MS }
    const ofThem = fragment`flight_crew c where c.tenant_id = ${reader.tenantId}
      and ${oneOf('c.crew_member_id', crewMemberIds)}`
    const isTheirs = (await isByInterval(reader, crewMemberIds, reach))
      ? hasOne(fragment`${ofThem} and c.flight_id = f.flight_id`)
      : fragment`f.flight_id in (select c.flight_id from ${ofThem})`
    ways.push(fragment`select f.flight_id as id from flight f
      where ${planned} and f.off_block <= ${reach.to} and ${isTheirs}`)
  }
  if (ways.length === 0) return []
  const rows = await rowsOf<{ id: string }>(reader, fragment.join(ways, ' union '))
  return rows.map(({ id }) => id)
}

/** The next leg of each aircraft after a time, however far away. */
export const nextFlightIds = async (
  reader: ViewReader,
  aircraftIds: readonly string[],
  after: number,
): Promise<string[]> => {
  const rows = await rowsOf<{ id: string }>(
    reader,
    fragment`select f.flight_id as id from aircraft
    join flight f on f.tenant_id = aircraft.tenant_id and f.aircraft_id = aircraft.aircraft_id and not (f.status = 'CANCELLED')
      and f.off_block = (select min(n.off_block) from flight n where n.tenant_id = aircraft.tenant_id
        and n.aircraft_id = aircraft.aircraft_id and not (n.status = 'CANCELLED') and n.off_block > ${after})
    where aircraft.tenant_id = ${reader.tenantId} and ${oneOf('aircraft.aircraft_id', aircraftIds)}`,
  )
  return rows.map(({ id }) => id)
}
