/** The demo's credentials, kept with the data that they open, and which process prepares the demo. */
import type { Migration } from './migration.ts'
import { platformTable } from './schema.ts'

export const migration: Migration = {
  name: '0093-demo-show',
  up: (db, kind) =>
    platformTable(
      db,
      kind,
      'demo_show',
      `name text not null primary key,
       shown text not null,
       prepared_until integer not null`,
    ),
}
