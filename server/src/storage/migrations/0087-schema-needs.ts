/** Which migration a program must know to run on this schema: set by migrations that take something away. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0087-schema-needs',
  up: (db) => run(db, 'alter table schema_migration add column needs text'),
}
