/** What reporters who are not to be known sent, until the next full hour (data §11.2). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0334-held-safety-acts',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'safety_held', {
      key: 'held_id',
      body: `held_id text not null,
        due_at integer not null,
        user_id text,
        act text not null`,
    })
    await run(db, 'create index safety_held_due on safety_held (due_at)')
  },
}
