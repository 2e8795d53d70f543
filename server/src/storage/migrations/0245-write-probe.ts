/** Where a process tries whether the store takes what is written (`storage/writability.ts`); it is empty between two tries. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0245-write-probe',
  up: async (db) => {
    await run(db, 'create table write_probe (probe_id text primary key, content text not null)')
  },
}
