/** Reference records that the latest import no longer lists: they can be found only by an id given out before. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0032-retired-reference',
  up: async (db) => {
    await run(db, 'alter table aircraft_type add column retired integer not null default 0')
    await run(db, 'alter table airport add column retired integer not null default 0')
  },
}
