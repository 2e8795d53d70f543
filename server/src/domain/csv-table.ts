import type { CsvRow, LineError } from './csv.ts'

/**
 * A table whose columns are found by their header, so that the layouts of several publishers can be read by one
 * reader. A header counts by its letters and digits alone: "Type Designator", "type_designator" and
 * "TypeDesignator" are one.
 */
export interface TableRow<Column extends string> {
  readonly line: number
  /** The trimmed value; empty where the file has no such column. */
  readonly value: (column: Column) => string
}

/** The headers a column may have, the preferred one first, as a person would write them. */
export type Headers<Column extends string> = Readonly<Record<Column, readonly string[]>>

export interface Table<Column extends string> {
  readonly rows: readonly TableRow<Column>[]
  readonly errors: readonly LineError[]
}

export const readTable = <Column extends string>(
  rows: readonly CsvRow[],
  headers: Headers<Column>,
  required: readonly NoInfer<Column>[],
): Table<Column> => {
  const [header, ...body] = rows
  if (!header)
    return { rows: [], errors: [{ line: 1, message: 'The file is empty. Its first line names the columns' }] }
  const names = header.cells.map(headerKey)
  const position = (column: Column): number =>
    headers[column].map((name) => names.indexOf(headerKey(name))).find((index) => index >= 0) ?? -1
  const positions = new Map((Object.keys(headers) as Column[]).map((column) => [column, position(column)]))
  const errors = [
    ...required.filter((column) => positions.get(column) === -1).map((column) => missing(header.line, headers[column])),
    ...body.filter((row) => row.cells.length !== names.length).map((row) => uneven(row, names.length)),
  ]
  const value = (row: CsvRow) => (column: Column) => row.cells[positions.get(column) ?? -1]?.trim() ?? ''
  return { rows: errors.length > 0 ? [] : body.map((row) => ({ line: row.line, value: value(row) })), errors }
}

/** What counts of a header. */
export const headerKey = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '')

const missing = (line: number, names: readonly string[]): LineError => ({
  line,
  message: `A column is missing: name one ${names.map((name) => `"${name}"`).join(' or ')}`,
})

const uneven = (row: CsvRow, width: number): LineError => ({
  line: row.line,
  message: `${row.cells.length} values where the first line names ${width} columns`,
})
