/**
 * Imported runways, by airport. They stand beside the airports, so that neither an import of airports nor one of
 * runways undoes the other.
 */
import type { AirportRecord, RunwayRecord } from '../../domain/reference/airport.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'
import { chunks, lockReferenceSets, recordSet } from './reference.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    airport_runways: { airport_id: string; record: string }
  }
}

export type RunwaysByAirport = ReadonlyMap<string, readonly RunwayRecord[]>

export const replaceRunways = async (tx: PlatformTx, runways: RunwaysByAirport, source: string): Promise<void> => {
  await lockReferenceSets(tx)
  await tx.db.deleteFrom('airport_runways').execute()
  const rows = [...runways].map(([airportId, list]) => ({ airport_id: airportId, record: JSON.stringify(list) }))
  for (const part of chunks(rows)) await tx.db.insertInto('airport_runways').values(part).execute()
  await recordSet(tx, 'runways', source)
}

export const readRunways = async (reader: PlatformReader): Promise<RunwaysByAirport> => {
  const rows = await reader.db.selectFrom('airport_runways').select(['airport_id', 'record']).execute()
  return new Map(rows.map(({ airport_id, record }) => [airport_id, JSON.parse(record)]))
}

/** An airport has the runways that an import gave it, otherwise its bundled ones. */
export const withRunways = (airports: readonly AirportRecord[], runways: RunwaysByAirport): readonly AirportRecord[] =>
  runways.size === 0
    ? airports
    : airports.map((airport) => {
        const imported = runways.get(airport.airportId)
        return imported ? { ...airport, runwayList: imported } : airport
      })
