/**
 * Find what lies around a duty or flight by its time (threats rows 550 and 551). A duty that is longer than two days is
 * found among those alone, so that the others need only be looked for within two days; and the flights that an aircraft has
 * ahead are counted without reading them.
 */
import type { IndexMigration } from './migration.ts'

const DAYS_2_MS = 172_800_000

export const migration: IndexMigration = {
  name: '0361-indexes-of-what-lies-near',
  indexes: [
    { name: 'duty_as_planned', on: 'duty (tenant_id, crew_member_id, planned_start_at)' },
    {
      name: 'duty_long',
      on: `duty (tenant_id, crew_member_id, end_at, start_at, planned_end_at, planned_start_at)
        where (end_at - start_at > ${DAYS_2_MS} or planned_end_at - planned_start_at > ${DAYS_2_MS})`,
    },
    {
      name: 'flight_ahead',
      on: `flight (tenant_id, aircraft_id, off_block, flight_id, status)
        where status in ('OPTION', 'CONFIRMED', 'RELEASED')`,
    },
  ],
}
