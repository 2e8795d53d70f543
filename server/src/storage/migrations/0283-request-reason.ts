/** Why a request was refused, in the words that its program read, without values. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0283-request-reason',
  up: (db) => run(db, 'alter table usage_request add column reason text'),
}
