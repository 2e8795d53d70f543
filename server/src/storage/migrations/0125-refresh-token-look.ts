/**
 * When to look whether a refresh token is over. The index on its expiry goes: every refresh moves the expiry, and with
 * it the index (ADR 83). No release has that index, so no program in use needs it. The time 0 lets the removal look at
 * every row from before; the old secrets of keys get their expiry at once, because notices search by this time.
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
