/**
 * The log of a webhook with its filters, in its order, whoever it is of; a try and a message by their ids; what waits of
 * a webhook in its order, and the webhooks of an application that are at work (ADR 293).
 */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0367-indexes-of-webhook-logs',
  indexes: [
    {
      name: 'webhook_attempt_by_status',
      on: 'webhook_attempt ((coalesce(application_webhook_id, webhook_id)), status, at, attempt_id)',
    },
    {
      name: 'webhook_attempt_by_outcome',
      on: `webhook_attempt ((coalesce(application_webhook_id, webhook_id)),
        (case when status is null then 0 when status between 200 and 299 then 1 else 2 end), at, attempt_id)`,
    },
    { name: 'webhook_attempt_by_id', on: 'webhook_attempt (attempt_id)' },
    { name: 'webhook_attempt_of_message', on: 'webhook_attempt (message_id)' },
    {
      name: 'webhook_parked_by_position',
      on: 'webhook_parked (tenant_id, webhook_id, position, message_id) where is_test = 0',
    },
    {
      name: 'webhook_at_work_of_application',
      on: "webhook ((application_webhook_id || ''), webhook_id) where is_over = 0",
    },
  ],
}
