/** An operator's fleet, schedule, crew and passengers, the viewers of each change, and the operator's profile. */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

const VERSIONED = 'version integer not null, created_at integer not null, updated_at integer not null'

export const migration: Migration = {
  name: '0010-operator-data',
  up: async (db, kind) => {
    const table = (name: string, key: string, body: string) => tenantTable(db, kind, name, { key, body })

    await table(
      'operator_profile',
      '',
      'icao text, iata text, callsign text, base_id_list text not null, timezone text not null',
    )
    await table('record_counter', 'name', 'name text not null, value integer not null')

    await table(
      'change_viewer',
      'viewer, position',
      `viewer text not null,
       position integer not null,
       saw_before integer not null,
       sees_after integer not null`,
    )
    await run(db, 'create index change_viewer_position on change_viewer (tenant_id, position)')
    await run(db, 'create index change_entry_age on change_entry (at)')

    await table(
      'aircraft',
      'aircraft_id',
      `aircraft_id text not null,
       registration text not null,
       acft_type_id text not null,
       serial_number text,
       base_id text not null,
       seat_count integer not null,
       max_range_nm integer,
       cruise_kt integer,
       mtow_kg integer,
       year_of_manufacture integer,
       equipment_list text not null,
       status text not null,
       airframe_minutes integer not null,
       cycles integer not null,
       hours_as_of integer not null,
       ${VERSIONED},
       unique (tenant_id, registration)`,
    )
    await table(
      'unavailability',
      'unavailability_id',
      `unavailability_id text not null,
       aircraft_id text not null,
       "from" integer not null,
       "to" integer not null,
       reason text not null,
       note text,
       ${VERSIONED},
       check ("from" < "to"),
       foreign key (tenant_id, aircraft_id) references aircraft (tenant_id, aircraft_id)`,
    )
    await run(db, 'create index unavailability_time on unavailability (tenant_id, aircraft_id, "from")')

    await table(
      'trip',
      'trip_id',
      `trip_id text not null,
       trip_number text not null,
       status text not null,
       client_id text,
       quote_id text,
       buyer text,
       aircraft_id_list text not null,
       ${VERSIONED},
       foreign key (tenant_id, client_id) references contact (tenant_id, contact_id)`,
    )
    await table(
      'flight',
      'flight_id',
      `flight_id text not null,
       flight_no text not null,
       callsign text,
       trip_id text,
       leg_number integer,
       aircraft_id text not null,
       status text not null,
       kind text not null,
       rules text not null,
       adep_id text not null,
       ades_id text not null,
       alternate_id_list text not null,
       diverted_to_id text,
       off_block integer not null,
       on_block integer not null,
       estimated_off_block integer,
       estimated_on_block integer,
       actual text not null,
       distance_nm integer not null,
       pax_total integer not null,
       fuel text,
       delay_list text not null,
       ops_note text,
       status_reason text,
       external_id_list text not null,
       buyer text,
       ${VERSIONED},
       check (off_block < on_block),
       foreign key (tenant_id, aircraft_id) references aircraft (tenant_id, aircraft_id),
       foreign key (tenant_id, trip_id) references trip (tenant_id, trip_id)`,
    )
    await run(db, 'create index flight_order on flight (tenant_id, off_block, flight_id)')
    await run(db, 'create index flight_of_aircraft on flight (tenant_id, aircraft_id, off_block)')
    await run(db, 'create index flight_of_trip on flight (tenant_id, trip_id)')

    await table(
      'crew_member',
      'crew_member_id',
      `crew_member_id text not null,
       code text not null,
       name text not null,
       surname text not null,
       position_list text not null,
       base_id text not null,
       type_rating_list text not null,
       is_active integer not null,
       user_id text,
       ${VERSIONED},
       unique (tenant_id, code),
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    )
    await run(
      db,
      'create unique index crew_member_of_user on crew_member (tenant_id, user_id) where user_id is not null',
    )
    await table(
      'qualification',
      'qualification_id',
      `qualification_id text not null,
       crew_member_id text not null,
       kind text not null,
       label text not null,
       number text,
       valid_from text not null,
       valid_to text,
       ${VERSIONED},
       foreign key (tenant_id, crew_member_id) references crew_member (tenant_id, crew_member_id)`,
    )
    await run(db, 'create index qualification_of_member on qualification (tenant_id, crew_member_id)')
    await table(
      'duty',
      'duty_id',
      `duty_id text not null,
       crew_member_id text not null,
       kind text not null,
       start_at integer not null,
       end_at integer not null,
       flight_id_list text not null,
       entered text,
       ${VERSIONED},
       check (start_at < end_at),
       foreign key (tenant_id, crew_member_id) references crew_member (tenant_id, crew_member_id)`,
    )
    await run(db, 'create index duty_of_member on duty (tenant_id, crew_member_id, start_at)')

    await table(
      'flight_crew',
      'flight_id, crew_member_id',
      `flight_id text not null,
       crew_member_id text not null,
       rank integer not null,
       position text not null,
       is_pilot_flying integer,
       report_at integer,
       confirmed integer not null,
       foreign key (tenant_id, flight_id) references flight (tenant_id, flight_id),
       foreign key (tenant_id, crew_member_id) references crew_member (tenant_id, crew_member_id)`,
    )
    await run(db, 'create index flight_crew_of_member on flight_crew (tenant_id, crew_member_id)')
    await table(
      'flight_passenger',
      'flight_id, contact_id',
      `flight_id text not null,
       contact_id text not null,
       rank integer not null,
       is_lead integer not null,
       foreign key (tenant_id, flight_id) references flight (tenant_id, flight_id),
       foreign key (tenant_id, contact_id) references contact (tenant_id, contact_id)`,
    )
    await run(db, 'create index flight_passenger_of_contact on flight_passenger (tenant_id, contact_id)')
  },
}
