/** Inserts of many rows in one statement. */
import { type RawBuilder, sql } from 'kysely'
import { jsonRows } from '../engines/json-rows.ts'
import { prepared } from '../engines/prepared.ts'
import type { PlatformTx, TenantTx } from '../handles.ts'

export interface RowsInsert {
  readonly table: string
  readonly columns: Readonly<Record<string, 'text' | 'bigint'>>
  readonly onConflict: RawBuilder<unknown>
}

/** Of tenants' rows, each with its tenant. */
export type OfTenant<T> = T & { readonly tenant_id: string }

/** The rows of any number of tenants, given as JSON (`json-rows`). */
export const insertRowsOfTenants = <T extends object>({ table, columns, onConflict }: RowsInsert) => {
  const all = { tenant_id: 'text', ...columns } as const
  const insert = prepared<{ readonly rows: string }, unknown>((db, argument, kind) => {
    const names = sql.join(Object.keys(all).map((name) => sql.ref(name)))
    const statement = sql`insert into ${sql.table(table)} (${names})
      select ${names} from ${jsonRows(kind, all, argument('rows'))} where true on conflict ${onConflict}`
    return { compile: () => statement.compile(db) }
  })
  return async (tx: PlatformTx, rows: readonly OfTenant<T>[]): Promise<void> => {
    if (rows.length > 0) await insert(tx, { rows: JSON.stringify(rows) })
  }
}

/** The rows of one tenant. */
export const insertRows = ({ table, columns, onConflict }: RowsInsert) => {
  type Batch = { readonly tenantId: string; readonly rows: string }
  const insert = prepared<Batch, unknown>((db, argument, kind) => {
    const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
    const rows = jsonRows(kind, columns, argument('rows'))
    const statement = sql`insert into ${sql.table(table)} (tenant_id, ${names})
      select ${argument('tenantId')}, ${names} from ${rows} where true on conflict ${onConflict}`
    return { compile: () => statement.compile(db) }
  })
  return async (tx: TenantTx, rows: readonly object[]): Promise<void> => {
    if (rows.length > 0) await insert(tx, { tenantId: tx.tenantId, rows: JSON.stringify(rows) })
  }
}
