/** Who sent an invitation: it ends when they lose the right to send one (threats row 131). */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0130-inviters',
  up: async (db) => {
    await run(db, 'alter table user_invitation add column invited_by text')
  },
}
