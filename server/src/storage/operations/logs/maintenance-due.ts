/** Maintenance that is due of one tenant's aircraft. */
import { MAINTENANCE_DUE_RECORD, type MaintenanceDue } from '../../../domain/operations/logs/maintenance-due.ts'
import { DUE_FIELDS, type OpenMaintenance } from '../../../domain/operations/risk/maintenance-warning.ts'
import { columnsOf } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import { oneOf } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader } from '../../view.ts'

export const MAINTENANCE_DUE = describedRecord(MAINTENANCE_DUE_RECORD, { visible: {}, filters: {} })

const OPEN = fragment`maintenance_due.done_at is null`
const ORDER = ['maintenance_due.maintenance_due_id']
const CONCERNS_FLIGHTS = columnsOf(MAINTENANCE_DUE, ...DUE_FIELDS)

/** What is not done on these aircraft, as far as it concerns a flight. */
export const openMaintenance = async (
  reader: ViewReader,
  aircraftIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OpenMaintenance[]>> => {
  const found = await selectRecords(reader, MAINTENANCE_DUE, {
    columns: CONCERNS_FLIGHTS,
    where: [oneOf('maintenance_due.aircraft_id', aircraftIds), OPEN],
    orderBy: ORDER,
  })
  return Map.groupBy(found, ({ aircraftId }) => aircraftId)
}

/** What is not done on this aircraft and is due by what it flies. */
export const dueByFlying = (reader: ViewReader, aircraftId: string): Promise<MaintenanceDue[]> =>
  selectRecords(reader, MAINTENANCE_DUE, {
    where: [
      fragment`maintenance_due.aircraft_id = ${aircraftId}`,
      OPEN,
      fragment`(maintenance_due.due_airframe_minutes is not null or maintenance_due.due_cycles is not null)`,
    ],
    orderBy: ORDER,
  })
