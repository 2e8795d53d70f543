/** Finds the first message of a record that waits at a webhook (events row 76), and webhooks of grants that ended. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0278-webhook-order',
  indexes: [
    { name: 'webhook_parked_order', on: 'webhook_parked (tenant_id, webhook_id, entity_id, position)' },
    { name: 'webhook_of_ended', on: 'webhook (tenant_id, webhook_id) where is_over = 1' },
  ],
}
