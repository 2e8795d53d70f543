/** Where the feed ended before an import, so that an undo finds what was changed since (data §4.11). */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0124-import-positions',
  up: (db, kind) =>
    run(db, `alter table import_run add column change_position ${kind === 'sqlite' ? 'integer' : 'bigint'}`),
}
