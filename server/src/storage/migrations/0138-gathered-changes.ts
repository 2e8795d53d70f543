/** What providers changed and connected operators are told once an hour at most (threats row 140). */
import type { Migration } from './migration.ts'
import { platformTable } from './schema.ts'

export const migration: Migration = {
  name: '0138-gathered-changes',
  up: (db, kind) =>
    platformTable(
      db,
      kind,
      'gathered_change',
      `client_id text primary key references application (client_id),
       told_at integer not null,
       gathered text,
       actor_id text`,
    ),
}
