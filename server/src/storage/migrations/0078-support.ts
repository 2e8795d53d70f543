/** Calendar files in messages, and requests found by their id whichever operator they came to. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0078-support',
  up: async (db) => {
    await run(db, 'alter table outbox_message add column calendar text')
    await run(db, 'create index usage_request_anywhere on usage_request (request_id)')
    await run(db, 'create index oauth_grant_of_application on oauth_grant (client_id)')
  },
}
