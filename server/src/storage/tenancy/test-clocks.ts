/** Clocks of sandboxes that were moved ahead of the world's (events §4). A tenant without a row keeps the world's time. */
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    test_clock: {
      tenant_id: string
      ahead_ms: number
      /** By the sandbox's clock: reminders before it were given. */
      reminded_to: number
      /** The idempotency key of the last move: by the moved clock, keys of a day ago are forgotten. */
      last_key: string | null
    }
  }
}

export type TestClock = Tables['test_clock']

/** How far each is ahead, in milliseconds. */
export const testClocks = async (reader: PlatformReader): Promise<ReadonlyMap<string, number>> => {
  const rows = await reader.db.selectFrom('test_clock').select(['tenant_id', 'ahead_ms']).execute()
  return new Map(rows.map(({ tenant_id, ahead_ms }) => [tenant_id, ahead_ms]))
}

/** Locks the clock of this tenant; of two who move it at once the second sees what the first did. */
export const lockTestClock = async (tx: TenantTx): Promise<TestClock> => {
  await tx.db
    .insertInto('test_clock')
    .values({ tenant_id: tx.tenantId, ahead_ms: 0, reminded_to: await tx.now(), last_key: null })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute()
  return tx.db
    .selectFrom('test_clock')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
}

export const saveTestClock = async (tx: TenantTx, change: Partial<Omit<TestClock, 'tenant_id'>>): Promise<void> => {
  await tx.db.updateTable('test_clock').set(change).where('tenant_id', '=', tx.tenantId).execute()
}

/** The world's time again. Returns how far it was ahead; null where it was never moved. */
export const removeTestClock = async (tx: TenantTx): Promise<number | null> => {
  const removed = await tx.db
    .deleteFrom('test_clock')
    .where('tenant_id', '=', tx.tenantId)
    .returning('ahead_ms')
    .executeTakeFirst()
  return removed?.ahead_ms ?? null
}

/** A sandbox whose reminders are so far behind its clock, the farthest first; undefined where there is none. */
export const clockToFollow = async (tx: PlatformTx, behindMs: number): Promise<TestClock | undefined> => {
  const now = await tx.now()
  return tx.db
    .selectFrom('test_clock')
    .selectAll()
    .where('ahead_ms', '>', 0)
    .where(({ eb, ref }) => eb(eb(ref('reminded_to'), '-', ref('ahead_ms')), '<=', now - behindMs))
    .orderBy('reminded_to')
    .limit(1)
    .executeTakeFirst()
}
