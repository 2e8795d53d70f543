/** Under which grant a confirmation was asked for: another grant of the same application is another asker (ADR 213). */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0343-grants-of-confirmations',
  up: async (db) => {
    await run(db, 'alter table confirmation add column grant_id text')
    await run(
      db,
      `update confirmation set grant_id = (select oauth_grant.grant_id from oauth_grant
        where oauth_grant.tenant_id = confirmation.tenant_id and oauth_grant.client_id = confirmation.actor_key
          and oauth_grant.user_id is null and oauth_grant.ended_at is null)`,
    )
  },
}
