/** Maintenance that is due by day, hours or cycles of an aircraft (data §10.7). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0326-maintenance-due',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'maintenance_due', {
      key: 'maintenance_due_id',
      body: `maintenance_due_id text not null,
        aircraft_id text not null,
        title text not null,
        due_date text,
        due_airframe_minutes integer,
        due_cycles integer,
        done_at integer,
        near_since integer,
        external_id_list text not null,
        version integer not null,
        created_at integer not null,
        updated_at integer not null,
        created_by text,
        updated_by text,
        foreign key (tenant_id, aircraft_id) references aircraft (tenant_id, aircraft_id)`,
    })
    await run(
      db,
      "create index maintenance_due_order on maintenance_due (tenant_id, coalesce(due_date, '9999-12-31'), maintenance_due_id)",
    )
    await run(db, 'create index maintenance_due_soon on maintenance_due (due_date) where done_at is null')
    await run(db, 'create index maintenance_due_near on maintenance_due (near_since) where done_at is null')
    await run(db, 'create index maintenance_due_of_aircraft on maintenance_due (tenant_id, aircraft_id, done_at)')
  },
}
