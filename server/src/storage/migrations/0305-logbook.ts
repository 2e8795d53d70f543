/** The logbooks of users, and the links to their tables (data §12). Entries belong to one user. */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

const MINUTES_AND_COUNTS = [
  'single_pilot_se_minutes',
  'single_pilot_me_minutes',
  'multi_pilot_minutes',
  'pic_minutes',
  'picus_minutes',
  'spic_minutes',
  'copilot_minutes',
  'cruise_relief_minutes',
  'dual_minutes',
  'instructor_minutes',
  'examiner_minutes',
  'night_minutes',
  'ifr_minutes',
  'actual_instrument_minutes',
  'simulated_instrument_minutes',
  'cross_country_minutes',
  'take_offs_day',
  'take_offs_night',
  'landings_day',
  'landings_night',
  'full_stop_night_landings',
  'hold_count',
  'fstd_minutes',
]

export const migration: Migration = {
  name: '0305-logbook',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'logbook_entry', {
      key: 'logbook_entry_id',
      body: `logbook_entry_id text not null,
        user_id text not null,
        crew_member_id text,
        source text not null,
        kind text not null,
        flight_id text,
        flight_no text,
        date text not null,
        at integer not null,
        registration text,
        acft_type text,
        acft_model text,
        variant text,
        adep text,
        ades text,
        planned_ades text,
        off_block integer,
        take_off integer,
        landing integer,
        on_block integer,
        flight_count integer not null,
        pic_name text,
        total_minutes integer not null,
        ${MINUTES_AND_COUNTS.map((column) => `${column} integer not null,`).join('\n')}
        approach_list text not null,
        fstd_type text,
        fstd_qualification text,
        countersigned_by text,
        remarks text,
        annotation text,
        version integer not null,
        created_at integer not null,
        updated_at integer not null,
        created_by text,
        updated_by text,
        external_id_list text not null`,
    })
    await tenantTable(db, kind, 'logbook_link', {
      key: 'hash',
      body: `hash text not null,
        user_id text not null,
        search text not null,
        credential_kind text not null,
        credential_hash text,
        expires_at integer not null`,
    })
    await run(db, 'create index logbook_link_over on logbook_link (expires_at)')
    await run(db, 'create index logbook_entry_order on logbook_entry (tenant_id, user_id, at, logbook_entry_id)')
    await run(
      db,
      'create unique index logbook_entry_of_flight on logbook_entry (tenant_id, flight_id, user_id) where flight_id is not null',
    )
  },
}
