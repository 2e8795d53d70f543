/** One step of the schema. A released migration is never edited. */
import type { Kysely } from 'kysely'
import type { EngineKind } from '../engines/engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration speaks of tables as they were then, not as they are now
export type Schema = Kysely<any>

/** A step in one transaction. */
export interface Migration {
  readonly name: string
  /**
   * Set where the step takes something away or renames it: the migration that stopped using it. A program that does
   * not know that one is refused from then on. A step without it only adds, and programs before it go on working.
   */
  readonly needs?: string
  readonly up: (db: Schema, kind: EngineKind) => Promise<void>
}

export interface Index {
  readonly name: string
  /** Table and columns, e.g. `contact (tenant_id, name)`. */
  readonly on: string
  readonly unique?: boolean
}

/** Indexes of tables in use. On PostgreSQL they are built while others write, which no transaction can. */
export interface IndexMigration {
  readonly name: string
  readonly indexes: readonly Index[]
}

export type AnyMigration = Migration | IndexMigration
