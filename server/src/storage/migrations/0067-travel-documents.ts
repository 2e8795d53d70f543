/**
 * Travel documents are records of their own: what contacts had of them moves there and is told in the feed. Changes of
 * contacts get a viewer that does not see passengers. Contacts can be erased, and passengers keep who added them.
 */
import type { EngineKind } from '../engines/engine.ts'
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

const MOVED = ['date_of_birth', 'nationality', 'document_number', 'document_expiry']
const FIELDS = '["type","issuingCountry","number","expiry","givenNames","surname","dateOfBirth","nationality"]'

const now = (kind: EngineKind): string =>
  kind === 'postgres' ? '(extract(epoch from now()) * 1000)::bigint' : 'unixepoch() * 1000'

const moveDocuments = `insert into travel_document (tenant_id, travel_document_id, contact_id, type, issuing_country,
    number, expiry, given_names, surname, date_of_birth, nationality, external_id_list, version, created_at, updated_at)
  select tenant_id, 'tdo_' || substr(contact_id, 5), contact_id, 'PASSPORT', nationality, document_number,
    document_expiry, name, coalesce(surname, ''), date_of_birth, nationality, '[]', 1, created_at, updated_at
  from contact where ${MOVED.map((column) => `${column} is not null`).join(' or ')}`

const tellDocuments = (kind: EngineKind): string =>
  `insert into change_entry (tenant_id, position, entity, entity_id, parent_id, kind, version, field_list, at)
   select d.tenant_id, h.position + row_number() over (partition by d.tenant_id order by d.travel_document_id),
     'TRAVEL_DOCUMENT', d.travel_document_id, d.contact_id, 'CREATED', 1, '${FIELDS}', ${now(kind)}
   from travel_document d join change_head h on h.tenant_id = d.tenant_id`

const countDocuments = '(select count(*) from travel_document d where d.tenant_id = change_head.tenant_id)'

const tellOpenContacts = `insert into change_viewer (tenant_id, viewer, position, saw_before, sees_after)
  select e.tenant_id, 'open contacts', e.position, case e.kind when 'CREATED' then 0 else 1 end,
    case e.kind when 'DELETED' then 0 else 1 end
  from change_entry e join contact c on c.tenant_id = e.tenant_id and c.contact_id = e.entity_id
  where e.entity = 'CONTACT' and c.kind <> 'PASSENGER'`

export const migration: Migration = {
  name: '0067-travel-documents',
  needs: '0067-travel-documents',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'travel_document', {
      key: 'travel_document_id',
      body: `travel_document_id text not null,
       contact_id text not null,
       type text not null,
       issuing_country text,
       number text,
       valid_from text,
       expiry text,
       given_names text not null,
       surname text not null,
       sex text,
       date_of_birth text,
       place_of_birth text,
       nationality text,
       external_id_list text not null,
       version integer not null,
       created_at integer not null,
       updated_at integer not null,
       created_by text,
       updated_by text,
       foreign key (tenant_id, contact_id) references contact (tenant_id, contact_id)`,
    })
    await run(db, 'create index travel_document_of_contact on travel_document (tenant_id, contact_id)')
    await run(db, moveDocuments)
    await run(db, tellDocuments(kind))
    await run(
      db,
      `update change_head set position = position + ${countDocuments}, record_count = record_count + ${countDocuments}`,
    )
    await run(db, tellOpenContacts)
    for (const column of MOVED) await run(db, `alter table contact drop column ${column}`)
    const number = kind === 'postgres' ? 'bigint' : 'integer'
    await run(db, `alter table contact add column erased_at ${number}`)
    await run(db, 'alter table flight_passenger add column travel_document_id text')
    await run(db, `alter table flight_passenger add column is_no_show ${number} not null default 0`)
    await run(db, 'alter table flight_passenger add column added_by text')
  },
}
