/** Inserts and removes all of an operator's records, for the demo, the sandbox and its reset. */
import { sql } from 'kysely'
import { RECORDS } from '../../domain/records/all-records.ts'
import type { Versioned } from '../../domain/versioned.ts'
import type { View } from '../../domain/view.ts'
import type { TenantTx } from '../handles.ts'
import type { RecordKind } from '../record-kind.ts'
import { RECORD_TABLES } from '../record-limit.ts'
import { insertRecords, selectRecords, tellChange, tellCreated } from '../records.ts'
import type { NumberSeries } from '../tenancy/operator-profile.ts'
import { writingAs } from '../view.ts'
import { abandonAllFiles } from './documents/document-files.ts'
import { LOGBOOK_ENTRY, logbookOwners } from './logbook/logbook-entries.ts'
import { fileOwnChanges } from './own-changes.ts'
import { STORED_RECORDS } from './stored-records.ts'

/** A statement of the embedded store is not interrupted: 500 flights took a tenth of a second. */
export const ROWS_PER_STATEMENT = 100

/**
 * Inserts many records in statements of bounded size, and reports them to the change feed if somebody may be following
 * it.
 */
export const insertMany = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  records: readonly R[],
  told: boolean,
): Promise<void> => {
  for (let at = 0; at < records.length; at += ROWS_PER_STATEMENT) {
    await insertRecords(tx, kind, records.slice(at, at + ROWS_PER_STATEMENT))
  }
  if (told) for (const record of records) tellCreated(tx, kind, record)
}

const tellRemoved = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  view: View = { of: 'operator' },
): Promise<void> => {
  const all = await selectRecords(writingAs(tx, view), kind, {})
  for (const record of all) tellChange(tx, kind, { before: record, after: null }, [])
}

/** What is left without meaning once the records are gone; an import that could still be undone would undo nothing. */
const OTHER_TABLES = [
  'application_provider',
  'application_aircraft',
  'import_addition',
  'import_run',
  'record_counter',
  'aircraft_schedule',
  'operator_profile',
  'external_id',
  'external_id_system',
  'kept_logbook',
  'conversation_message',
  'conversation_read',
  'risk_matrix',
  'safety_code',
  'safety_draft',
  'safety_link',
  'safety_original',
]

/** Removes all records and reports each of them to the change feed. */
export const clearOperatorData = async (tx: TenantTx): Promise<void> => {
  for (const { entity } of RECORDS) await tellRemoved(tx, STORED_RECORDS[entity])
  for (const userId of await logbookOwners(tx)) await tellRemoved(tx, LOGBOOK_ENTRY, { of: 'person', userId })
  await fileOwnChanges(tx)
  for (const [table] of RECORD_TABLES) {
    const removed = await sql`delete from ${sql.table(table)} where tenant_id = ${tx.tenantId}`.execute(tx.db)
    tx.growth.records -= Number(removed.numAffectedRows ?? 0)
  }
  await abandonAllFiles(tx)
  for (const table of OTHER_TABLES) {
    await sql`delete from ${sql.table(table)} where tenant_id = ${tx.tenantId}`.execute(tx.db)
  }
}

/** Sets where the operator's own numbering continues. */
export const setCounters = async (tx: TenantTx, counters: Readonly<Record<NumberSeries, number>>): Promise<void> => {
  const values = Object.entries(counters).map(([name, value]) => ({ tenant_id: tx.tenantId, name, value }))
  await tx.db.insertInto('record_counter').values(values).execute()
}
