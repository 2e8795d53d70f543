/**
 * Where the bytes of a file lie that are not rows of the store, and contents that no file names any more: they are
 * removed once their time is over (ADR 204).
 */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0338-content-beside-the-store',
  up: async (db, kind) => {
    await run(db, 'alter table document_file add column place text')
    await run(db, 'alter table document_file add column content_id text')
    await tenantTable(db, kind, 'document_content_over', {
      key: 'content_id',
      body: `content_id text not null,
       place text not null,
       byte_size integer not null,
       due_at integer not null`,
    })
    await run(db, 'create index document_content_over_due on document_content_over (due_at)')
  },
}
