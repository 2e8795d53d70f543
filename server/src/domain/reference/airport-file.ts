import type { CsvRow, LineError } from '../csv.ts'
import { type Headers, readTable, type TableRow } from '../csv-table.ts'
import {
  type AirportAlias,
  type AirportRecord,
  type Airports,
  airportFinder,
  airportIdOf,
  byAirportOrder,
  FORMER_CODE_ALIASES,
  isIataCode,
  isLocationIndicator,
  longestRunway,
  settleAliases,
} from './airport.ts'
import { isTimezone, nauticalTimezone } from './timezone.ts'

/**
 * Airports from a file: our own layout, and the airports.csv of OurAirports. The file replaces the airports a
 * host has; `known` says which those are, so that an airport keeps its id, the codes it had still find it, and
 * what the file does not tell (time zone, runways) stays. A time zone that neither tells is the nautical one.
 */
type Column =
  | 'ident'
  | 'iCAO'
  | 'gpsCode'
  | 'localCode'
  | 'iATA'
  | 'type'
  | 'name'
  | 'city'
  | 'countryCode'
  | 'latitude'
  | 'longitude'
  | 'elevationFt'
  | 'timezone'
  | 'longestRunwayFt'

const HEADERS: Headers<Column> = {
  ident: ['ident', 'icao', 'icao_code', 'iata', 'iata_code'],
  iCAO: ['icao', 'icao_code'],
  gpsCode: ['gps_code'],
  localCode: ['local_code'],
  iATA: ['iata', 'iata_code'],
  type: ['type'],
  name: ['name', 'airport'],
  city: ['city', 'municipality'],
  countryCode: ['country_code', 'iso_country', 'country'],
  latitude: ['latitude', 'latitude_deg', 'lat'],
  longitude: ['longitude', 'longitude_deg', 'lon'],
  elevationFt: ['elevation_ft', 'elevation'],
  timezone: ['timezone', 'time_zone', 'tz', 'time'],
  longestRunwayFt: ['longest_runway_ft', 'runway_length_ft', 'runway_length'],
}

type Row = TableRow<Column>

export interface AirportFile extends Airports {
  /** Any error: no airports at all. An import is whole or nothing. */
  readonly errors: readonly LineError[]
  /** What was left out of a file that is good otherwise. */
  readonly warnings: readonly LineError[]
}

export const readAirports = (rows: readonly CsvRow[], known: Airports): AirportFile => {
  const table = readTable(rows, HEADERS, ['ident', 'name', 'countryCode', 'latitude', 'longitude'])
  // The codes of closed airports are given to others, so a closed airport would take away their meaning.
  const open = table.rows.filter((row) => row.value('type') !== 'closed')
  const malformed = [...table.errors, ...open.flatMap(problemsOf)]
  if (malformed.length > 0) return { airports: [], aliases: [], errors: malformed, warnings: [] }
  const formerOf = recognise(open, known)
  const warnings: LineError[] = []
  const claim = codeClaims(warnings)
  const read = open.map((row) => ({ row, airport: recordOf(row, formerOf.get(row), claim) }))
  const errors = repetitions(read)
  if (errors.length > 0) return { airports: [], aliases: [], errors, warnings: [] }
  const airports = read.map(({ airport }) => airport).sort(byAirportOrder)
  const claims = read.flatMap(({ row, airport }) => aliasClaims(row, formerOf.get(row), airport))
  return {
    airports,
    aliases: settleAliases([...known.aliases, ...FORMER_CODE_ALIASES, ...claims], airports),
    errors,
    warnings,
  }
}

const code = (row: Row, column: Column): string => row.value(column).toUpperCase()

/** The code under which the file lists the airport. */
const identOf = (row: Row): string => code(row, 'ident') || code(row, 'iCAO') || code(row, 'iATA')

const isNumberWithin = (text: string, limit: number): boolean =>
  /^[+-]?\d+(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= limit

const CHECKS: readonly (readonly [(row: Row) => boolean, (row: Row) => string])[] = [
  [(row) => identOf(row) !== '', () => 'The airport has no code'],
  [(row) => row.value('name') !== '', (row) => `${identOf(row)} has no name`],
  [
    (row) => /^[A-Z]{2}$/.test(row.value('countryCode')),
    (row) => `"${row.value('countryCode')}" is not a country code of two capital letters (ISO 3166)`,
  ],
  [(row) => isNumberWithin(row.value('latitude'), 90), (row) => `"${row.value('latitude')}" is not a latitude`],
  [(row) => isNumberWithin(row.value('longitude'), 180), (row) => `"${row.value('longitude')}" is not a longitude`],
  [
    (row) => row.value('elevationFt') === '' || isNumberWithin(row.value('elevationFt'), 30_000),
    (row) => `"${row.value('elevationFt')}" is not an elevation in feet`,
  ],
  [
    (row) => row.value('longestRunwayFt') === '' || isNumberWithin(row.value('longestRunwayFt'), 30_000),
    (row) => `"${row.value('longestRunwayFt')}" is not a runway length in feet`,
  ],
  [
    (row) => row.value('timezone') === '' || isTimezone(row.value('timezone')),
    (row) => `"${row.value('timezone')}" is not a time zone of the IANA list, such as Europe/Zurich`,
  ],
]

const problemsOf = (row: Row): LineError[] =>
  CHECKS.filter(([holds]) => !holds(row)).map(([, message]) => ({ line: row.line, message: message(row) }))

const repetitions = (read: readonly { readonly row: Row; readonly airport: AirportRecord }[]): LineError[] => {
  const lines = new Map<string, number>()
  return read.flatMap(({ row, airport }) => {
    const earlier = lines.get(airport.airportId)
    if (earlier === undefined) lines.set(airport.airportId, row.line)
    return earlier === undefined
      ? []
      : [{ line: row.line, message: `${identOf(row)} is the airport of line ${earlier}. Keep one of them` }]
  })
}

/**
 * Which known airport a row speaks of: the one with its iCAO; else, for rows and airports that are left, the one
 * its codes find, if it lies at the same place. The place matters because iATA codes move to other airports
 * (IST) and national codes look like iATA codes.
 */
const recognise = (rows: readonly Row[], known: Airports): ReadonlyMap<Row, AirportRecord> => {
  const find = airportFinder(known)
  const found = new Map<Row, AirportRecord>()
  const taken = new Set<AirportRecord>()
  const enter = (row: Row, fits: (airport: AirportRecord) => boolean) => {
    if (found.has(row)) return
    const airport = [find(identOf(row)), find(code(row, 'iATA'))].find((one) => one && !taken.has(one) && fits(one))
    if (!airport) return
    found.set(row, airport)
    taken.add(airport)
  }
  for (const row of rows) enter(row, ({ iCAO }) => iCAO === identOf(row))
  for (const row of rows) enter(row, (airport) => isAt(row, airport))
  return found
}

const SAME_PLACE_DEGREES = 0.1

const isAt = (row: Row, { latitude, longitude }: AirportRecord): boolean =>
  Math.abs(Number(row.value('latitude')) - latitude) < SAME_PLACE_DEGREES &&
  Math.abs(Number(row.value('longitude')) - longitude) * Math.cos((latitude * Math.PI) / 180) < SAME_PLACE_DEGREES

/** Gives each code to the first row that claims it, and warns the others. */
const codeClaims = (warnings: LineError[]) => {
  const owners = new Map<string, number>()
  return (wanted: string, row: Row): string | null => {
    const owner = owners.get(wanted)
    if (owner === undefined) owners.set(wanted, row.line)
    else warnings.push({ line: row.line, message: `${wanted} belongs to the airport of line ${owner}; left out here` })
    return owner === undefined ? wanted : null
  }
}

const recordOf = (
  row: Row,
  former: AirportRecord | undefined,
  claim: (wanted: string, row: Row) => string | null,
): AirportRecord => {
  const iCAO = [code(row, 'iCAO'), identOf(row), code(row, 'gpsCode')].find(isLocationIndicator)
  const iATA = code(row, 'iATA')
  const [elevation, runway] = [row.value('elevationFt'), row.value('longestRunwayFt')]
  const longitude = Number(row.value('longitude'))
  return {
    airportId: former?.airportId ?? airportIdOf(identOf(row)),
    iCAO: iCAO === undefined ? null : claim(iCAO, row),
    iATA: isIataCode(iATA) ? claim(iATA, row) : null,
    name: row.value('name'),
    city: row.value('city') || (former?.city ?? null),
    countryCode: row.value('countryCode'),
    latitude: Number(row.value('latitude')),
    longitude,
    elevationFt: elevation === '' ? (former?.elevationFt ?? null) : Math.round(Number(elevation)),
    timezone: row.value('timezone') || (former?.timezone ?? nauticalTimezone(longitude)),
    runwayList: runway === '' ? (former?.runwayList ?? []) : [longestRunway(Math.round(Number(runway)))],
  }
}

/** Codes the airport had, and the codes of the file that are no location indicator, such as the FAA's 1F0. */
const aliasClaims = (row: Row, former: AirportRecord | undefined, { airportId }: AirportRecord): AirportAlias[] =>
  [former?.iCAO, former?.iATA, identOf(row), code(row, 'gpsCode'), code(row, 'localCode')]
    .filter((alias) => typeof alias === 'string' && /^[A-Z0-9]{3,4}$/.test(alias))
    .map((alias) => ({ code: alias as string, airportId }))
