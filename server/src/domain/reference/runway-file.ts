import type { CsvRow, LineError } from '../csv.ts'
import { type Headers, readTable, type TableRow } from '../csv-table.ts'
import type { AirportRecord, RunwayRecord } from './airport.ts'

/**
 * Runways from a file: our own layout, and the runways.csv of OurAirports, where each line names one end or both.
 * A runway of an airport that is not known is left out with a warning: lists of runways hold closed fields too.
 */
type Column = 'airport' | 'ident' | 'otherIdent' | 'lengthFt' | 'widthFt' | 'surface' | 'isLighted' | 'isClosed'

const HEADERS: Headers<Column> = {
  airport: ['airport', 'airport_ident', 'icao'],
  ident: ['ident', 'le_ident', 'runway'],
  otherIdent: ['he_ident'],
  lengthFt: ['length_ft', 'length'],
  widthFt: ['width_ft', 'width'],
  surface: ['surface'],
  isLighted: ['is_lighted', 'lighted'],
  isClosed: ['closed', 'is_closed'],
}

const MAX_LENGTH_FT = 25_000
const MAX_WIDTH_FT = 1_000
const MAX_SURFACE = 60

type Row = TableRow<Column>

const isTrue = (text: string): boolean => /^(1|true|yes)$/i.test(text)
const isTruth = (text: string): boolean => text === '' || /^(0|1|true|false|yes|no)$/i.test(text)

const isFeet = (text: string, most: number): boolean =>
  text === '' || (/^\d+(\.\d+)?$/.test(text) && Number(text) <= most)

/** Zero is how lists write that they do not know. */
const feetOf = (text: string): number | null => Math.round(Number(text)) || null

const identOf = (row: Row): string =>
  [row.value('ident'), row.value('otherIdent')]
    .filter((end) => end !== '')
    .join('/')
    .toUpperCase()

const CHECKS: readonly (readonly [(row: Row) => boolean, (row: Row) => string])[] = [
  [(row) => row.value('airport') !== '', () => 'The runway names no airport'],
  [
    (row) => /^[A-Z0-9][A-Z0-9/ -]{0,19}$/.test(identOf(row)),
    (row) => `"${identOf(row)}" is not the name of a runway such as 09L/27R`,
  ],
  [
    (row) => isFeet(row.value('lengthFt'), MAX_LENGTH_FT),
    (row) => `"${row.value('lengthFt')}" is not a length in feet`,
  ],
  [(row) => isFeet(row.value('widthFt'), MAX_WIDTH_FT), (row) => `"${row.value('widthFt')}" is not a width in feet`],
  [
    (row) => row.value('surface').length <= MAX_SURFACE,
    () => `A surface is described in at most ${MAX_SURFACE} characters`,
  ],
  [(row) => isTruth(row.value('isLighted')), (row) => `"${row.value('isLighted')}" is neither 0 nor 1`],
  [(row) => isTruth(row.value('isClosed')), (row) => `"${row.value('isClosed')}" is neither 0 nor 1`],
]

const problemsOf = (row: Row): LineError[] =>
  CHECKS.filter(([holds]) => !holds(row)).map(([, message]) => ({ line: row.line, message: message(row) }))

const runwayOf = (row: Row): RunwayRecord => ({
  ident: identOf(row),
  lengthFt: feetOf(row.value('lengthFt')),
  widthFt: feetOf(row.value('widthFt')),
  surface: row.value('surface') || null,
  isLighted: isTrue(row.value('isLighted')),
})

export interface RunwayFile {
  readonly runways: ReadonlyMap<string, readonly RunwayRecord[]>
  readonly count: number
  readonly errors: readonly LineError[]
  readonly warnings: readonly LineError[]
}

/** The runways that are open, by airport; any error means none at all. */
export const readRunways = (
  rows: readonly CsvRow[],
  airportByCode: (code: string) => AirportRecord | undefined,
): RunwayFile => {
  const table = readTable(rows, HEADERS, ['airport', 'ident', 'lengthFt', 'surface'])
  const open = table.rows.filter((row) => !isTrue(row.value('isClosed')))
  const errors = [...table.errors, ...open.flatMap(problemsOf)]
  if (errors.length > 0) return { runways: new Map(), count: 0, errors, warnings: [] }
  const runways = new Map<string, RunwayRecord[]>()
  const warnings: LineError[] = []
  let count = 0
  for (const row of open) {
    const airport = airportByCode(row.value('airport'))
    if (!airport) {
      warnings.push({ line: row.line, message: `There is no airport ${row.value('airport')}; left out` })
      continue
    }
    runways.set(airport.airportId, [...(runways.get(airport.airportId) ?? []), runwayOf(row)])
    count++
  }
  return { runways, count, errors: [], warnings }
}
