/** How many records a tenant may have, so that one key cannot fill the store; the host can raise it. */
import { sql } from 'kysely'
import { MAX_RECORDS_PER_TENANT } from '../domain/limits.ts'
import type { TenantTx } from './handles.ts'

/** The tables whose rows count, in the order in which foreign keys let them be emptied. */
export const RECORD_TABLES = [
  'flight_crew',
  'flight_passenger',
  'duty',
  'qualification',
  'crew_member',
  'flight',
  'trip',
  'unavailability',
  'aircraft',
  'travel_document',
  'contact',
] as const

export interface RecordUse {
  readonly count: number
  readonly limit: number
}

/** Sets the limit and counts anew what is there. */
export const setRecordLimit = async (tx: TenantTx, limit: number): Promise<RecordUse> => {
  const counts = RECORD_TABLES.map(
    (table) => sql`(select count(*) from ${sql.table(table)} where tenant_id = ${tx.tenantId})`,
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
