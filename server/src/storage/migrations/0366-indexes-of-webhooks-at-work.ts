/**
 * What whoever looks for messages asks: webhooks at work, those of ended grants that somebody still has, and ends that
 * wait. Rows of grants that ended are in none of them, however many there are (ADR 292).
 */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0366-indexes-of-webhooks-at-work',
  indexes: [
    { name: 'webhook_at_work', on: 'webhook (tenant_id, webhook_id) where is_over = 0' },
    {
      name: 'webhook_ending',
      on: 'webhook (tenant_id, webhook_id) where is_over = 1 and holder is not null',
    },
    {
      name: 'webhook_parked_end',
      on: "webhook_parked (tenant_id, webhook_id, next_try_at) where type = 'connection.ended'",
    },
  ],
}
