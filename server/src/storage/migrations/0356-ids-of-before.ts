/**
 * Which systems of external ids were looked at since a system has one owner: null where not yet, else how many ids of
 * before were set aside (ADR 237). Servers of before write rows without it, and restored files have none: a job looks.
 */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0356-ids-of-before',
  up: (db) => run(db, 'alter table external_id_system add column doubted integer'),
}
