/** Logbooks that are kept for users who were removed, until their links are over (data §12.7). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0340-kept-logbooks',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'kept_logbook', {
      key: 'user_id',
      body: `user_id text not null,
        code_hash text not null,
        expires_at integer not null,
        taken_on text`,
    })
    await run(db, 'create unique index kept_logbook_code on kept_logbook (tenant_id, code_hash)')
    await run(db, 'create index kept_logbook_over on kept_logbook (expires_at)')
  },
}
