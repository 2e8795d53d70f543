/** Where in a request its first error was. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0095-request-path',
  up: (db) => run(db, 'alter table usage_request add column path text'),
}
