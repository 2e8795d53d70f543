/** How many records a tenant may have, so that one key cannot fill the store; the host can raise it. */
import { sql } from 'kysely'
import { MAX_RECORDS_PER_TENANT } from '../domain/limits.ts'
import { LOGBOOK_ENTRY_RECORD } from '../domain/operations/logbook/logbook-entry.ts'
import { RECORDS } from '../domain/records/all-records.ts'
import { columnName, tableOf } from './columns.ts'
import type { TenantTx } from './handles.ts'

/** Rows that belong to a flight, and have no version of their own. */
const OF_FLIGHTS = ['flight_crew', 'flight_passenger']

/** The tables whose rows count, each with the column that names a row, in the order in which they can be emptied. */
export const RECORD_TABLES: readonly (readonly [table: string, column: string])[] = [
  ...OF_FLIGHTS.map((table) => [table, 'flight_id'] as const),
  [tableOf(LOGBOOK_ENTRY_RECORD), columnName(LOGBOOK_ENTRY_RECORD.id.field)],
  ...RECORDS.map((description) => [tableOf(description), columnName(description.id.field)] as const),
]

export interface RecordUse {
  readonly count: number
  readonly limit: number
}

/** Sets the limit and counts anew what is there. */
export const setRecordLimit = async (tx: TenantTx, limit: number): Promise<RecordUse> => {
  const counts = RECORD_TABLES.map(
    ([table]) => sql`(select count(*) from ${sql.table(table)} where tenant_id = ${tx.tenantId})`,
  )
  const { count } = await tx.db
    .updateTable('change_head')
    .set({ record_limit: limit, record_count: sql<number>`${sql.join(counts, sql` + `)}` })
    .where('tenant_id', '=', tx.tenantId)
    .returning('record_count as count')
    .executeTakeFirstOrThrow()
  return { count, limit }
}

export const limitOf = (recordLimit: number | null): number => recordLimit ?? MAX_RECORDS_PER_TENANT
