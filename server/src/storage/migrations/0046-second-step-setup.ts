/**
 * Which session began to set up a second step, and when. Also turns off second steps without a secret, which an earlier
 * bug allowed.
 */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0046-second-step-setup',
  up: async (db, kind) => {
    await run(db, `alter table user_account add column totp_started_at ${kind === 'sqlite' ? 'integer' : 'bigint'}`)
    await run(db, 'alter table user_account add column totp_started_by text')
    await run(db, 'update user_account set totp_confirmed_at = null where totp_secret is null')
    await run(db, 'update user_account set totp_secret = null where totp_confirmed_at is null')
  },
}
