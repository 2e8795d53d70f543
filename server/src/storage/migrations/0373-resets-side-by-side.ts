/** A user has several resets at a time, so that no later one voids another (ADR 285). Programs of before still keep one. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0373-resets-side-by-side',
  up: async (db) => {
    await run(db, 'drop index password_reset_of_user')
    await run(db, 'create index password_reset_of_user on password_reset (tenant_id, user_id)')
  },
}
