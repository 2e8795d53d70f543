/** The permit under which an aircraft that is grounded may be ferried or tested. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0177-permits-to-fly',
  up: async (db, kind) => {
    const time = kind === 'postgres' ? 'bigint' : 'integer'
    for (const column of ['authority', 'number', 'conditions']) {
      await run(db, `alter table unavailability add column permit_${column} text`)
    }
    for (const column of ['from', 'to']) await run(db, `alter table unavailability add column permit_${column} ${time}`)
  },
}
