/** The name that a tenant gave itself: a sandbox that renames itself leaves production's name alone. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0073-tenant-name',
  up: async (db) => {
    await run(db, 'alter table tenant add column name text')
  },
}
