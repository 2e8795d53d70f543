/** Finds a request by its id, whichever operator it came to, and the connections of one application. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0079-support-indexes',
  indexes: [
    { name: 'usage_request_anywhere', on: 'usage_request (request_id)' },
    { name: 'oauth_grant_of_application', on: 'oauth_grant (client_id)' },
  ],
}
