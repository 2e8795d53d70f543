/** Visits, what providers are asked for, and for whom a flight support application acts (data §8). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

const STAMPS = `version integer not null,
        created_at integer not null,
        updated_at integer not null,
        created_by text,
        updated_by text,
        external_id_list text not null`

export const migration: Migration = {
  name: '0315-services',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'application_provider', {
      key: 'client_id, contact_id',
      body: `client_id text not null references application (client_id),
        contact_id text not null,
        chosen_at integer not null`,
    })
    await run(db, 'create index application_provider_contact on application_provider (tenant_id, contact_id)')
    await tenantTable(db, kind, 'visit', {
      key: 'visit_id',
      body: `visit_id text not null,
        visit_number text not null,
        airport_id text not null,
        aircraft_id text not null,
        arrival_flight_id text,
        departure_flight_id text,
        arrive_at integer,
        depart_at integer,
        begins_at integer not null,
        provider_contact_id_list text not null,
        ${STAMPS},
        foreign key (tenant_id, aircraft_id) references aircraft (tenant_id, aircraft_id),
        foreign key (tenant_id, arrival_flight_id) references flight (tenant_id, flight_id),
        foreign key (tenant_id, departure_flight_id) references flight (tenant_id, flight_id)`,
    })
    await run(db, 'create index visit_order on visit (tenant_id, begins_at, visit_id)')
    await run(db, 'create index visit_aircraft on visit (tenant_id, aircraft_id, begins_at)')
    await run(db, 'create index visit_arrival on visit (tenant_id, arrival_flight_id)')
    await run(db, 'create index visit_departure on visit (tenant_id, departure_flight_id)')
    await tenantTable(db, kind, 'service_request', {
      key: 'service_request_id',
      body: `service_request_id text not null,
        service_request_number text not null,
        visit_id text,
        flight_id text,
        kind text not null,
        status text not null,
        status_reason text,
        provider_contact_id text,
        holder text,
        requested_for integer,
        quantity text,
        unit text,
        instructions text,
        permit text,
        result text,
        review_reason_list text not null,
        agreed text,
        sent_at integer,
        history_list text not null,
        aircraft_id text not null,
        ${STAMPS},
        foreign key (tenant_id, visit_id) references visit (tenant_id, visit_id),
        foreign key (tenant_id, flight_id) references flight (tenant_id, flight_id),
        foreign key (tenant_id, aircraft_id) references aircraft (tenant_id, aircraft_id),
        foreign key (tenant_id, provider_contact_id) references contact (tenant_id, contact_id)`,
    })
    await run(db, 'create index service_request_order on service_request (tenant_id, created_at, service_request_id)')
    await run(db, 'create index service_request_visit on service_request (tenant_id, visit_id)')
    await run(db, 'create index service_request_flight on service_request (tenant_id, flight_id)')
    await run(db, 'create index service_request_provider on service_request (tenant_id, provider_contact_id)')
    await run(db, 'create index service_request_aircraft on service_request (tenant_id, aircraft_id)')
  },
}
