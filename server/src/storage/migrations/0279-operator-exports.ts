/** Exports that administrators asked for: the wish, and the files in parts, for a day (ADR 177). */
import type { Migration } from './migration.ts'
import { platformTable, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0279-operator-exports',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'operator_export', {
      key: '',
      body: `export_id text not null,
       asked_by text not null,
       asked_at integer not null,
       tries integer not null,
       due_at integer not null,
       row_count integer not null,
       made_at integer,
       expires_at integer,
       file_list text,
       problem text`,
    })
    // Rows of 256 KB do not belong into the tree of a key, where SQLite keeps a tenant's other rows.
    await platformTable(
      db,
      kind,
      'operator_export_part',
      `tenant_id text not null references tenant (tenant_id),
       export_id text not null,
       attempt integer not null,
       file text not null,
       number integer not null,
       bytes blob not null,
       primary key (tenant_id, export_id, attempt, file, number)`,
    )
  },
}
