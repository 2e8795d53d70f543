/** Until when a session may take files of an export: its user was present (threats row 311). */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0330-exports-opened',
  up: (db, kind) =>
    run(db, `alter table user_session add column exports_until ${kind === 'sqlite' ? 'integer' : 'bigint'}`),
}
