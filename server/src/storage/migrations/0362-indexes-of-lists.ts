/**
 * Say of one trip whether a leg of it meets an interval, however many legs it has, and of one aircraft whether a
 * marketplace flies or bought it, however much it bought (threats rows 546, 549).
 */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0362-indexes-of-lists',
  indexes: [
    { name: 'flight_of_trip_by_time', on: 'flight (tenant_id, trip_id, off_block, on_block)' },
    { name: 'flight_bought', on: 'flight (tenant_id, buyer, aircraft_id) where buyer is not null' },
    { name: 'quote_accepted', on: 'quote (tenant_id, buyer, aircraft_id) where accepted_at is not null' },
  ],
}
