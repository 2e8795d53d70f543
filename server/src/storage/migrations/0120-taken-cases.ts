/** Who of staff has taken an application's case, so that two do not work on one (portals §6). */
import type { Migration } from './migration.ts'
import { platformTable } from './schema.ts'

export const migration: Migration = {
  name: '0120-taken-cases',
  up: (db, kind) =>
    platformTable(
      db,
      kind,
      'taken_case',
      `client_id text primary key references application (client_id),
       staff_id text not null,
       taken_at integer not null`,
    ),
}
