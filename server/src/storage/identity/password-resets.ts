/** Password resets that were sent: an id for the link, the hash of a code, a few tries, once. Those of a user stand side by side. */

import { removeSome } from '../bounded-removal.ts'
import { isStillOpen } from '../engines/engine.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    password_reset: {
      tenant_id: string
      reset_id: string
      user_id: string
      code_hash: string
      created_at: number
      expires_at: number
      tries: number
    }
  }
}

export type PasswordResetRow = Tables['password_reset']

export const removeResetsOf = async (tx: TenantTx, userId: string): Promise<void> => {
  await tx.db.deleteFrom('password_reset').where('tenant_id', '=', tx.tenantId).where('user_id', '=', userId).execute()
}

/** Earlier ones go on to work: anybody can ask for a later one (ADR 285). */
export const insertReset = async (
  tx: TenantTx,
  reset: Omit<PasswordResetRow, 'tenant_id' | 'tries'>,
): Promise<void> => {
  await tx.db
    .insertInto('password_reset')
    .values({ ...reset, tenant_id: tx.tenantId, tries: 0 })
    .execute()
}

export const openReset = (reader: TenantReader, resetId: string): Promise<PasswordResetRow | undefined> =>
  reader.db
    .selectFrom('password_reset')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('reset_id', '=', resetId)
    .where(isStillOpen(reader))
    .executeTakeFirst()

/** Counts a try before its code is judged; undefined where there is none left. */
export const claimResetTry = (tx: TenantTx, resetId: string, maxTries: number): Promise<PasswordResetRow | undefined> =>
  tx.db
    .updateTable('password_reset')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tenant_id', '=', tx.tenantId)
    .where('reset_id', '=', resetId)
    .where(isStillOpen(tx))
    .where('tries', '<', maxTries)
    .returningAll()
    .executeTakeFirst()

export const removeResetsExpiredBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'password_reset', key: ['tenant_id', 'reset_id'], by: 'expires_at', before: time }, most)
