/** Of which service request a document is, and who sees it for that (ADR 198). */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0318-documents-of-requests',
  up: async (db) => {
    for (const column of ['service_request_id', 'provider_contact_id'])
      await run(db, `alter table document add column ${column} text`)
  },
}
