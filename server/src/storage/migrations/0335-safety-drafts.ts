/** Reports that their reporters have not sent yet (data §11.9). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0335-safety-drafts',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'safety_draft', {
      key: 'safety_report_id',
      body: `safety_report_id text not null,
        user_id text not null,
        draft text not null,
        document_list text not null,
        version integer not null,
        created_at integer not null,
        expires_at integer not null`,
    })
    await run(db, 'create index safety_draft_of_user on safety_draft (tenant_id, user_id)')
    await run(db, 'create index safety_draft_over on safety_draft (expires_at)')
  },
}
