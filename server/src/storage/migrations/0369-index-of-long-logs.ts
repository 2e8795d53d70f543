/** Webhooks whose log has got so much that it is cut to its length. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0369-index-of-long-logs',
  indexes: [{ name: 'webhook_with_long_log', on: 'webhook (tenant_id, webhook_id) where tries_uncut >= 500' }],
}
