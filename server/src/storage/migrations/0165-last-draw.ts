/** What the last draw took from a cost bucket: one statement draws and answers it. Older programs leave it as it is. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0165-last-draw',
  up: async (db) => {
    await run(db, 'alter table cost_bucket add column last_drawn integer')
  },
}
