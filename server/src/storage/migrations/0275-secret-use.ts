/** When a client secret was last accepted, so that a provider sees which of two its programs still use. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0275-secret-use',
  up: async (db, kind) => {
    await run(db, `alter table application_secret add column last_used_at ${kind === 'sqlite' ? 'integer' : 'bigint'}`)
  },
}
