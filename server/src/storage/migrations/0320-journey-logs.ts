/** Journey logs of flights, what people are asked to confirm, and how a session began, which a signature names (data §10). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0320-journey-logs',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'journey_log', {
      key: 'journey_log_id',
      body: `journey_log_id text not null,
        flight_id text not null,
        flight_no text not null,
        aircraft_id text not null,
        status text not null,
        revision integer not null,
        amend_reason text,
        registration text not null,
        acft_type text not null,
        date text not null,
        at integer not null,
        nature text not null,
        departure text not null,
        arrival text not null,
        times text not null,
        block_minutes integer,
        airborne_minutes integer,
        crew_list text not null,
        movement_list text not null,
        pax_aboard integer,
        pax_of_flight integer not null,
        fuel text,
        baggage_kg integer,
        cargo_kg integer,
        oil_added_ml integer,
        deicing_fluid text,
        deicing_at integer,
        night_minutes integer,
        ifr_minutes integer,
        ifr_of_flight integer,
        incidents text,
        observations text,
        difference_list text not null,
        signature text,
        external_id_list text not null,
        version integer not null,
        created_at integer not null,
        updated_at integer not null,
        created_by text,
        updated_by text,
        foreign key (tenant_id, flight_id) references flight (tenant_id, flight_id)`,
    })
    await run(db, 'create unique index journey_log_of_flight on journey_log (tenant_id, flight_id, revision)')
    await run(db, 'create index journey_log_order on journey_log (tenant_id, at, journey_log_id)')
    await run(db, 'create index journey_log_of_aircraft on journey_log (tenant_id, aircraft_id, at)')
    await tenantTable(db, kind, 'confirmation', {
      key: 'confirmation_id',
      body: `confirmation_id text not null,
        purpose text not null,
        subject_id_list text not null,
        proposal text,
        crew_member_id text not null,
        actor_key text not null,
        application_name text,
        device_id text,
        state text not null,
        shown text,
        shown_digest text,
        digest text,
        user_id text,
        method text,
        decided_at integer,
        created_at integer not null,
        expires_at integer not null`,
    })
    await run(db, 'create index confirmation_over on confirmation (expires_at)')
    await run(db, 'create index confirmation_of_actor on confirmation (tenant_id, actor_key, state)')
    await run(db, 'alter table user_session add column means text')
  },
}
