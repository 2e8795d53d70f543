/** The user whose logbook is written, locked: of two who add to one logbook, or remove its owner, one waits. */
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { TenantReader, TenantTx } from '../../handles.ts'

/** False where the user is gone, or suspended. */
export const lockOwner = async (tx: TenantTx, userId: string): Promise<boolean> => {
  const found = await rowsOf(
    tx,
    fragment`select user_id from user_account where tenant_id = ${tx.tenantId} and user_id = ${userId}
      and removed_at is null and suspended_at is null ${fragment.raw(tx.kind === 'postgres' ? 'for update' : '')}`,
  )
  return found.length > 0
}

/** Those of them who were removed: their logbooks stay as they stood. */
export const removedOwners = async (reader: TenantReader, userIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (userIds.length === 0) return new Set()
  const rows = await rowsOf<{ id: string }>(
    reader,
    fragment`select user_id as id from user_account where tenant_id = ${reader.tenantId} and removed_at is not null
      and user_id ${fragment.among(userIds)}`,
  )
  return new Set(rows.map(({ id }) => id))
}
