/**
 * Decides inside a transaction whether its principal may still write. SQLite has one writer, so what is read before the
 * job holds until COMMIT. On PostgreSQL the check comes last, which locks the rows that decide only for the length of a
 * COMMIT: a user cannot delay their own removal by keeping requests running.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from './engines/tables.ts'
import type { TenantTx } from './handles.ts'

export interface WriteGuard {
  /**
   * Called before the job: throws if the principal may not write, otherwise locks the rows that decide until the
   * transaction ends.
   */
  first(tx: TenantTx): Promise<void>
  /**
   * Called after the job, before COMMIT: throws if the principal may not write. Returns false if it cannot tell,
   * because another transaction or the job itself is changing the rows that decide; the job then runs again after
   * `first`.
   */
  last(tx: TenantTx): Promise<boolean>
}

/** Rolls back the job; never leaves the storage layer. */
export class GuardUndecided extends Error {}

/**
 * Of PostgreSQL: the row was last written by another transaction than this one. A job must not find itself allowed by
 * what it wrote itself.
 */
export const isWrittenByAnother = (table: keyof Tables): RawBuilder<boolean> =>
  sql<boolean>`${sql.table(table)}.xmin is distinct from pg_current_xact_id_if_assigned()::xid`
