/** Defects of aircraft, and the blocks that belong to them (data §10.4). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0321-technical-log',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'tech_log_entry', {
      key: 'tech_log_entry_id',
      body: `tech_log_entry_id text not null,
        aircraft_id text not null,
        flight_id text,
        ata_chapter text,
        description text not null,
        found_at integer not null,
        found_in text,
        is_recurring integer not null,
        is_no_go integer not null,
        status text not null,
        status_reason text,
        mel_reference text,
        mel_category text,
        deferred_until integer,
        limit_hours text,
        limit_cycles integer,
        limit_at_minutes integer,
        limit_at_cycles integer,
        is_extended integer not null,
        extension_reason text,
        restriction_list text not null,
        operational_procedure text,
        maintenance_procedure text,
        acceptance text,
        rectification text,
        part_off text,
        part_on text,
        release text,
        external_id_list text not null,
        version integer not null,
        created_at integer not null,
        updated_at integer not null,
        created_by text,
        updated_by text,
        foreign key (tenant_id, aircraft_id) references aircraft (tenant_id, aircraft_id),
        foreign key (tenant_id, flight_id) references flight (tenant_id, flight_id)`,
    })
    await run(db, 'create index tech_log_entry_order on tech_log_entry (tenant_id, found_at, tech_log_entry_id)')
    await run(db, 'create index tech_log_entry_of_aircraft on tech_log_entry (tenant_id, aircraft_id, status)')
    await run(db, 'create index tech_log_entry_of_flight on tech_log_entry (tenant_id, flight_id)')
    await run(db, 'alter table unavailability add column tech_log_entry_id text')
  },
}
