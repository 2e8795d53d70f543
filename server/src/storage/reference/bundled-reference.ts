/**
 * The reference data that comes with the program: our own table of aircraft types, the airports of the npm
 * package airport-data-js, and the countries. A host can replace types and airports by a file of its own.
 * Nothing is kept here after a call: callers hold what they need.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { type LineError, readCsv } from '../../domain/csv.ts'
import { readTable, type TableRow } from '../../domain/csv-table.ts'
import type { AircraftTypeRecord } from '../../domain/reference/aircraft-type.ts'
import { readAircraftTypes } from '../../domain/reference/aircraft-type-file.ts'
import {
  type AirportAlias,
  type AirportRecord,
  airportIdOf,
  byAirportOrder,
  FORMER_CODE_ALIASES,
  isIataCode,
  isLocationIndicator,
  longestRunway,
  settleAliases,
} from '../../domain/reference/airport.ts'
import { allCountries, type CountryRecord } from '../../domain/reference/country.ts'

const readReferenceFile = (name: string) =>
  readCsv(readFileSync(new URL(`../../../reference/${name}`, import.meta.url), 'utf8'))

const refuseErrors = (name: string, [error]: readonly LineError[]): void => {
  if (error) throw new Error(`reference/${name}, line ${error.line}: ${error.message}`)
}

export const bundledCountries = (): CountryRecord[] => [...allCountries()]

export const bundledAircraftTypes = (): AircraftTypeRecord[] => {
  const name = 'aircraft-types.csv'
  const file = readReferenceFile(name)
  const { records, errors } = readAircraftTypes(file.rows)
  refuseErrors(name, [...file.errors, ...errors])
  return [...records]
}

export const bundledAirports = (): { airports: AirportRecord[]; aliases: AirportAlias[] } => {
  const correct = corrections()
  const airports: AirportRecord[] = []
  const claims: AirportAlias[] = [...FORMER_CODE_ALIASES]
  for (const listed of readPackagedAirports()) {
    const ident = identOf(listed)
    const source = correct(listed, ident)
    if (source === null) continue
    const airport = airportOf(source, ident)
    airports.push(airport)
    // A national code of three characters, such as the FAA's 80F, finds its airport without being its iCAO.
    if (airport.iCAO === null && /^[A-Z0-9]{3,4}$/.test(ident))
      claims.push({ code: ident, airportId: airport.airportId })
  }
  return { airports: airports.sort(byAirportOrder), aliases: [...settleAliases(claims, airports)] }
}

/** What we use of a record of the package. Its codes are strings, save for one that is a number. */
interface PackagedAirport {
  readonly iata: string
  readonly icao: string | number
  readonly time: string
  readonly country_code: string
  readonly airport: string
  readonly latitude: number
  readonly longitude: number
  readonly runway_length: number | null
}

const PACKAGE = 'airport-data-js'
const DATA_START = '{"gzip":"'
/** About the size of the data, so that it is unpacked in one piece. */
const UNPACKED_BYTES = 10_000_000

/**
 * The package's own functions take twice the time and keep 50 MB of records and indexes for good, so the data
 * is taken straight out of its file: gzip in base64 in one JSON string. The version is pinned, and a test
 * compares the result with what the package's functions answer.
 */
const readPackagedAirports = (): PackagedAirport[] => {
  const file = readFileSync(fileURLToPath(import.meta.resolve(PACKAGE)), 'latin1')
  const start = file.indexOf(DATA_START) + DATA_START.length
  const end = file.indexOf('"', start)
  if (start < DATA_START.length || end < 0) {
    throw new Error(`${PACKAGE} does not have the layout of version 4.0.0. Install the version of the lockfile`)
  }
  const json = gunzipSync(Buffer.from(file.slice(start, end), 'base64'), { chunkSize: UNPACKED_BYTES })
  return JSON.parse(json.toString('utf8'))
}

const identOf = ({ icao, iata }: PackagedAirport): string => String(icao) || iata

type CorrectionColumn = 'code' | 'field' | 'value'

/** Faults of the source that we know of, one per line of airport-corrections.csv. */
const corrections = (): ((source: PackagedAirport, ident: string) => PackagedAirport | null) => {
  const name = 'airport-corrections.csv'
  const file = readReferenceFile(name)
  const headers = { code: ['code'], field: ['field'], value: ['value'] } as const
  const table = readTable<CorrectionColumn>(file.rows, headers, ['code', 'field', 'value'])
  refuseErrors(name, [...file.errors, ...table.errors])
  const byCode = Map.groupBy(table.rows, (row) => row.value('code'))
  return (source, ident) => (byCode.get(ident) ?? []).reduce<PackagedAirport | null>(applyCorrection, source)
}

const applyCorrection = (source: PackagedAirport | null, row: TableRow<CorrectionColumn>): PackagedAirport | null => {
  const value = row.value('value')
  if (source === null) return null
  switch (row.value('field')) {
    case 'drop':
      return null
    case 'timezone':
      return { ...source, time: value }
    case 'name':
      return { ...source, airport: value }
    case 'longitude':
      return { ...source, longitude: Number(value) }
    case 'runway':
      return { ...source, runway_length: Number(value) }
    default:
      throw new Error(`reference/airport-corrections.csv, line ${row.line}: unknown field "${row.value('field')}"`)
  }
}

/** Shorter or longer than these, the source's number is a slip (Launceston: -10). */
const PLAUSIBLE_RUNWAY_FT = { from: 500, to: 16_500 }

/**
 * No city: the source has none. No elevation: of the airports that can be checked against their neighbours, more
 * than a fifth of those with an iATA code are wrong by over a thousand feet (Farnborough: 17,311), and no
 * number is better than a wrong one. An import brings both.
 */
const airportOf = (source: PackagedAirport, ident: string): AirportRecord => {
  const runwayFt = source.runway_length ?? 0
  const hasRunway = runwayFt >= PLAUSIBLE_RUNWAY_FT.from && runwayFt <= PLAUSIBLE_RUNWAY_FT.to
  return {
    airportId: airportIdOf(ident),
    iCAO: isLocationIndicator(ident) ? ident : null,
    iATA: isIataCode(source.iata) ? source.iata : null,
    name: source.airport,
    city: null,
    countryCode: source.country_code,
    latitude: source.latitude,
    longitude: source.longitude,
    elevationFt: null,
    timezone: source.time,
    runwayList: hasRunway ? [longestRunway(runwayFt)] : [],
  }
}
