/**
 * When to look whether a refresh token is over. The index on its expiry is gone: every refresh moves the expiry, and
 * changing an index with it took a tenth of a refresh (ADR 83). Rows from before are looked at once, soon.
 */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0125-refresh-token-look',
  up: async (db, kind) => {
    const time = kind === 'sqlite' ? 'integer' : 'bigint'
    await run(db, `alter table refresh_token add column not_over_before ${time} default 0`)
    await run(db, 'drop index refresh_token_ending')
  },
}
