/**
 * The reference data bundled with the program: aircraft types, type ratings, airports and countries. A host can replace
 * all but the countries with its own files. Nothing is cached here: callers keep what they need.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type LineError, readCsv } from '../../domain/csv.ts'
import type { AircraftTypeRecord } from '../../domain/reference/aircraft-type.ts'
import { readAircraftTypes } from '../../domain/reference/aircraft-type-file.ts'
import {
  type AirportAlias,
  type AirportRecord,
  airportIdOf,
  byAirportOrder,
  FORMER_CODE_ALIASES,
  longestRunway,
  settleAliases,
} from '../../domain/reference/airport.ts'
import { allCountries, type CountryRecord } from '../../domain/reference/country.ts'
import type { TypeRatingRecord } from '../../domain/reference/type-rating.ts'
import { readTypeRatings } from '../../domain/reference/type-rating-file.ts'

const referenceFile = (name: string): Buffer => readFileSync(new URL(`../../../reference/${name}`, import.meta.url))

const refuseErrors = (name: string, [error]: readonly LineError[]): void => {
  if (error) throw new Error(`reference/${name}, line ${error.line}: ${error.message}`)
}

export const bundledCountries = (): CountryRecord[] => [...allCountries()]

export const bundledAircraftTypes = (): AircraftTypeRecord[] => {
  const name = 'aircraft-types.csv'
  const file = readCsv(referenceFile(name).toString('utf8'))
  const { records, errors } = readAircraftTypes(file.rows)
  refuseErrors(name, [...file.errors, ...errors])
  return [...records]
}

export const bundledTypeRatings = (): TypeRatingRecord[] => {
  const name = 'type-ratings.csv'
  const file = readCsv(referenceFile(name).toString('utf8'))
  const { records, errors } = readTypeRatings(file.rows)
  refuseErrors(name, [...file.errors, ...errors])
  return [...records]
}

/** A row of `reference/airports.json.gz`, which `scripts/airport-file.ts` writes. `ident` is the source's own code. */
export type BundledAirport = readonly [
  ident: string,
  iCAO: string | null,
  iATA: string | null,
  name: string,
  countryCode: string,
  latitude: number,
  longitude: number,
  timezone: string,
  longestRunwayFt: number | null,
]

/** About the size of the text, so that it is unpacked into one buffer. */
const UNPACKED_CHUNK_BYTES = 2_000_000

const readBundledAirports = (): BundledAirport[] =>
  JSON.parse(gunzipSync(referenceFile('airports.json.gz'), { chunkSize: UNPACKED_CHUNK_BYTES }).toString('utf8'))

export const bundledAirports = (): { airports: AirportRecord[]; aliases: AirportAlias[] } => {
  const airports: AirportRecord[] = []
  const claims: AirportAlias[] = [...FORMER_CODE_ALIASES]
  for (const row of readBundledAirports()) {
    const [ident] = row
    const airport = airportOf(row)
    airports.push(airport)
    // A national code of three characters, such as the FAA's 80F, identifies an airport that has no ICAO code.
    if (airport.iCAO === null && /^[A-Z0-9]{3,4}$/.test(ident))
      claims.push({ code: ident, airportId: airport.airportId })
  }
  return { airports: airports.sort(byAirportOrder), aliases: [...settleAliases(claims, airports)] }
}

/** City and elevation come only with an import: the bundled source has no cities, and its elevations are unreliable. */
const airportOf = (row: BundledAirport): AirportRecord => {
  const [ident, iCAO, iATA, name, countryCode, latitude, longitude, timezone, runwayFt] = row
  return {
    airportId: airportIdOf(ident),
    iCAO,
    iATA,
    name,
    city: null,
    countryCode,
    latitude,
    longitude,
    elevationFt: null,
    timezone,
    runwayList: runwayFt === null ? [] : [longestRunway(runwayFt)],
  }
}
