/** What was ticked on the consent page travels with its code and counts from the exchange (ADR 223). */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0349-chosen-with-codes',
  up: async (db) => {
    await run(db, 'alter table authorization_code add column chosen text')
  },
}
