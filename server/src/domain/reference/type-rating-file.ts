import type { CsvRow, LineError } from '../csv.ts'
import { type Headers, readTable, type TableRow } from '../csv-table.ts'
import { isTypeDesignator } from './aircraft-type.ts'
import { RATING_CODE, type TypeRatingRecord } from './type-rating.ts'

/** Type ratings from a file: one line per rating, its designators separated by spaces. */
type Column = 'ratingCode' | 'label' | 'iCAOList' | 'minFlightCrew'

const HEADERS: Headers<Column> = {
  ratingCode: ['rating_code', 'rating', 'code'],
  label: ['label', 'name'],
  iCAOList: ['icao_list', 'icao', 'designators'],
  minFlightCrew: ['min_flight_crew', 'minimum_crew'],
}

export const MAX_FLIGHT_CREW = 4

export const isFlightCrewCount = (text: string): boolean => /^[1-9]$/.test(text) && Number(text) <= MAX_FLIGHT_CREW

const designatorsOf = (row: TableRow<Column>): string[] =>
  row
    .value('iCAOList')
    .toUpperCase()
    .split(/[\s,;/]+/)
    .filter((designator) => designator !== '')

const problemOf = (row: TableRow<Column>): string | null => {
  const code = row.value('ratingCode')
  if (!RATING_CODE.test(code.toUpperCase())) return `"${code}" is not a rating code: up to 20 letters, digits, - and /`
  const designators = designatorsOf(row)
  if (designators.length === 0) return `${code} covers no type: name its designators, separated by spaces`
  const wrong = designators.find((designator) => !isTypeDesignator(designator))
  if (wrong !== undefined) return `"${wrong}" is not a type designator: two to four letters and digits, a letter first`
  const crew = row.value('minFlightCrew')
  return crew === '' || isFlightCrewCount(crew)
    ? null
    : `"${crew}" is not a minimum crew: it is a number from 1 to ${MAX_FLIGHT_CREW}`
}

const recordOf = (row: TableRow<Column>): TypeRatingRecord => {
  const ratingCode = row.value('ratingCode').toUpperCase()
  const crew = row.value('minFlightCrew')
  return {
    ratingCode,
    label: row.value('label') || ratingCode,
    iCAOList: [...new Set(designatorsOf(row))],
    minFlightCrew: crew === '' ? null : Number(crew),
  }
}

/** All ratings, or none and what is wrong: an import is whole or nothing. */
export const readTypeRatings = (
  rows: readonly CsvRow[],
): { readonly records: readonly TypeRatingRecord[]; readonly errors: readonly LineError[] } => {
  const table = readTable(rows, HEADERS, ['ratingCode', 'iCAOList'])
  const errors = [...table.errors]
  const lines = new Map<string, number>()
  const records: TypeRatingRecord[] = []
  for (const row of table.rows) {
    const problem = problemOf(row)
    const record = recordOf(row)
    const earlier = lines.get(record.ratingCode)
    if (problem) errors.push({ line: row.line, message: problem })
    else if (earlier !== undefined) {
      errors.push({ line: row.line, message: `${record.ratingCode} is in line ${earlier} already. Keep one` })
    } else {
      lines.set(record.ratingCode, row.line)
      records.push(record)
    }
  }
  return errors.length > 0 ? { records: [], errors } : { records, errors: [] }
}
