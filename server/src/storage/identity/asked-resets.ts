/** What "Forgotten?" was asked for, whoever has the address: a row until it is looked at (ADR 287). */
import { nowIn } from '../engines/engine.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    asked_reset: {
      tenant_id: string
      asked_reset_id: string
      email: string
      /** Who asked, for the audit log. */
      address: string | null
      request_id: string
      /** Both in the world's time, whatever the clock of a sandbox says. */
      asked_at: number
      due_at: number
    }
  }
}

export type AskedReset = Tables['asked_reset']

export const insertAskedReset = async (
  tx: TenantTx,
  asked: Omit<AskedReset, 'tenant_id' | 'due_at'>,
): Promise<void> => {
  await tx.db
    .insertInto('asked_reset')
    .values({ ...asked, due_at: asked.asked_at, tenant_id: tx.tenantId })
    .execute()
}

/** Those that have waited longest. */
export const dueAskedResets = (reader: PlatformReader, most: number): Promise<AskedReset[]> =>
  reader.db
    .selectFrom('asked_reset')
    .selectAll()
    .where('due_at', '<=', nowIn(reader))
    .orderBy('due_at')
    .limit(most)
    .execute()

/** False where another process did it. */
export const removeAskedReset = async (tx: PlatformTx, { tenant_id, asked_reset_id }: AskedReset): Promise<boolean> => {
  const removed = await tx.db
    .deleteFrom('asked_reset')
    .where('tenant_id', '=', tenant_id)
    .where('asked_reset_id', '=', asked_reset_id)
    .returning('asked_reset_id')
    .executeTakeFirst()
  return removed !== undefined
}

export const postponeAskedReset = async (
  tx: PlatformTx,
  { tenant_id, asked_reset_id }: AskedReset,
  dueAt: number,
): Promise<void> => {
  await tx.db
    .updateTable('asked_reset')
    .set({ due_at: dueAt })
    .where('tenant_id', '=', tenant_id)
    .where('asked_reset_id', '=', asked_reset_id)
    .execute()
}
