/** When each background job is due, so that of all processes one does it. */
import type { Migration } from './migration.ts'
import { platformTable } from './schema.ts'

export const migration: Migration = {
  name: '0086-background-jobs',
  up: (db, kind) =>
    platformTable(
      db,
      kind,
      'background_job',
      `name text not null primary key,
       due_at integer not null,
       done_at integer not null`,
    ),
}
