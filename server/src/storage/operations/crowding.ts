/** How many flights, duties, blocks and papers there are already: counted up to a number, so that no count is long. */
import { DAY_MS } from '../../domain/interval.ts'
import type { Duty } from '../../domain/operations/crew/duty.ts'
import type { Unavailability } from '../../domain/operations/fleet/unavailability.ts'
import type { Flight } from '../../domain/operations/flights/flight.ts'
import { fragment, rowsOf } from '../engines/fragment.ts'
import type { TenantReader } from '../handles.ts'
import type { Condition } from '../record-kind.ts'

/** Half a day before and after. */
const HALF_A_DAY_MS = DAY_MS / 2

/** Up to how many are counted. */
export interface Crowd {
  /** Others within half a day of it. */
  readonly near: number
  /** Others that are planned from now on. */
  readonly ahead: number
}

const within = (column: Condition, at: number): Condition =>
  fragment`${column} > ${at - HALF_A_DAY_MS} and ${column} < ${at + HALF_A_DAY_MS}`

const counted = (from: Condition, most: number): Condition =>
  fragment`(select count(*) from (select 1 as one ${from} limit ${most}) as counted)`

const OFF_BLOCK = fragment.raw('f.off_block')

type Planned = Pick<Flight, 'flightId' | 'aircraftId' | 'offBlock'>

/** Flights of the same aircraft. */
export const flightsBeside = async (reader: TenantReader, flight: Planned, upTo: Crowd): Promise<Crowd> => {
  const others = fragment`from flight f where f.tenant_id = ${reader.tenantId} and f.aircraft_id = ${flight.aircraftId}
    and f.flight_id <> ${flight.flightId}`
  const near = fragment`${others} and not (f.status = 'CANCELLED') and ${within(OFF_BLOCK, flight.offBlock)}`
  // In the words of an index that has nothing else, so that none of them is read.
  const ahead = fragment`${others} and f.off_block >= ${await reader.now()}
    and f.status in ('OPTION', 'CONFIRMED', 'RELEASED')`
  const [row] = await rowsOf<Crowd>(
    reader,
    fragment`select ${counted(near, upTo.near)} as near, ${counted(ahead, upTo.ahead)} as ahead`,
  )
  return { near: Number(row?.near ?? 0), ahead: Number(row?.ahead ?? 0) }
}

/** Flights of one person within half a day of this one: found by their time, because people have flown thousands. */
export const flightsOfMember = async (
  reader: TenantReader,
  crewMemberId: string,
  { flightId, offBlock }: Planned,
  most: number,
): Promise<number> => {
  const member = fragment.raw(reader.kind === 'sqlite' ? '+c.crew_member_id' : 'c.crew_member_id')
  const others = fragment`from flight f join flight_crew c on c.tenant_id = f.tenant_id and c.flight_id = f.flight_id
    where f.tenant_id = ${reader.tenantId} and ${within(OFF_BLOCK, offBlock)} and f.status <> 'CANCELLED'
      and f.flight_id <> ${flightId} and ${member} = ${crewMemberId}`
  const [row] = await rowsOf<{ near: number }>(reader, fragment`select ${counted(others, most)} as near`)
  return Number(row?.near ?? 0)
}

type Begun = Pick<Duty, 'dutyId' | 'crewMemberId' | 'startAt'>

/** Other duties of the person that begin within half a day of it. */
export const dutiesBeside = async (reader: TenantReader, duty: Begun, most: number): Promise<number> => {
  const others = fragment`from duty d where d.tenant_id = ${reader.tenantId} and d.crew_member_id = ${duty.crewMemberId}
    and d.duty_id <> ${duty.dutyId} and ${within(fragment.raw('d.start_at'), duty.startAt)}`
  const [row] = await rowsOf<{ near: number }>(reader, fragment`select ${counted(others, most)} as near`)
  return Number(row?.near ?? 0)
}

type Blocked = Pick<Unavailability, 'unavailabilityId' | 'aircraftId' | 'from'>

/** Other blocks of the aircraft: those that begin within half a day of it, and those that are not over. */
export const blocksBeside = async (reader: TenantReader, block: Blocked, upTo: Crowd): Promise<Crowd> => {
  const others = fragment`from unavailability u where u.tenant_id = ${reader.tenantId}
    and u.aircraft_id = ${block.aircraftId} and u.unavailability_id <> ${block.unavailabilityId}`
  const near = fragment`${others} and ${within(fragment.raw('u."from"'), block.from)}`
  const now = await reader.now()
  // Each by an index: what is over, of all that the aircraft had, is not read (threats row 622).
  const ahead = fragment`from (select u.unavailability_id ${others} and u."to" > ${now}
    union all select u.unavailability_id ${others} and u.is_end_estimated = 1 and u."to" <= ${now}) as ahead`
  const [row] = await rowsOf<Crowd>(
    reader,
    fragment`select ${counted(near, upTo.near)} as near, ${counted(ahead, upTo.ahead)} as ahead`,
  )
  return { near: Number(row?.near ?? 0), ahead: Number(row?.ahead ?? 0) }
}

/** Papers that a person has, whether they count or not. */
export const qualificationCount = async (reader: TenantReader, crewMemberId: string, most: number): Promise<number> => {
  const held = fragment`from qualification q where q.tenant_id = ${reader.tenantId}
    and q.crew_member_id = ${crewMemberId}`
  const [row] = await rowsOf<{ held: number }>(reader, fragment`select ${counted(held, most)} as held`)
  return Number(row?.held ?? 0)
}
