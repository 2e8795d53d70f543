/**
 * The stored reference data: whole sets, replaced by an import, read at start and when a set's revision changes.
 * Operators' records refer to it by id, so no id is ever removed. A record that an import lacks stays unchanged if an
 * operator uses it; otherwise it is retired and can be found only by its id, in case a record that refers to it is
 * created while the import runs.
 */
import { sql } from 'kysely'
import type { AircraftTypeRecord } from '../../domain/reference/aircraft-type.ts'
import { type AirportAlias, type AirportRecord, withKeptAirports } from '../../domain/reference/airport.ts'
import { REFERENCE_AREA } from '../../domain/validity-area.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'
import { usedAircraftTypeIds, usedAirportIds } from './reference-use.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    reference_set: { name: ReferenceSet; source: string; revision: number; loaded_at: number }
    aircraft_type: { id: string; record: string; retired: number }
    airport: { id: string; record: string; retired: number }
    airport_alias: { code: string; airport_id: string }
  }
}

export type ReferenceSet = 'aircraft-types' | 'airports' | 'runways' | 'type-ratings'

const ROWS_PER_INSERT = 500

/** In parts that one statement can insert. */
export const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_INSERT) }, (_, index) =>
    rows.slice(index * ROWS_PER_INSERT, (index + 1) * ROWS_PER_INSERT),
  )

/** On PostgreSQL two processes may fill a set at once, and the second waits here. SQLite has one writer. */
export const lockReferenceSets = async (tx: PlatformTx): Promise<void> => {
  if (tx.kind === 'postgres') await sql`lock table reference_set in share row exclusive mode`.execute(tx.db)
}

export const recordSet = async (tx: PlatformTx, name: ReferenceSet, source: string): Promise<void> => {
  const loadedAt = await tx.now()
  await tx.db
    .insertInto('reference_set')
    .values({ name, source, revision: 1, loaded_at: loadedAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ source, loaded_at: loadedAt, revision: eb('reference_set.revision', '+', 1) })),
    )
    .execute()
  // Servers compare revisions when this epoch changes.
  tx.changeValidity(REFERENCE_AREA)
}

type StoredTable = 'aircraft_type' | 'airport'

interface Stored {
  readonly id: string
  readonly record: string
}

/** The records of the table that the new set lacks, split into used and unused ones. */
const leftOut = async (tx: PlatformTx, table: StoredTable, next: ReadonlySet<string>, used: ReadonlySet<string>) => {
  const former: Stored[] = await tx.db.selectFrom(table).select(['id', 'record']).execute()
  const { kept = [], retired = [] } = Object.groupBy(
    former.filter(({ id }) => !next.has(id)),
    ({ id }) => (used.has(id) ? 'kept' : 'retired'),
  )
  return { kept, retired }
}

const rewrite = async (tx: PlatformTx, table: StoredTable, current: readonly Stored[], retired: readonly Stored[]) => {
  await tx.db.deleteFrom(table).execute()
  const values = [
    ...current.map(({ id, record }) => ({ id, record, retired: 0 })),
    ...retired.map(({ id, record }) => ({ id, record, retired: 1 })),
  ]
  for (const rows of chunks(values)) await tx.db.insertInto(table).values(rows).execute()
}

/** Returns how many types that the new set lacks were kept because operators have aircraft of them. */
export const replaceAircraftTypes = async (
  tx: PlatformTx,
  records: readonly AircraftTypeRecord[],
  source: string,
): Promise<number> => {
  await lockReferenceSets(tx)
  const next = records.map((record) => ({ id: record.acftTypeId, record: JSON.stringify(record) }))
  const ids = new Set(next.map(({ id }) => id))
  const { kept, retired } = await leftOut(tx, 'aircraft_type', ids, await usedAircraftTypeIds(tx))
  await rewrite(tx, 'aircraft_type', [...next, ...kept], retired)
  await recordSet(tx, 'aircraft-types', source)
  return kept.length
}

/** Returns how many airports that the new set lacks were kept because operators' records refer to them. */
export const replaceAirports = async (
  tx: PlatformTx,
  records: readonly AirportRecord[],
  aliases: readonly AirportAlias[],
  source: string,
): Promise<number> => {
  await lockReferenceSets(tx)
  const ids = new Set(records.map(({ airportId }) => airportId))
  const { kept, retired } = await leftOut(tx, 'airport', ids, await usedAirportIds(tx))
  const former = await readAliases(tx)
  const next = withKeptAirports(
    { airports: records, aliases },
    { airports: kept.map(parsed<AirportRecord>), aliases: former },
  )
  const rows = next.airports.map((record) => ({ id: record.airportId, record: JSON.stringify(record) }))
  await rewrite(tx, 'airport', rows, retired)
  await tx.db.deleteFrom('airport_alias').execute()
  for (const part of chunks(next.aliases)) {
    const values = part.map((alias) => ({ code: alias.code, airport_id: alias.airportId }))
    await tx.db.insertInto('airport_alias').values(values).execute()
  }
  await recordSet(tx, 'airports', source)
  return kept.length
}

export const referenceRevisions = async (reader: PlatformReader): Promise<Record<string, number>> => {
  const rows = await reader.db.selectFrom('reference_set').select(['name', 'revision']).execute()
  return Object.fromEntries(rows.map((row) => [row.name, row.revision]))
}

const parsed = <R>({ record }: { readonly record: string }): R => JSON.parse(record) as R

/** In one text, which takes a third of the time that tens of thousands of rows take to be read and parsed. */
const readRecords = async <R>(reader: PlatformReader, table: StoredTable, retired: 0 | 1): Promise<R[]> => {
  const found = await reader.db
    .selectFrom(table)
    .select((eb) => eb.fn.agg<string | null>('string_agg', ['record', eb.val(',')]).as('records'))
    .where('retired', '=', retired)
    .executeTakeFirst()
  return JSON.parse(`[${found?.records ?? ''}]`) as R[]
}

const readAliases = (reader: PlatformReader): Promise<AirportAlias[]> =>
  reader.db.selectFrom('airport_alias').select(['code', 'airport_id as airportId']).execute()

export const readAircraftTypes = (reader: PlatformReader): Promise<AircraftTypeRecord[]> =>
  readRecords(reader, 'aircraft_type', 0)

export const readRetiredAircraftTypes = (reader: PlatformReader): Promise<AircraftTypeRecord[]> =>
  readRecords(reader, 'aircraft_type', 1)

export const readAirports = async (
  reader: PlatformReader,
): Promise<{ airports: AirportRecord[]; aliases: AirportAlias[] }> => ({
  airports: await readRecords(reader, 'airport', 0),
  aliases: await readAliases(reader),
})

export const readRetiredAirports = (reader: PlatformReader): Promise<AirportRecord[]> =>
  readRecords(reader, 'airport', 1)

/** Some of them, where a page of ours names a few: one statement, whoever asks. */
const recordsOf = async <R>(
  reader: PlatformReader,
  table: 'aircraft_type' | 'airport',
  ids: readonly string[],
): Promise<ReadonlyMap<string, R>> => {
  if (ids.length === 0) return new Map()
  const rows = await reader.db.selectFrom(table).select(['id', 'record']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, parsed<R>(row)]))
}

export const airportsOf = (reader: PlatformReader, ids: readonly string[]) =>
  recordsOf<AirportRecord>(reader, 'airport', ids)

export const aircraftTypesOf = (reader: PlatformReader, ids: readonly string[]) =>
  recordsOf<AircraftTypeRecord>(reader, 'aircraft_type', ids)
