/** Which passkey began a session, and which session of the portal: it ends with them (threats rows 406 and 407). */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0344-what-began-a-session',
  up: async (db) => {
    await run(db, 'alter table user_session add column passkey_id text')
    await run(db, 'alter table user_session add column begun_by text')
  },
}
