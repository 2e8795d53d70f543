/** Finds the oldest entries of audit logs, of all operators. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0112-audit-age',
  indexes: [
    { name: 'audit_entry_age', on: 'audit_entry (at)' },
    { name: 'platform_audit_entry_age', on: 'platform_audit_entry (at)' },
  ],
}
