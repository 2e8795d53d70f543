/** Finds flights by their number, without an interval. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0176-flight-number',
  indexes: [{ name: 'flight_of_number', on: 'flight (tenant_id, flight_no, off_block)' }],
}
