/**
 * Removes what is over in portions. How many rows are over at once is decided by whoever made them: one statement for
 * all of them holds its locks for as long as it takes, and PostgreSQL ends it at its limit each time anew (threats row
 * 600).
 */
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from './engines/tables.ts'
import type { PlatformTx, TenantTx } from './handles.ts'

type Over<T extends keyof Tables> = {
  readonly from: T
  /** The primary key. */
  readonly key: readonly (keyof Tables[T] & string)[]
  /** The time that decides; an index begins with it. */
  readonly by: keyof Tables[T] & string
  readonly before: number
  /** What else must hold, with columns named by the table. */
  readonly where?: RawBuilder<unknown>
}

/** Removes at most `most` rows and returns how many: the caller comes back where it was as many. */
export const removeSome = async <T extends keyof Tables>(
  tx: PlatformTx | TenantTx,
  { from, key, by, before, where }: Over<T>,
  most: number,
): Promise<number> => {
  const table = sql.table(from)
  const columns = sql.join(key.map((name) => sql.ref(`${from}.${name}`)))
  const time = sql.ref(`${from}.${by}`)
  const also = where === undefined ? sql`` : sql`and ${where}`
  // Of one tenant all that it has is looked through: the index of the time has the rows of all of them.
  const whose =
    tx.reach === 'tenant'
      ? sql`and ${sql.ref(`${from}.tenant_id`)} = ${(tx as TenantTx).tenantId}`
      : sql`order by ${time}`
  // The number stands in the text, so that PostgreSQL plans for few rows.
  const { numAffectedRows } = await sql`delete from ${table} where (${columns}) in (
    select ${columns} from ${table} where ${time} < ${before} ${also} ${whose} limit ${sql.lit(most)})`.execute(tx.db)
  return Number(numAffectedRows ?? 0)
}
