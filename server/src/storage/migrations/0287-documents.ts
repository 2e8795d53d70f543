/**
 * Documents with their revisions, what people acknowledged, the links to their bytes, and the bytes themselves (data
 * §9): pieces of base64, so that a backup, an operator's file and a deletion take them along like any other row
 * (ADR 170).
 */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0287-documents',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'document', {
      key: 'document_id',
      body: `document_id text not null,
       kind text not null,
       title text not null,
       flight_id text,
       aircraft_id text,
       crew_member_id text,
       on_aircraft_id text,
       audience_list text not null,
       is_passenger_data integer not null,
       revision integer not null,
       media_type text not null,
       byte_size integer not null,
       sha256 text not null,
       valid_from text,
       valid_to text,
       retention text,
       retain_until text,
       is_on_hold integer not null,
       external_id_list text not null,
       version integer not null,
       created_at integer not null,
       updated_at integer not null,
       created_by text,
       updated_by text,
       foreign key (tenant_id, flight_id) references flight (tenant_id, flight_id),
       foreign key (tenant_id, aircraft_id) references aircraft (tenant_id, aircraft_id),
       foreign key (tenant_id, crew_member_id) references crew_member (tenant_id, crew_member_id)`,
    })
    await run(db, 'create index document_of_flight on document (tenant_id, flight_id)')
    await run(db, 'create index document_of_aircraft on document (tenant_id, aircraft_id)')
    await run(db, 'create index document_of_crew_member on document (tenant_id, crew_member_id)')
    await run(db, 'create index document_on_aircraft on document (tenant_id, on_aircraft_id)')
    await run(db, 'create index document_by_age on document (tenant_id, created_at, document_id)')
    await run(
      db,
      'create index document_to_remove on document (retain_until) where retain_until is not null and is_on_hold = 0',
    )
    await tenantTable(db, kind, 'document_file', {
      key: 'file_id',
      body: `file_id text not null,
       uploaded_by text not null,
       media_type text not null,
       byte_size integer not null,
       sha256 text not null,
       created_at integer not null,
       claimed_at integer,
       arrived_at integer,
       expires_at integer`,
    })
    await run(db, 'create index document_file_over on document_file (expires_at) where expires_at is not null')
    await run(db, 'create index document_file_space on document_file (tenant_id, byte_size)')
    await tenantTable(db, kind, 'document_piece', {
      key: 'file_id, position',
      body: `file_id text not null,
       position integer not null,
       content text not null,
       foreign key (tenant_id, file_id) references document_file (tenant_id, file_id)`,
    })
    await tenantTable(db, kind, 'document_revision', {
      key: 'document_id, revision',
      body: `document_id text not null,
       revision integer not null,
       file_id text not null,
       media_type text not null,
       byte_size integer not null,
       sha256 text not null,
       change_note text,
       created_at integer not null,
       created_by text,
       foreign key (tenant_id, document_id) references document (tenant_id, document_id) on delete cascade,
       foreign key (tenant_id, file_id) references document_file (tenant_id, file_id)`,
    })
    await run(db, 'create index document_revision_of_file on document_revision (tenant_id, file_id)')
    await tenantTable(db, kind, 'document_acknowledgement', {
      key: 'document_id, revision, user_id',
      body: `document_id text not null,
       revision integer not null,
       user_id text not null,
       crew_member_id text,
       at integer not null,
       foreign key (tenant_id, document_id) references document (tenant_id, document_id) on delete cascade`,
    })
    await tenantTable(db, kind, 'document_link', {
      key: 'hash',
      body: `hash text not null,
       document_id text not null,
       revision integer not null,
       credential_kind text not null,
       credential_hash text not null,
       expires_at integer not null,
       foreign key (tenant_id, document_id) references document (tenant_id, document_id) on delete cascade`,
    })
    await run(db, 'create index document_link_of on document_link (tenant_id, document_id)')
    await run(db, 'create index document_link_over on document_link (expires_at)')
  },
}
