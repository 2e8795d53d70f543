/** Finds offers that end soon and requests that nobody answered, in all tenants, without reading the others. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0323-index-of-sales-reminders',
  indexes: [
    { name: 'quote_sent', on: "quote (valid_until) where status = 'SENT'" },
    { name: 'charter_request_open', on: "charter_request (created_at) where status = 'OPEN' and quoted_until is null" },
  ],
}
