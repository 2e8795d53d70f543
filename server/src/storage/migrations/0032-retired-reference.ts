/** Reference records that the last import no longer lists: found by the ids that were given out, and otherwise gone. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0032-retired-reference',
  up: async (db) => {
    await run(db, 'alter table aircraft_type add column retired integer not null default 0')
    await run(db, 'alter table airport add column retired integer not null default 0')
  },
}
