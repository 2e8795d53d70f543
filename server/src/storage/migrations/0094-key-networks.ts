/** The networks that an API key may come from. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0094-key-networks',
  up: (db) => run(db, 'alter table api_key add column network_list text'),
}
