/** Finds deferrals that end soon and logs that nobody signed, in all tenants, without reading the others. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0327-index-of-log-reminders',
  indexes: [
    { name: 'tech_log_entry_deferred', on: "tech_log_entry (deferred_until) where status = 'DEFERRED'" },
    { name: 'journey_log_draft', on: "journey_log (created_at) where status = 'DRAFT'" },
  ],
}
