/** The clock of a sandbox that was moved, and up to where its reminders were given (events §4). */
import type { Migration } from './migration.ts'
import { platformTable } from './schema.ts'

export const migration: Migration = {
  name: '0276-test-clock',
  up: async (db, kind) => {
    await platformTable(
      db,
      kind,
      'test_clock',
      `tenant_id text primary key references tenant (tenant_id),
       ahead_ms integer not null,
       reminded_to integer not null,
       last_key text`,
    )
  },
}
