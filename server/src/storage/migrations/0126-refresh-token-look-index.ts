/** Finds refresh tokens to be looked at in all tenants; no refresh changes it. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0126-refresh-token-look-index',
  indexes: [{ name: 'refresh_token_may_be_over', on: 'refresh_token (not_over_before) where revoked_at is null' }],
}
