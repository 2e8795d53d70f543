/** Aircraft of one tenant. A transaction that occupies or frees an aircraft's time locks its row. */
import type { Aircraft, AircraftStatus } from '../../domain/operations/aircraft.ts'
import { aircraftViewer, FLEET_VIEWER } from '../../domain/view.ts'
import { columnsOf } from '../columns.ts'
import { fragment } from '../engines/fragment.ts'
import { ALL, type Condition, NOTHING, oneOf, type RecordKind, VERSION_FIELDS } from '../record-kind.ts'
import { type ListPart, selectRecords } from '../records.ts'
import { unrestricted, type ViewReader } from '../view.ts'
import { changedSince, type FoundBy, foundBy, type Matching } from './record-search.ts'

export const AIRCRAFT: RecordKind<Aircraft> = {
  table: 'aircraft',
  noun: 'aircraft',
  id: 'aircraftId',
  entity: 'AIRCRAFT',
  graphNames: {
    groundingList: 'status',
    acftTypeId: 'acftType',
    baseId: 'base',
    airframeMinutes: 'hours',
    cycles: 'hours',
    hoursAsOf: 'hours',
  },
  fields: {
    aircraftId: 'plain',
    registration: 'plain',
    acftTypeId: 'plain',
    serialNumber: 'plain',
    baseId: 'plain',
    seatCount: 'plain',
    maxRangeNm: 'plain',
    cruiseKt: 'plain',
    mtowKg: 'plain',
    yearOfManufacture: 'plain',
    equipmentList: 'json',
    minFlightCrew: 'plain',
    cabinNote: 'plain',
    luggageM3: 'plain',
    insuredLiability: 'json',
    status: 'plain',
    groundingList: 'json',
    airframeMinutes: 'plain',
    cycles: 'plain',
    hoursAsOf: 'plain',
    ...VERSION_FIELDS,
  },
  // A marketplace and a handler with aircraft:read see the whole fleet.
  visible: (view, tenantId) => {
    if (view.of === 'aircraft') return oneOf('aircraft.aircraft_id', view.aircraftIds)
    if (view.of !== 'person') return ALL
    return fragment`aircraft.aircraft_id in (
      select f.aircraft_id from flight f
      join flight_crew fc on fc.tenant_id = f.tenant_id and fc.flight_id = f.flight_id
      join crew_member m on m.tenant_id = fc.tenant_id and m.crew_member_id = fc.crew_member_id
      where f.tenant_id = ${tenantId} and m.user_id = ${view.userId})`
  },
  viewers: ({ aircraftId }) => [FLEET_VIEWER, aircraftViewer(aircraftId)],
}

export interface AircraftSearch extends FoundBy {
  readonly registration: string | null
  readonly acftTypeIds: readonly string[] | null
  readonly baseId: string | null
  readonly statuses: readonly AircraftStatus[] | null
  readonly minSeats: number | null
  /** AOG and MAINTENANCE follow from the blocks of now. */
  readonly now: number
}

const groundedNow = (now: number, reasons: readonly string[]): Condition =>
  fragment`exists (select 1 from unavailability u where u.tenant_id = aircraft.tenant_id
    and u.aircraft_id = aircraft.aircraft_id and ${oneOf('u.reason', reasons)}
    and u."from" <= ${now} and (u."to" > ${now} or u.is_end_estimated = 1))`

/** The rule of `statusAt`, in SQL: AOG before MAINTENANCE, both only of an aircraft that is in service. */
const isInStatus = (status: AircraftStatus, now: number): Condition => {
  if (status === 'SOLD' || status === 'STORED') return fragment`aircraft.status = ${status}`
  const inService = fragment`aircraft.status = 'ACTIVE'`
  if (status === 'AOG') return fragment`(${inService} and ${groundedNow(now, ['AOG'])})`
  const others = status === 'MAINTENANCE' ? ['AOG'] : ['AOG', 'MAINTENANCE']
  const rest = fragment`${inService} and not ${groundedNow(now, others)}`
  return status === 'MAINTENANCE' ? fragment`(${rest} and ${groundedNow(now, ['MAINTENANCE'])})` : fragment`(${rest})`
}

const inStatus = (statuses: readonly AircraftStatus[], now: number): Condition =>
  statuses.length === 0
    ? NOTHING
    : fragment`(${fragment.join(
        statuses.map((status) => isInStatus(status, now)),
        ' or ',
      )})`

const matching = (search: AircraftSearch, tenantId: string): Matching => ({
  where: [
    ...foundBy(AIRCRAFT, search, tenantId),
    ...(search.registration ? [fragment`aircraft.registration = ${search.registration.trim().toUpperCase()}`] : []),
  ],
  sifted: marksOf(search),
})

const marksOf = (search: AircraftSearch): Condition[] => [
  ...changedSince(AIRCRAFT, search),
  ...(search.acftTypeIds ? [oneOf('aircraft.acft_type_id', search.acftTypeIds)] : []),
  ...(search.baseId ? [fragment`aircraft.base_id = ${search.baseId}`] : []),
  ...(search.statuses ? [inStatus(search.statuses, search.now)] : []),
  ...(search.minSeats === null ? [] : [fragment`aircraft.seat_count >= ${search.minSeats}`]),
]

/** Ordered by registration. */
export const aircraftAfter = (
  reader: ViewReader,
  search: AircraftSearch,
  { columns, ...part }: ListPart<Aircraft>,
): Promise<Aircraft[]> =>
  selectRecords(reader, AIRCRAFT, {
    columns: columns.with('registration'),
    ...matching(search, reader.tenantId),
    orderBy: ['aircraft.registration', 'aircraft.aircraft_id'],
    ...part,
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
