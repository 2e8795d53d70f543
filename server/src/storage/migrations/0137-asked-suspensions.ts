/** A suspension of an operator with people at work, which waits for a second administrator's word (threats row 138). */
import type { Migration } from './migration.ts'
import { platformTable } from './schema.ts'

export const migration: Migration = {
  name: '0137-asked-suspensions',
  up: (db, kind) =>
    platformTable(
      db,
      kind,
      'asked_suspension',
      `operator_id text primary key references operator (operator_id),
       asked_by text not null,
       asked_at integer not null,
       reason text not null`,
    ),
}
