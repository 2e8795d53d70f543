/** Finds refresh tokens and keys that end soon, and those that ended long ago, in all tenants, without reading the rest. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0116-ends-of-access',
  indexes: [
    { name: 'refresh_token_ending', on: 'refresh_token (expires_at) where revoked_at is null' },
    { name: 'refresh_token_revoked', on: 'refresh_token (revoked_at) where revoked_at is not null' },
    { name: 'api_key_ending', on: 'api_key (expires_at) where revoked_at is null' },
    { name: 'api_key_revoked', on: 'api_key (revoked_at) where revoked_at is not null' },
    { name: 'oauth_grant_over', on: 'oauth_grant (ended_at) where ended_at is not null' },
  ],
}
