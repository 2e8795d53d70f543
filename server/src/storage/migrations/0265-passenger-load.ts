/**
 * Child or infant, weight and baggage of each passenger of a flight, and their sums on the flight. Older programs leave
 * them empty, which means: an adult of whom nothing was told.
 */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0265-passenger-load',
  up: async (db, kind) => {
    const integer = kind === 'sqlite' ? 'integer' : 'bigint'
    await run(db, 'alter table flight_passenger add column age text')
    for (const column of ['weight_kg', 'baggage_kg', 'baggage_count']) {
      await run(db, `alter table flight_passenger add column ${column} ${integer}`)
    }
    await run(db, 'alter table flight add column load text')
  },
}
