/** When a link to a document was first used: that alone is told to the audit log (threats row 300). */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0314-document-link-opened',
  up: (db, kind) =>
    run(db, `alter table document_link add column opened_at ${kind === 'sqlite' ? 'integer' : 'bigint'}`),
}
