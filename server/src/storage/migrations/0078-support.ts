/** Calendar files in messages. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0078-support',
  up: (db) => run(db, 'alter table outbox_message add column calendar text'),
}
