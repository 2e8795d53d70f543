/** An insert of many rows in one statement. */
import { type RawBuilder, sql } from 'kysely'
import { jsonRows } from '../engines/json-rows.ts'
import { prepared } from '../engines/prepared.ts'
import type { TenantTx } from '../handles.ts'

type Batch = { readonly tenantId: string; readonly rows: string }

/** An insert of many rows, given as JSON (`json-rows`). */
export const insertRows = (
  table: string,
  columns: Record<string, 'text' | 'bigint'>,
  onConflict: RawBuilder<unknown>,
) => {
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
