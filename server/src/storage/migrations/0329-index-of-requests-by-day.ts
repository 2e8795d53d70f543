/** How many requests an application made lately is counted before each (threats row 309). */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0329-index-of-requests-by-day',
  indexes: [{ name: 'charter_request_made', on: 'charter_request (tenant_id, buyer, created_at)' }],
}
