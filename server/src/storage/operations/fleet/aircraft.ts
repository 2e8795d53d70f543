/** Aircraft of one tenant. A transaction that occupies or frees an aircraft's time locks its row. */
import { AIRCRAFT_RECORD, type Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import { columnsOf } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import { amongOffered } from '../../oauth/offered-aircraft.ts'
import { type Condition, hasOne, NOTHING, oneOf } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import type { WordsNow } from '../../records/described-search.ts'
import { selectRecords } from '../../records.ts'
import { unrestricted, type ViewReader } from '../../view.ts'

const groundedNow = (now: number, reasons: readonly string[]): Condition =>
  fragment`exists (select 1 from unavailability u where u.tenant_id = aircraft.tenant_id
    and u.aircraft_id = aircraft.aircraft_id and ${oneOf('u.reason', reasons)}
    and u."from" <= ${now} and (u."to" > ${now} or u.is_end_estimated = 1))`

/** The rule of `statusAt`, in SQL: AOG before MAINTENANCE, both only of an aircraft that is in service. */
const isInStatus = (status: string, now: number): Condition => {
  if (status === 'SOLD' || status === 'STORED') return fragment`aircraft.status = ${status}`
  const inService = fragment`aircraft.status = 'ACTIVE'`
  if (status === 'AOG') return fragment`(${inService} and ${groundedNow(now, ['AOG'])})`
  const others = status === 'MAINTENANCE' ? ['AOG'] : ['AOG', 'MAINTENANCE']
  const rest = fragment`${inService} and not ${groundedNow(now, others)}`
  return status === 'MAINTENANCE' ? fragment`(${rest} and ${groundedNow(now, ['MAINTENANCE'])})` : fragment`(${rest})`
}

const inStatus = ({ words, now }: WordsNow): Condition =>
  words.length === 0
    ? NOTHING
    : fragment`(${fragment.join(
        words.map((status) => isInStatus(status, now)),
        ' or ',
      )})`

export const AIRCRAFT = describedRecord(AIRCRAFT_RECORD, {
  visible: {
    // What it bought is flown by the aircraft that the operator chose, offered or not; the quote still names its own.
    buyer: ({ buyer }, tenantId) => fragment`(aircraft.aircraft_id ${amongOffered(tenantId, buyer)}
      or ${hasOne(fragment`flight f where f.tenant_id = ${tenantId} and f.buyer = ${buyer}
        and f.aircraft_id = aircraft.aircraft_id`)}
      or ${hasOne(fragment`quote q where q.tenant_id = ${tenantId} and q.buyer = ${buyer}
        and q.aircraft_id = aircraft.aircraft_id and q.accepted_at is not null`)})`,
    person: ({ userId }, tenantId) => fragment`aircraft.aircraft_id in (
      select f.aircraft_id from flight f
      join flight_crew fc on fc.tenant_id = f.tenant_id and fc.flight_id = f.flight_id
      join crew_member m on m.tenant_id = fc.tenant_id and m.crew_member_id = fc.crew_member_id
      where f.tenant_id = ${tenantId} and m.user_id = ${userId})`,
  },
  filters: {
    iCAO: (acftTypeIds) => oneOf('aircraft.acft_type_id', acftTypeIds),
    status: inStatus,
  },
})

const ID = columnsOf(AIRCRAFT, 'aircraftId')

/** The aircraft of this registration, whether the reader sees it or not. */
export const aircraftByRegistration = async (
  reader: ViewReader,
  registration: string,
): Promise<Pick<Aircraft, 'aircraftId'> | undefined> => {
  const where = [fragment`aircraft.registration = ${registration}`]
  const [found] = await selectRecords(unrestricted(reader), AIRCRAFT, { columns: ID, where })
  return found
}

/** Of a buyer, those that are offered to it: what flew it once is not for sale thereby. */
export const isForSale = ({ tenantId, view }: ViewReader): Condition[] =>
  view.of === 'buyer' ? [fragment`aircraft.aircraft_id ${amongOffered(tenantId, view.buyer)}`] : []

/** The aircraft in service that have so many seats, in the order of registrations. */
export const activeAircraft = (reader: ViewReader, seats: number, most: number): Promise<Aircraft[]> =>
  selectRecords(reader, AIRCRAFT, {
    where: [fragment`aircraft.status = 'ACTIVE' and aircraft.seat_count >= ${seats}`, ...isForSale(reader)],
    orderBy: ['aircraft.registration', 'aircraft.aircraft_id'],
    most,
  })
