/** One step of the schema. A released migration is never edited. */
import type { Kysely } from 'kysely'
import type { EngineKind } from '../engines/engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration speaks of tables as they were then, not as they are now
export type Schema = Kysely<any>

export interface Migration {
  readonly name: string
  readonly up: (db: Schema, kind: EngineKind) => Promise<void>
}
