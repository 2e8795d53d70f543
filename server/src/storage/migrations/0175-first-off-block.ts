/** When a flight first left its stand, where it came back to it. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0175-first-off-block',
  up: async (db, kind) => {
    const time = kind === 'postgres' ? 'bigint' : 'integer'
    await run(db, `alter table flight add column first_off_block ${time}`)
  },
}
