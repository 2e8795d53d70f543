/** When somebody showed to hold the phone of an application: its codes are then apart from those that strangers ask for. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0117-confirmed-phones',
  up: (db, kind) =>
    run(db, `alter table application add column phone_confirmed_at ${kind === 'sqlite' ? 'integer' : 'bigint'}`),
}
