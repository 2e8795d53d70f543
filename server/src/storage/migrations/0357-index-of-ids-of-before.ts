/** Finds the systems that were not looked at yet, of which there are none most of the time. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0357-index-of-ids-of-before',
  indexes: [{ name: 'external_id_system_unseen', on: 'external_id_system (tenant_id, system) where doubted is null' }],
}
