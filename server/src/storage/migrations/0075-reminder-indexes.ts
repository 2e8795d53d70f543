/** Finds what is due to be reminded of, in all tenants, without reading their records. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0075-reminder-indexes',
  indexes: [
    { name: 'qualification_due', on: 'qualification (valid_to) where superseded_by_id is null' },
    { name: 'unavailability_due', on: 'unavailability ("to")' },
    { name: 'flight_due', on: 'flight (off_block)' },
  ],
}
