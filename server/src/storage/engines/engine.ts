/** The interface of the two engines, SQLite and PostgreSQL; the rest of storage is written against it. */
import { type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { ChangedAreas, ValidityArea } from '../../domain/validity-area.ts'
import type { Tables } from './tables.ts'
import type { LaneLoad } from './turns/fair-turns.ts'
import type { StoreUse } from './turns/store-use.ts'

export type EngineKind = 'sqlite' | 'postgres'

/** A connection to run statements on: it sees committed state, or the inside of one transaction. */
export interface Session {
  readonly kind: EngineKind
  readonly db: Kysely<Tables>
  /** Runs a statement with the least overhead, without Kysely (`prepared`, `fragment`). */
  readonly execute: <O>(text: string, parameters: readonly unknown[]) => Promise<QueryResult<O>>
  /** Like `execute`, but returns rows as lists of values. */
  readonly lists: (text: string, parameters: readonly unknown[]) => Promise<unknown[][]>
}

/** Where migrations run: one process at a time, for as long as they take. */
export interface SchemaChange {
  /** A transaction that waits only briefly for a table in use, so that nobody queues behind it, and is tried again. */
  inTransaction<T>(job: (session: Session) => Promise<T>): Promise<T>
  /** For what runs outside a transaction; null on SQLite, which has nothing of the kind. */
  readonly outside: Session | null
}

export interface Engine {
  readonly kind: EngineKind
  /**
   * Committed state, read on behalf of a user of the store (`StoreUse`): each statement waits for its turn and stops
   * when its time is over.
   */
  reading(use: StoreUse): Session
  /**
   * Runs a job in one transaction and resolves only after COMMIT returned. The job must await nothing but the session
   * it is given. When its user's time is over it is rolled back, unless COMMIT is already under way.
   */
  write<T>(job: (session: Session) => Promise<T>, use?: StoreUse): Promise<T>
  /** Runs a job on one connection, outside a transaction, once that connection is there. */
  onOneConnection<T>(job: (session: Session) => Promise<T>, use?: StoreUse): Promise<T>
  /**
   * Runs a job that sees the store as it was at one moment, for as long as it takes, on a connection of its own: nobody
   * waits for it, and it cannot write.
   */
  snapshot<T>(job: (session: Session) => Promise<T>): Promise<T>
  changeSchema<T>(job: (change: SchemaChange) => Promise<T>): Promise<T>
  /** Calls back when any process commits a transaction that announced a validity change. */
  onValidityChange(listener: (areas: ChangedAreas) => void): void
  /** Announces a validity change to the other processes once this transaction commits. */
  announceValidityChange(session: Session, areas: readonly ValidityArea[]): Promise<void>
  /** How busy the store is, by lane: the two of PostgreSQL's connections, or the one writer of SQLite. */
  load(): Readonly<Record<string, LaneLoad>>
  close(): Promise<void>
}

/** A handle's engine and its clock's offset. */
interface Clocked {
  readonly kind: EngineKind
  readonly offsetMs: number
}

/**
 * The store's own clock in milliseconds, moved by the clock's offset. Process clocks differ, so caps and
 * expiries are decided by this one, read when the statement runs, that is after the lock before it.
 */
export const storeNow = (kind: EngineKind, offsetMs: number): RawBuilder<number> =>
  kind === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint + ${offsetMs}::bigint`
    : sql<number>`cast(round(unixepoch('subsec') * 1000) as integer) + ${offsetMs}`

/** The time of the statement, by the clock of its handle. */
export const nowIn = ({ kind, offsetMs }: Clocked): RawBuilder<number> => storeNow(kind, offsetMs)

/**
 * Whether a row that expires is still open, by the clock when the statement meets the row and not by a time read before:
 * a statement that waited for a row that another transaction changed compares again once it has the row (ADR 94).
 */
export const isStillOpen = (handle: Clocked): RawBuilder<boolean> => sql<boolean>`expires_at > ${nowIn(handle)}`
