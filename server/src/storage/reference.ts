/** Reference data at rest: whole sets, replaced by an import, read at start and when a set's revision moved. */
import { sql } from 'kysely'
import type { AircraftTypeRecord } from '../domain/aircraft-type.ts'
import type { AirportAlias, AirportRecord } from '../domain/airport.ts'
import type { PlatformReader, PlatformTx } from './handles.ts'

declare module './engines/tables.ts' {
  interface Tables {
    reference_set: { name: ReferenceSet; source: string; revision: number; loaded_at: number }
    aircraft_type: { id: string; record: string }
    airport: { id: string; record: string }
    airport_alias: { code: string; airport_id: string }
  }
}

export type ReferenceSet = 'aircraft-types' | 'airports'

const ROWS_PER_INSERT = 500

const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_INSERT) }, (_, index) =>
    rows.slice(index * ROWS_PER_INSERT, (index + 1) * ROWS_PER_INSERT),
  )

/** On PostgreSQL two processes may fill a set at once: the second waits here. The embedded store has one writer. */
export const lockReferenceSets = async (tx: PlatformTx): Promise<void> => {
  if (tx.kind === 'postgres') await sql`lock table reference_set in share row exclusive mode`.execute(tx.db)
}

const recordSet = async (tx: PlatformTx, name: ReferenceSet, source: string): Promise<void> => {
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
  // Servers look at the revisions whenever the epoch moves.
  tx.changeValidity()
}

export const replaceAircraftTypes = async (
  tx: PlatformTx,
  records: readonly AircraftTypeRecord[],
  source: string,
): Promise<void> => {
  await lockReferenceSets(tx)
  await tx.db.deleteFrom('aircraft_type').execute()
  for (const rows of chunks(records)) {
    const values = rows.map((record) => ({ id: record.acftTypeId, record: JSON.stringify(record) }))
    await tx.db.insertInto('aircraft_type').values(values).execute()
  }
  await recordSet(tx, 'aircraft-types', source)
}

export const replaceAirports = async (
  tx: PlatformTx,
  records: readonly AirportRecord[],
  aliases: readonly AirportAlias[],
  source: string,
): Promise<void> => {
  await lockReferenceSets(tx)
  await tx.db.deleteFrom('airport').execute()
  await tx.db.deleteFrom('airport_alias').execute()
  for (const rows of chunks(records)) {
    const values = rows.map((record) => ({ id: record.airportId, record: JSON.stringify(record) }))
    await tx.db.insertInto('airport').values(values).execute()
  }
  for (const rows of chunks(aliases)) {
    const values = rows.map((alias) => ({ code: alias.code, airport_id: alias.airportId }))
    await tx.db.insertInto('airport_alias').values(values).execute()
  }
  await recordSet(tx, 'airports', source)
}

export const referenceRevisions = async (reader: PlatformReader): Promise<Record<string, number>> => {
  const rows = await reader.db.selectFrom('reference_set').select(['name', 'revision']).execute()
  return Object.fromEntries(rows.map((row) => [row.name, row.revision]))
}

export const readAircraftTypes = async (reader: PlatformReader): Promise<AircraftTypeRecord[]> => {
  const rows = await reader.db.selectFrom('aircraft_type').select('record').execute()
  return rows.map((row) => JSON.parse(row.record) as AircraftTypeRecord)
}

export const readAirports = async (
  reader: PlatformReader,
): Promise<{ airports: AirportRecord[]; aliases: AirportAlias[] }> => {
  const airports = await reader.db.selectFrom('airport').select('record').execute()
  const aliases = await reader.db.selectFrom('airport_alias').select(['code', 'airport_id as airportId']).execute()
  return { airports: airports.map((row) => JSON.parse(row.record) as AirportRecord), aliases }
}
