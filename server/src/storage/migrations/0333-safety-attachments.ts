/** Files of safety reports, apart those of reporters who are not to be known, and the links to them (data §11.8). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0333-safety-attachments',
  up: async (db, kind) => {
    for (const table of ['safety_report', 'safety_original'])
      await run(db, `alter table ${table} add column document_list text not null default '[]'`)
    await tenantTable(db, kind, 'safety_link', {
      key: 'hash',
      body: `hash text not null,
        safety_report_id text not null,
        safety_attachment_id text not null,
        credential_kind text not null,
        credential_hash text not null,
        expires_at integer not null,
        opened_at integer`,
    })
    await run(db, 'create index safety_link_over on safety_link (expires_at)')
  },
}
