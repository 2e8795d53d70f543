/** Recovery codes, as hashes: one is removed when it is used. */
import type { TenantReader, TenantTx } from '../handles.ts'
import { countByUser } from './user-counts.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    recovery_code: { tenant_id: string; user_id: string; hash: string }
  }
}

export const removeRecoveryCodes = async (tx: TenantTx, userId: string): Promise<void> => {
  await tx.db.deleteFrom('recovery_code').where('tenant_id', '=', tx.tenantId).where('user_id', '=', userId).execute()
}

/** In place of those there were. */
export const replaceRecoveryCodes = async (tx: TenantTx, userId: string, hashes: readonly string[]): Promise<void> => {
  await removeRecoveryCodes(tx, userId)
  await tx.db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ tenant_id: tx.tenantId, user_id: userId, hash })))
    .execute()
}

/** Takes the code off the table: of several uses, in whatever process, one gets true. */
export const takeRecoveryCode = async (tx: TenantTx, userId: string, hash: string): Promise<boolean> => {
  const taken = await tx.db
    .deleteFrom('recovery_code')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst()
  return taken !== undefined
}

/** How many each of them has left; those who have none are left out. */
export const recoveryCodeCounts = (
  reader: TenantReader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => countByUser(reader, 'recovery_code', userIds)
