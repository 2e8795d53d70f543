/**
 * Writes `server/reference/airports.json.gz`: the airports of the npm package airport-data-js with the corrections of
 * `airport-corrections.csv`. The server reads this file alone, so the package is needed only here.
 * `node scripts/airport-file.ts`
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import airportData, { type Airport } from 'airport-data-js'
import { readCsv } from '../server/src/domain/csv.ts'
import { readTable, type TableRow } from '../server/src/domain/csv-table.ts'
import { isIataCode, isLocationIndicator } from '../server/src/domain/reference/airport.ts'
import type { BundledAirport } from '../server/src/storage/reference/bundled-reference.ts'

const REFERENCE = new URL('../server/reference/', import.meta.url)
const FILE = new URL('airports.json.gz', REFERENCE)
const CORRECTIONS = 'airport-corrections.csv'

type CorrectionColumn = 'code' | 'field' | 'value'
type Correction = TableRow<CorrectionColumn>

const readCorrections = (): ReadonlyMap<string, Correction[]> => {
  const file = readCsv(readFileSync(new URL(CORRECTIONS, REFERENCE), 'utf8'))
  const headers = { code: ['code'], field: ['field'], value: ['value'] } as const
  const table = readTable<CorrectionColumn>(file.rows, headers, ['code', 'field', 'value'])
  const [error] = [...file.errors, ...table.errors]
  if (error) throw new Error(`${CORRECTIONS}, line ${error.line}: ${error.message}`)
  return Map.groupBy(table.rows, (row) => row.value('code'))
}

const correct = (airport: Airport | null, row: Correction): Airport | null => {
  const value = row.value('value')
  if (airport === null) return null
  switch (row.value('field')) {
    case 'drop':
      return null
    case 'timezone':
      return { ...airport, time: value }
    case 'name':
      return { ...airport, airport: value }
    case 'longitude':
      return { ...airport, longitude: Number(value) }
    case 'runway':
      return { ...airport, runway_length: Number(value) }
    default:
      throw new Error(`${CORRECTIONS}, line ${row.line}: unknown field "${row.value('field')}"`)
  }
}

/** A runway length outside these limits is an error of the source (Launceston: -10). */
const MIN_RUNWAY_FT = 500
const MAX_RUNWAY_FT = 16_500

/**
 * Leaves out elevations: more than a fifth of those that can be checked against neighbouring airports are wrong by
 * over a thousand feet (Farnborough: 17,311).
 */
const bundledAirport = (ident: string, airport: Airport): BundledAirport => {
  const runwayFt = airport.runway_length ?? 0
  return [
    ident,
    isLocationIndicator(ident) ? ident : null,
    isIataCode(airport.iata) ? airport.iata : null,
    airport.airport,
    airport.country_code,
    airport.latitude,
    airport.longitude,
    airport.time,
    runwayFt >= MIN_RUNWAY_FT && runwayFt <= MAX_RUNWAY_FT ? runwayFt : null,
  ]
}

export const renderAirports = async (): Promise<string> => {
  const corrections = readCorrections()
  const packaged = await airportData.findAirports({})
  const airports = packaged.flatMap((listed) => {
    // One code of the package is a number.
    const ident = String(listed.icao) || listed.iata
    const corrected = (corrections.get(ident) ?? []).reduce<Airport | null>(correct, listed)
    return corrected === null ? [] : [bundledAirport(ident, corrected)]
  })
  return `[\n${airports.map((airport) => JSON.stringify(airport)).join(',\n')}\n]\n`
}

/** Compares the unpacked text, because two versions of zlib can pack the same text differently. */
const writeAirports = async (): Promise<void> => {
  const text = await renderAirports()
  if (existsSync(FILE) && gunzipSync(readFileSync(FILE)).toString('utf8') === text) return
  writeFileSync(FILE, gzipSync(text, { level: 9 }))
}

if (import.meta.main) await writeAirports()
