/**
 * How many records a tenant has, and how many it may have. Both stand beside the feed's head, whose row every change
 * updates last anyway: counting costs no statement of its own.
 */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

const TABLES = [
  'flight_crew',
  'flight_passenger',
  'duty',
  'qualification',
  'crew_member',
  'flight',
  'trip',
  'unavailability',
  'aircraft',
  'contact',
]

const countOf = (table: string): string =>
  `(select count(*) from ${table} where ${table}.tenant_id = change_head.tenant_id)`

export const migration: Migration = {
  name: '0043-record-limit',
  up: async (db, kind) => {
    const number = kind === 'postgres' ? 'bigint' : 'integer'
    await run(db, `alter table change_head add column record_count ${number} not null default 0`)
    await run(db, `alter table change_head add column record_limit ${number}`)
    await run(db, `update change_head set record_count = ${TABLES.map(countOf).join(' + ')}`)
  },
}
