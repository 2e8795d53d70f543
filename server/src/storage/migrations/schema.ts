/**
 * Definitions that migrations share. They are plain SQL in the subset of both engines; on PostgreSQL `integer` and
 * `blob` become bigint and bytea, and SQLite checks types (`strict`) and stores a tenant's rows in key order.
 */
import { sql } from 'kysely'
import type { EngineKind } from '../engines/engine.ts'
import type { Schema } from './migration.ts'

export const run = async (db: Schema, statement: string): Promise<void> => {
  await sql.raw(statement).execute(db)
}

interface TableText {
  readonly body: string
  /** What SQLite is told beyond the columns. */
  readonly tail: string
}

const createTable = (db: Schema, kind: EngineKind, name: string, { body, tail }: TableText): Promise<void> =>
  kind === 'sqlite'
    ? run(db, `create table ${name} (${body}) ${tail}`)
    : run(db, `create table ${name} (${body.replaceAll(/\binteger\b/g, 'bigint').replaceAll(/\bblob\b/g, 'bytea')})`)

export const platformTable = (db: Schema, kind: EngineKind, name: string, body: string): Promise<void> =>
  createTable(db, kind, name, { body, tail: 'strict' })

interface TenantTable {
  /** Follows the tenant in the primary key. */
  readonly key: string
  readonly body: string
}

/** A table of an operator's data. */
export const tenantTable = (db: Schema, kind: EngineKind, name: string, { key, body }: TenantTable): Promise<void> =>
  createTable(db, kind, name, {
    body: `tenant_id text not null references tenant (tenant_id), ${body}, primary key (tenant_id${key && `, ${key}`})`,
    tail: 'strict, without rowid',
  })

/** Allows entries to be read and added, never edited or removed (threats row 63). */
export const appendOnly = async (db: Schema, kind: EngineKind, name: string): Promise<void> => {
  if (kind === 'postgres') {
    await run(
      db,
      `create or replace function refuse_edit() returns trigger language plpgsql
       as $$ begin raise exception 'entries of % are final', tg_table_name; end $$`,
    )
    await run(
      db,
      `create trigger ${name}_final before update or delete or truncate on ${name}
       for each statement execute function refuse_edit()`,
    )
    return
  }
  for (const verb of ['update', 'delete']) {
    await run(
      db,
      `create trigger ${name}_no_${verb} before ${verb} on ${name} begin select raise(abort, 'entries are final'); end`,
    )
  }
}
