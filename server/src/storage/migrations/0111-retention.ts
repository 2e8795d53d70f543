/**
 * Entries of audit logs may be deleted once they are older than the store itself keeps them, and never before: the
 * bound is a row that the triggers read, and it cannot be set below a year (ADR 73).
 */
import type { EngineKind } from '../engines/engine.ts'
import type { Migration, Schema } from './migration.ts'
import { platformTable, run } from './schema.ts'

const DAY_MS = 86_400_000
const AUDIT_TABLES = ['audit_entry', 'platform_audit_entry']

/** By the store's own clock, which no program can move. */
const allowOldOnPostgres = async (db: Schema): Promise<void> => {
  await run(
    db,
    `create or replace function refuse_young() returns trigger language plpgsql as $$
     declare bound bigint;
     begin
       select (extract(epoch from clock_timestamp()) * 1000)::bigint - greatest(keep_days, 365) * ${DAY_MS} into bound
         from retention where name = 'audit';
       if bound is null or old.at >= bound then
         raise exception 'entries of % are final until their time is over', tg_table_name;
       end if;
       return old;
     end $$`,
  )
  for (const table of AUDIT_TABLES) {
    await run(db, `drop trigger ${table}_final on ${table}`)
    await run(
      db,
      `create trigger ${table}_final before update or truncate on ${table}
       for each statement execute function refuse_edit()`,
    )
    await run(
      db,
      `create trigger ${table}_young before delete on ${table} for each row execute function refuse_young()`,
    )
  }
}

const allowOldOnSqlite = async (db: Schema): Promise<void> => {
  for (const table of AUDIT_TABLES) {
    await run(db, `drop trigger ${table}_no_delete`)
    await run(
      db,
      `create trigger ${table}_young before delete on ${table}
       when coalesce(old.at >= (select unixepoch() * 1000 - max(keep_days, 365) * ${DAY_MS}
         from retention where name = 'audit'), 1)
       begin select raise(abort, 'entries are final until their time is over'); end`,
    )
  }
}

export const migration: Migration = {
  name: '0111-retention',
  up: async (db, kind: EngineKind) => {
    await platformTable(
      db,
      kind,
      'retention',
      'name text not null primary key, keep_days integer not null check (keep_days >= 365)',
    )
    await run(db, "insert into retention (name, keep_days) values ('audit', 2557)")
    await (kind === 'postgres' ? allowOldOnPostgres(db) : allowOldOnSqlite(db))
  },
}
