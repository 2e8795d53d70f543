/** Find what is of one aircraft in the order of its list, for keys that are limited to some aircraft (threats row 621). */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0370-indexes-of-lists-by-aircraft',
  indexes: [
    {
      name: 'service_request_of_aircraft_in_order',
      on: 'service_request (tenant_id, aircraft_id, created_at, service_request_id)',
    },
    {
      name: 'flight_plan_of_aircraft_in_order',
      on: 'flight_plan (tenant_id, aircraft_id, created_at, flight_plan_id)',
    },
    {
      name: 'tech_log_entry_of_aircraft_in_order',
      on: 'tech_log_entry (tenant_id, aircraft_id, found_at, tech_log_entry_id)',
    },
    { name: 'empty_leg_of_aircraft_in_order', on: 'empty_leg (tenant_id, aircraft_id, earliest, empty_leg_id)' },
    {
      name: 'maintenance_due_of_aircraft_in_order',
      on: "maintenance_due (tenant_id, aircraft_id, coalesce(due_date, '9999-12-31'), maintenance_due_id)",
    },
    {
      name: 'document_on_aircraft_in_order',
      on: 'document (tenant_id, on_aircraft_id, created_at, document_id) where on_aircraft_id is not null',
    },
  ],
}
