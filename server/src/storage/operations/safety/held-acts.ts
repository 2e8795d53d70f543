/** What reporters who are not to be known sent, until the next full hour. An id tells nothing of the order of arrival. */
import type { HeldAct } from '../../../domain/operations/safety/held-act.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { PlatformReader, TenantReader, TenantTx } from '../../handles.ts'

declare module '../../engines/tables.ts' {
  interface Tables {
    safety_held: {
      tenant_id: string
      held_id: string
      /** A full hour, by the tenant's clock. */
      due_at: number
      /** Null where nobody is to know, not even the store. */
      user_id: string | null
      act: string
    }
  }
}

export interface Held {
  readonly heldId: string
  readonly dueAt: number
  readonly userId: string | null
  readonly act: HeldAct
}

export const insertHeld = async (tx: TenantTx, { heldId, dueAt, userId, act }: Held): Promise<void> => {
  await tx.db
    .insertInto('safety_held')
    .values({ tenant_id: tx.tenantId, held_id: heldId, due_at: dueAt, user_id: userId, act: JSON.stringify(act) })
    .execute()
}

/** How much of one person is held; of nobody: of all whom nobody is to know. */
export const heldCount = async (reader: TenantReader, userId: string | null): Promise<number> => {
  const { held } = await reader.db
    .selectFrom('safety_held')
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .executeTakeFirstOrThrow()
  return Number(held)
}

/** Whether the same is held already. */
export const isHeld = async (reader: TenantReader, userId: string, act: HeldAct): Promise<boolean> => {
  const same = await reader.db
    .selectFrom('safety_held')
    .select('held_id')
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', '=', userId)
    .where('act', '=', JSON.stringify(act))
    .executeTakeFirst()
  return same !== undefined
}

/**
 * A tenant whose hour has come, drawn by lot: one whose acts cannot be done, as beyond its limit of records, keeps nobody
 * else waiting. A sandbox has its own clock.
 */
export const tenantWithHeld = async (reader: PlatformReader): Promise<string | undefined> => {
  const now = await reader.now()
  const [row] = await rowsOf<{ tenantId: string }>(
    reader,
    fragment`select held.tenant_id as "tenantId" from safety_held held
      left join test_clock clock on clock.tenant_id = held.tenant_id
      where held.due_at <= ${now} + coalesce(clock.ahead_ms, 0) order by random() limit 1`,
  )
  return row?.tenantId
}

/** Takes what is due out, in the order of ids, which were drawn by lot. */
export const takeHeld = async (tx: TenantTx, now: number, most: number): Promise<Held[]> => {
  const rows = await tx.db
    .selectFrom('safety_held')
    .select(['held_id', 'due_at', 'user_id', 'act'])
    .where('tenant_id', '=', tx.tenantId)
    .where('due_at', '<=', now)
    .orderBy('held_id')
    .limit(most)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ held_id }) => held_id)
  await tx.db.deleteFrom('safety_held').where('tenant_id', '=', tx.tenantId).where('held_id', 'in', ids).execute()
  return rows.map((row) => ({
    heldId: row.held_id,
    dueAt: row.due_at,
    userId: row.user_id,
    act: JSON.parse(row.act) as HeldAct,
  }))
}
