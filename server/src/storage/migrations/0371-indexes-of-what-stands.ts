/**
 * Find what holds an aircraft at a time without reading what is over or was cancelled: blocks by their end, those whose
 * end is estimated, and flights that stand (threats rows 622 and 623).
 */
import type { IndexMigration } from './migration.ts'

const DAYS_400_MS = 34_560_000_000

export const migration: IndexMigration = {
  name: '0371-indexes-of-what-stands',
  indexes: [
    {
      name: 'unavailability_end',
      on: 'unavailability (tenant_id, aircraft_id, "to", "from", unavailability_id)',
    },
    {
      name: 'unavailability_going_on',
      on: 'unavailability (tenant_id, aircraft_id, "to", "from", unavailability_id) where is_end_estimated = 1',
    },
    {
      name: 'unavailability_long',
      on: `unavailability (tenant_id, aircraft_id, "to", "from", unavailability_id) where "to" - "from" > ${DAYS_400_MS}`,
    },
    {
      name: 'flight_standing',
      on: "flight (tenant_id, aircraft_id, off_block, flight_id) where not (status = 'CANCELLED')",
    },
  ],
}
