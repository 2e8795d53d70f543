/** Schedules of aircraft as buyers see them. */
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import { type Condition, oneOf } from '../../record-kind.ts'
import { type ListRange, selectRecords } from '../../records.ts'
import type { ViewReader } from '../../view.ts'
import { AIRCRAFT, isForSale } from '../fleet/aircraft.ts'

export interface ScheduleStamp {
  readonly version: number
  readonly updatedAt: number
}

/** Absent where nothing has changed since schedules are kept. */
export const scheduleStamps = async (
  reader: ViewReader,
  aircraftIds: readonly string[],
): Promise<ReadonlyMap<string, ScheduleStamp>> => {
  const rows = await rowsOf<ScheduleStamp & { id: string }>(
    reader,
    fragment`select aircraft_id as id, version, updated_at as "updatedAt" from aircraft_schedule
    where tenant_id = ${reader.tenantId} and ${oneOf('aircraft_id', aircraftIds)}`,
  )
  return new Map(rows.map(({ id, ...stamp }) => [id, stamp]))
}

/** The aircraft in service that have a schedule, in the order of registrations. */
export const scheduledAircraft = (
  reader: ViewReader,
  aircraftIds: readonly string[] | null,
  range: ListRange,
): Promise<Aircraft[]> => {
  const named: Condition[] = aircraftIds === null ? [] : [oneOf('aircraft.aircraft_id', aircraftIds)]
  const where = [fragment`aircraft.status = 'ACTIVE'`, ...isForSale(reader), ...named]
  return selectRecords(reader, AIRCRAFT, {
    where,
    orderBy: ['aircraft.registration', 'aircraft.aircraft_id'],
    ...range,
  })
}
