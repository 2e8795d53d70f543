/** Finds the sessions that a session of the portal began. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0344-index-of-begun-sessions',
  indexes: [{ name: 'user_session_begun', on: 'user_session (begun_by) where begun_by is not null' }],
}
