/** Aircraft types, airports and their former codes: shared by all tenants, replaced as a whole by an import. */
import type { Migration } from './migration.ts'
import { platformTable } from './schema.ts'

export const migration: Migration = {
  name: '0003-reference',
  up: async (db, kind) => {
    await platformTable(
      db,
      kind,
      'reference_set',
      'name text primary key, source text not null, revision integer not null, loaded_at integer not null',
    )
    await platformTable(db, kind, 'aircraft_type', 'id text primary key, record text not null')
    await platformTable(db, kind, 'airport', 'id text primary key, record text not null')
    await platformTable(db, kind, 'airport_alias', 'code text primary key, airport_id text not null')
  },
}
