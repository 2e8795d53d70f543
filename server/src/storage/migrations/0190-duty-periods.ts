/**
 * What joins duties into periods: whether one begins by name, its breaks, when a standby was called out, and in how many
 * sectors the person operated. Older programs leave them empty, which means: by the gap, none, not, all flights.
 */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0190-duty-periods',
  up: async (db, kind) => {
    const integer = kind === 'sqlite' ? 'integer' : 'bigint'
    for (const column of ['starts_duty', 'called_out_at', 'break_minutes', 'sectors']) {
      await run(db, `alter table duty add column ${column} ${integer}`)
    }
  },
}
