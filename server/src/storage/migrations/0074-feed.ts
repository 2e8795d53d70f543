/** What a change belongs to, who made it and what it reminds of; which reminders were given. */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0074-feed',
  up: async (db, kind) => {
    const number = kind === 'postgres' ? 'bigint' : 'integer'
    for (const column of ['parent_id text', 'author text', 'reminder text', `due_at ${number}`]) {
      await run(db, `alter table change_entry add column ${column}`)
    }
    await tenantTable(db, kind, 'reminder', {
      key: 'kind, entity_id, due_at',
      body: 'kind text not null, entity_id text not null, due_at integer not null, given_at integer not null',
    })
    await run(db, 'create index reminder_age on reminder (given_at)')
  },
}
