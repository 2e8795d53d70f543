/** Finds mandatory reports that go to the authority and reports with actions, in all tenants, without reading the others. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0332-index-of-safety-reminders',
  indexes: [
    {
      name: 'safety_report_for_authority',
      on: "safety_report (aware_at) where legal_type = 'MANDATORY' and reported_to_authority_at is null",
    },
    { name: 'safety_report_with_actions', on: "safety_report (status) where action_list <> '[]'" },
  ],
}
