/** Which migrations a store has, and whether this program may run on it. */
import type { EngineKind, Session } from './engines/engine.ts'
import type { AnyMigration } from './migrations/migration.ts'

export interface AppliedMigration {
  readonly name: string
  /** What a program must know since; see `Migration`. Absent in a store from before this was noted. */
  readonly needs?: string | null
}

export class SchemaTooNew extends Error {}
export class SchemaTooOld extends Error {}

const TABLE_EXISTS: Readonly<Record<EngineKind, string>> = {
  sqlite: "select 1 as found from sqlite_master where type = 'table' and name = 'schema_migration'",
  postgres: "select 1 as found where to_regclass('schema_migration') is not null",
}

/** Asks for nothing that a role without rights on the schema may not do. Null for an empty store. */
export const schemaOf = async (session: Session): Promise<AppliedMigration[] | null> => {
  const { rows } = await session.execute<{ found: number }>(TABLE_EXISTS[session.kind], [])
  if (rows.length === 0) return null
  const applied = await appliedMigrations(session)
  return applied.length === 0 ? null : applied
}

export const appliedMigrations = async (session: Session): Promise<AppliedMigration[]> =>
  (await session.execute<AppliedMigration>('select * from schema_migration order by name', [])).rows

export const createMigrationTable = async ({ db }: Session): Promise<void> => {
  await db.schema
    .createTable('schema_migration')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.primaryKey())
    .execute()
}

export const noteMigration = async ({ execute, kind }: Session, migration: AnyMigration): Promise<void> => {
  const needs = 'needs' in migration ? migration.needs : undefined
  const [one, two] = kind === 'postgres' ? ['$1', '$2'] : ['?', '?']
  if (needs === undefined) await execute(`insert into schema_migration (name) values (${one})`, [migration.name])
  else await execute(`insert into schema_migration (name, needs) values (${one}, ${two})`, [migration.name, needs])
}

/** What was only added by a newer version disturbs nobody; what it took away does. */
export const refuseNewer = (
  applied: readonly AppliedMigration[],
  known: readonly Pick<AnyMigration, 'name'>[],
): void => {
  const isKnown = (name: string): boolean => known.some((migration) => migration.name === name)
  const breaking = applied.findLast(({ needs }) => typeof needs === 'string' && !isKnown(needs))
  if (breaking === undefined) return
  throw new SchemaTooNew(
    `The store was prepared by a newer version of Airside (it holds "${breaking.name}"): start that version, or restore a backup made by this one`,
  )
}

/** Only `migrate`, and `serve` on an embedded store, change the schema of a store that has one. */
export const refuseOlder = (
  applied: readonly AppliedMigration[],
  known: readonly Pick<AnyMigration, 'name'>[],
): void => {
  const pending = known.filter(({ name }) => !applied.some((one) => one.name === name)).map(({ name }) => name)
  if (pending.length === 0) return
  throw new SchemaTooOld(
    `The store has the schema of an older version: run "airside-server migrate" first (it would make ${pending.join(', ')})`,
  )
}
