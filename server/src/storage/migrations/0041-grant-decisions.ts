/** When the decision in force on a grant was made, so that an older consent cannot undo it. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0041-grant-decisions',
  up: async (db, kind) => {
    const type = kind === 'postgres' ? 'bigint' : 'integer'
    await run(db, `alter table oauth_grant add column decided_at ${type} not null default 0`)
    await run(db, 'update oauth_grant set decided_at = changed_at')
  },
}
