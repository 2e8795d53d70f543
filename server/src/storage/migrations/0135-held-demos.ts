/** When a demo was held, and who of staff said so: nothing goes to production without it (threats row 135). */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0135-held-demos',
  up: async (db, kind) => {
    await run(db, `alter table demo add column held_at ${kind === 'sqlite' ? 'integer' : 'bigint'}`)
    await run(db, 'alter table demo add column held_by text')
  },
}
