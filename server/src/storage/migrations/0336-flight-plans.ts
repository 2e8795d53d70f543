/** Operational flight plans, a row for each revision (data §10.9). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0336-flight-plans',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'flight_plan', {
      key: 'flight_plan_id',
      body: `flight_plan_id text not null,
        flight_id text not null,
        flight_no text not null,
        revision integer not null,
        status text not null,
        aircraft_id text not null,
        adep_id text not null,
        ades_id text not null,
        alternate_id_list text not null,
        route text not null,
        levels text,
        cruise text,
        fuel_unit text not null,
        taxi_fuel integer,
        trip_fuel integer not null,
        contingency_fuel integer,
        alternate_fuel integer,
        final_reserve_fuel integer,
        additional_fuel integer,
        extra_fuel integer,
        block_fuel integer not null,
        zero_fuel_kg integer,
        take_off_kg integer,
        landing_kg integer,
        payload_kg integer,
        max_zero_fuel_kg integer,
        max_take_off_kg integer,
        max_landing_kg integer,
        max_payload_kg integer,
        computed_at integer not null,
        source text not null,
        written_as text not null,
        outdated_list text not null,
        acceptance text,
        place_list text not null,
        flight_payload_kg integer not null,
        provider text,
        external_id_list text not null,
        version integer not null,
        created_at integer not null,
        updated_at integer not null,
        created_by text,
        updated_by text,
        foreign key (tenant_id, flight_id) references flight (tenant_id, flight_id)`,
    })
    await run(db, 'create unique index flight_plan_of_flight on flight_plan (tenant_id, flight_id, revision)')
    await run(db, 'create index flight_plan_order on flight_plan (tenant_id, created_at, flight_plan_id)')
  },
}
