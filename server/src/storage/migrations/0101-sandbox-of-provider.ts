/** Finds the provider of a sandbox by its operator: every look-up of an address asks. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0101-sandbox-of-provider',
  indexes: [{ name: 'provider_sandbox', on: 'provider (sandbox_operator_id)' }],
}
