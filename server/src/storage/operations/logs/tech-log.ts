/** Defects of one tenant's aircraft. */
import { TECH_LOG_ENTRY_RECORD } from '../../../domain/operations/logs/tech-log-entry.ts'
import { STANDING_FIELDS, type StandingDefect } from '../../../domain/operations/risk/defect-risk.ts'
import { columnsOf } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import { oneOf, sortedAfterwards } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader } from '../../view.ts'

export const TECH_LOG_ENTRY = describedRecord(TECH_LOG_ENTRY_RECORD, {
  visible: {},
  filters: {
    interval: ({ from, to }) => fragment`tech_log_entry.found_at >= ${from} and tech_log_entry.found_at < ${to}`,
  },
})

const STANDING = columnsOf(TECH_LOG_ENTRY, ...STANDING_FIELDS)

/** Defects of these aircraft that are not released, as far as they concern a flight. */
export const standingDefects = async (
  reader: ViewReader,
  aircraftIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StandingDefect[]>> => {
  const entries = await selectRecords(reader, TECH_LOG_ENTRY, {
    columns: STANDING,
    where: [oneOf('tech_log_entry.aircraft_id', aircraftIds), fragment`tech_log_entry.status <> 'RELEASED'`],
    orderBy: [sortedAfterwards('tech_log_entry.found_at'), 'tech_log_entry.tech_log_entry_id'],
  })
  return Map.groupBy(entries, ({ aircraftId }) => aircraftId)
}
