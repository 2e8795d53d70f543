/**
 * When to look whether a refresh token is over. The index on its expiry goes: every refresh moves the expiry, and with
 * it the index (ADR 83). It is no older than the last release, so no program that is in use needs it. Rows from before
 * are looked at once, soon; the old secrets of keys, which notices search by this time, have theirs at once.
 */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0125-refresh-token-look',
  up: async (db, kind) => {
    const time = kind === 'sqlite' ? 'integer' : 'bigint'
    await run(db, `alter table refresh_token add column not_over_before ${time} not null default 0`)
    await run(
      db,
      'update refresh_token set not_over_before = expires_at where api_key_id is not null and expires_at is not null',
    )
    await run(db, 'drop index refresh_token_ending')
  },
}
