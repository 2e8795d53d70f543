/** When the members of a provider were warned that their sandbox operator will be removed. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0100-sandbox-warning',
  up: (db, kind) =>
    run(db, `alter table provider add column sandbox_warned_at ${kind === 'sqlite' ? 'integer' : 'bigint'}`),
}
