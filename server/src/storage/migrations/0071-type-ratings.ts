/** Type ratings and imported runways: reference data that all tenants share, replaced as a whole by an import. */
import type { Migration } from './migration.ts'
import { platformTable } from './schema.ts'

export const migration: Migration = {
  name: '0071-type-ratings',
  up: async (db, kind) => {
    await platformTable(db, kind, 'type_rating', 'code text primary key, record text not null')
    await platformTable(db, kind, 'airport_runways', 'airport_id text primary key, record text not null')
  },
}
