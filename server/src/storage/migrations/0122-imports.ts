/** Imports of files, and the records that each added, so that an import can be undone for a day (data §4.11). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0122-imports',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'import_run', {
      key: 'import_id',
      body: `import_id text not null,
       kind text not null,
       file_name text,
       made_by text,
       created_at integer not null,
       created_count integer not null,
       updated_count integer not null,
       undone_at integer`,
    })
    await run(db, 'create index import_run_age on import_run (created_at)')
    await tenantTable(db, kind, 'import_addition', {
      key: 'import_id, record_id',
      body: `import_id text not null,
       record_id text not null,
       version integer not null,
       foreign key (tenant_id, import_id) references import_run (tenant_id, import_id) on delete cascade`,
    })
  },
}
