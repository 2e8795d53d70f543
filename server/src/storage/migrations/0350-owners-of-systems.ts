/**
 * A system of external ids has one owner (ADR 229). A name that an application claimed becomes the operator's where a
 * key or person is known to have written an id of it: on a record that nobody changed since, or on one that was not
 * made by this marketplace or flight support, which wrote on their own records alone, and on the operator's papers.
 */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

const TABLES = [
  'aircraft',
  'charter_request',
  'contact',
  'crew_member',
  'document',
  'duty',
  'empty_leg',
  'flight',
  'flight_plan',
  'journey_log',
  'maintenance_due',
  'qualification',
  'quote',
  'safety_report',
  'service_request',
  'tech_log_entry',
  'travel_document',
  'trip',
  'unavailability',
  'visit',
]

const NARROW = `select client_id from application where kind in ('marketplace', 'flight-support')`

/** On these they could write an id whoever made the record. */
const PAPERS: readonly string[] = ['document', 'travel_document']

const certainOn = (table: string): string =>
  PAPERS.includes(table) ? 'r.version = 1' : `(r.version = 1 or external_id_system.client_id in (${NARROW}))`

const giveBack = (table: string): string => `update external_id_system set client_id = 'operator'
  where client_id <> 'operator' and exists (select 1 from external_id e
    join ${table} r on r.tenant_id = e.tenant_id and r.${table}_id = e.record_id
    where e.tenant_id = external_id_system.tenant_id and e.kind = '${table}' and e.system = external_id_system.system
      and r.created_by not like '%"APPLICATION"%'
      and ${certainOn(table)})`

export const migration: Migration = {
  name: '0350-owners-of-systems',
  up: async (db) => {
    await run(db, 'alter table external_id_system add column stored_as text')
    for (const table of TABLES) await run(db, giveBack(table))
  },
}
