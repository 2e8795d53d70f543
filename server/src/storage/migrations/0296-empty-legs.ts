/** Ferry flights that are offered to buyers (data §7). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0296-empty-legs',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'empty_leg', {
      key: 'empty_leg_id',
      body: `empty_leg_id text not null,
        empty_leg_number text not null,
        flight_id text not null,
        aircraft_id text not null,
        adep_id text not null,
        ades_id text not null,
        earliest integer not null,
        latest integer not null,
        price text,
        status text not null,
        held_until integer,
        held_by text,
        holder text,
        version integer not null,
        created_at integer not null,
        updated_at integer not null,
        created_by text,
        updated_by text,
        external_id_list text not null,
        foreign key (tenant_id, flight_id) references flight (tenant_id, flight_id),
        foreign key (tenant_id, aircraft_id) references aircraft (tenant_id, aircraft_id)`,
    })
    await run(db, 'create index empty_leg_order on empty_leg (tenant_id, earliest, empty_leg_id)')
    await run(db, 'create index empty_leg_flight on empty_leg (tenant_id, flight_id)')
    await run(db, 'create index empty_leg_aircraft on empty_leg (tenant_id, aircraft_id)')
  },
}
