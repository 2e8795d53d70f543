/** One validity epoch for each tenant and application instead of one for everything. */
import type { Migration } from './migration.ts'
import { platformTable, run } from './schema.ts'

export const migration: Migration = {
  name: '0040-validity-areas',
  up: async (db, kind) => {
    const body = 'area text primary key, epoch integer not null, changed_at integer not null'
    await platformTable(db, kind, 'validity_area', body)
    await run(db, 'create index validity_area_changed on validity_area (changed_at)')
    await run(db, "insert into validity_area select 'tenant/' || tenant_id, 1, 0 from tenant")
    await run(db, "insert into validity_area select 'application/' || client_id, 1, 0 from application")
    await run(db, 'drop table validity_epoch')
  },
}
