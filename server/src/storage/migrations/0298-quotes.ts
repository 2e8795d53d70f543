/** What buyers ask for, and what they are offered (data §7). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

const STAMPS = `version integer not null,
        created_at integer not null,
        updated_at integer not null,
        created_by text,
        updated_by text,
        external_id_list text not null`

export const migration: Migration = {
  name: '0298-quotes',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'charter_request', {
      key: 'charter_request_id',
      body: `charter_request_id text not null,
        charter_request_number text not null,
        status text not null,
        status_reason text,
        buyer text,
        buyer_contact_id text not null,
        leg_list text not null,
        acft_category_list text not null,
        equipment_list text not null,
        empty_leg_id text,
        note text,
        expires_at integer,
        quoted_until integer,
        ${STAMPS},
        foreign key (tenant_id, buyer_contact_id) references contact (tenant_id, contact_id),
        foreign key (tenant_id, empty_leg_id) references empty_leg (tenant_id, empty_leg_id)`,
    })
    await run(db, 'create index charter_request_order on charter_request (tenant_id, created_at, charter_request_id)')
    await run(db, 'create index charter_request_buyer on charter_request (tenant_id, buyer, status)')
    await run(db, 'create index charter_request_contact on charter_request (tenant_id, buyer_contact_id)')
    await run(db, 'create index charter_request_empty_leg on charter_request (tenant_id, empty_leg_id)')
    await tenantTable(db, kind, 'quote', {
      key: 'quote_id',
      body: `quote_id text not null,
        quote_number text not null,
        charter_request_id text not null,
        revision integer not null,
        revises_id text,
        superseded_by_id text,
        status text not null,
        status_reason text,
        buyer text,
        aircraft_id text not null,
        leg_list text not null,
        line_list text not null,
        net text not null,
        tax text not null,
        gross text not null,
        terms text not null,
        valid_until integer not null,
        sent_at integer,
        accepted_at integer,
        confirm_by integer,
        booked_at integer,
        ${STAMPS},
        foreign key (tenant_id, charter_request_id) references charter_request (tenant_id, charter_request_id),
        foreign key (tenant_id, aircraft_id) references aircraft (tenant_id, aircraft_id)`,
    })
    await run(db, 'create index quote_order on quote (tenant_id, created_at, quote_id)')
    await run(db, 'create index quote_request on quote (tenant_id, charter_request_id)')
    await run(db, 'create index quote_aircraft on quote (tenant_id, aircraft_id)')
  },
}
