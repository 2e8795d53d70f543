/** Where the time of a try went: until the receiver was connected to, and until its answer began (events §2). */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0310-attempt-times',
  up: async (db, kind) => {
    const whole = kind === 'sqlite' ? 'integer' : 'bigint'
    for (const column of ['connect_ms', 'wait_ms'])
      await run(db, `alter table webhook_attempt add column ${column} ${whole}`)
  },
}
