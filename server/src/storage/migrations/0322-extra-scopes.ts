/** Until when support allows an application scopes beyond its kind, and each decision about them (ADR 200). */
import type { Migration } from './migration.ts'
import { platformTable, run } from './schema.ts'

export const migration: Migration = {
  name: '0322-extra-scopes',
  up: async (db, kind) => {
    await run(db, `alter table application add column extra_scopes_until ${kind === 'sqlite' ? 'integer' : 'bigint'}`)
    await run(
      db,
      `create index application_extra_scopes on application (extra_scopes_until) where extra_scopes_until is not null`,
    )
    await platformTable(
      db,
      kind,
      'scope_decision',
      `client_id text not null references application (client_id),
       position integer not null,
       action text not null,
       scopes text not null,
       until_at integer,
       reason text not null,
       at integer not null,
       staff_id text,
       primary key (client_id, position)`,
    )
  },
}
