/** The tickets of submitted sign-in forms. */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0031-spent-forms',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'spent_form', {
      key: 'nonce',
      body: 'nonce text not null, expires_at integer not null',
    })
    await run(db, 'create index spent_form_expiry on spent_form (expires_at)')
  },
}
