/** The version of each aircraft's schedule as buyers see it; without a row nothing changed yet (data §7). */
import type { Migration } from './migration.ts'
import { tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0297-aircraft-schedules',
  up: (db, kind) =>
    tenantTable(db, kind, 'aircraft_schedule', {
      key: 'aircraft_id',
      body: 'aircraft_id text not null, version integer not null, updated_at integer not null',
    }),
}
