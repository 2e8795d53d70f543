/** Finds the trip that was booked from a quote, and what a buyer holds (data §7). */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0299-indexes-of-sales',
  indexes: [
    { name: 'trip_quote', on: 'trip (tenant_id, quote_id)' },
    { name: 'empty_leg_holder', on: 'empty_leg (tenant_id, holder)' },
  ],
}
