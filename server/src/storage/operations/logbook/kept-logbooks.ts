/**
 * Logbooks of users who were removed: they stay as they stood, for whoever has the code of the mail, and are then removed
 * (ADR 209).
 */

import { LOGBOOK_ENTRY_RECORD } from '../../../domain/operations/logbook/logbook-entry.ts'
import { tableOf } from '../../columns.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import { removeExternalIdsOf } from '../../external-ids.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../../handles.ts'

export interface KeptLogbook {
  readonly user_id: string
  readonly code_hash: string
  readonly expires_at: number
  /** The last day on which it was taken. */
  readonly taken_on: string | null
}

declare module '../../engines/tables.ts' {
  interface Tables {
    kept_logbook: KeptLogbook & { tenant_id: string }
  }
}

export const insertKeptLogbook = async (tx: TenantTx, kept: Omit<KeptLogbook, 'taken_on'>): Promise<void> => {
  await tx.db
    .insertInto('kept_logbook')
    .values({ ...kept, tenant_id: tx.tenantId, taken_on: null })
    .execute()
}

/** Undefined where nobody has this code, or it is over. */
export const keptLogbookOf = (reader: TenantReader, codeHash: string, now: number): Promise<KeptLogbook | undefined> =>
  reader.db
    .selectFrom('kept_logbook')
    .select(['user_id', 'code_hash', 'expires_at', 'taken_on'])
    .where('tenant_id', '=', reader.tenantId)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** True for the first of a day, also where two take it at once. */
export const noteTakenOn = async (tx: TenantTx, codeHash: string, day: string): Promise<boolean> => {
  const noted = await tx.db
    .updateTable('kept_logbook')
    .set({ taken_on: day })
    .where('tenant_id', '=', tx.tenantId)
    .where('code_hash', '=', codeHash)
    .where((eb) => eb.or([eb('taken_on', 'is', null), eb('taken_on', '<>', day)]))
    .returning('user_id')
    .executeTakeFirst()
  return noted !== undefined
}

/**
 * Removes some entries of a logbook whose link is over; true if something was. Nobody is told: whose feed it was in is no
 * user any more.
 */
export const removeKeptLogbookBefore = async (platform: PlatformTx, time: number, most: number): Promise<boolean> => {
  const over = await platform.db
    .selectFrom('kept_logbook')
    .select(['tenant_id', 'user_id'])
    .where('expires_at', '<', time)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst()
  if (!over) return false
  const tx = platform.inTenant(over.tenant_id)
  const removed = await rowsOf<{ id: string }>(
    tx,
    fragment`delete from logbook_entry where tenant_id = ${tx.tenantId} and logbook_entry_id in (
      select logbook_entry_id from logbook_entry where tenant_id = ${tx.tenantId} and user_id = ${over.user_id}
      order by at, logbook_entry_id limit ${most}) returning logbook_entry_id as id`,
  )
  tx.growth.records -= removed.length
  const ids = removed.map(({ id }) => id)
  await removeExternalIdsOf(tx, { table: tableOf(LOGBOOK_ENTRY_RECORD), owner: over.user_id }, ids)
  if (removed.length === most) return true
  await tx.db
    .deleteFrom('kept_logbook')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', over.user_id)
    .execute()
  return true
}
