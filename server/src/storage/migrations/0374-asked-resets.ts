/** What "Forgotten?" was asked for and nobody has looked at yet (ADR 287). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0374-asked-resets',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'asked_reset', {
      key: 'asked_reset_id',
      body: `asked_reset_id text not null, email text not null, address text, request_id text not null,
        asked_at integer not null, due_at integer not null`,
    })
    await run(db, 'create index asked_reset_due on asked_reset (due_at)')
  },
}
