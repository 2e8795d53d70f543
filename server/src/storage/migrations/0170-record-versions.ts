/** Finds the changes of one record, for its history. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0170-record-versions',
  indexes: [{ name: 'change_entry_record', on: 'change_entry (tenant_id, entity_id, position)' }],
}
