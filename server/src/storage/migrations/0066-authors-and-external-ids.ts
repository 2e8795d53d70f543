/** Who created and changed each record, and external ids of every kind of record, unique by the store. */
import type { EngineKind } from '../engines/engine.ts'
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

const WITH_EXTERNAL_IDS = ['flight', 'contact']
const WITHOUT = ['aircraft', 'unavailability', 'trip', 'crew_member', 'qualification', 'duty']

/** Of records that share an id, the oldest gets it here; all of them keep it in their lists. */
const moveIds = (kind: EngineKind, table: string): string => {
  const entries =
    kind === 'postgres'
      ? `${table} r cross join lateral json_array_elements(r.external_id_list::json) as e (value)`
      : `${table} r, json_each(r.external_id_list) e`
  return `insert into external_id (tenant_id, kind, record_id, system, value)
    select r.tenant_id, '${table}', r.${table}_id, e.value ->> 'system', e.value ->> 'value'
    from ${entries} where true order by r.created_at, r.${table}_id on conflict do nothing`
}

export const migration: Migration = {
  name: '0066-authors-and-external-ids',
  up: async (db, kind) => {
    for (const table of [...WITH_EXTERNAL_IDS, ...WITHOUT]) {
      await run(db, `alter table ${table} add column created_by text`)
      await run(db, `alter table ${table} add column updated_by text`)
    }
    for (const table of WITHOUT) {
      await run(db, `alter table ${table} add column external_id_list text not null default '[]'`)
    }
    await tenantTable(db, kind, 'external_id', {
      key: 'kind, record_id, system',
      body: `kind text not null,
       record_id text not null,
       system text not null,
       value text not null,
       unique (tenant_id, kind, system, value)`,
    })
    const body = 'system text not null, client_id text not null'
    await tenantTable(db, kind, 'external_id_system', { key: 'system', body })
    for (const table of WITH_EXTERNAL_IDS) await run(db, moveIds(kind, table))
  },
}
