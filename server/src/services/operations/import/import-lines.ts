/** Reads the lines of an import: the columns that its header names, and the fields of each line. */
import { type CsvRow, readCsv } from '../../../domain/csv.ts'
import { type FileColumn, type HeaderReading, readHeader } from './file-header.ts'
import { EXTERNAL_ID } from './headings.ts'
import type { ImportError } from './import-error.ts'
import type { ImportKind, LineInput, ReadLine } from './import-kind.ts'

/** How many lines one import takes, unless its caller allows fewer. */
const MAX_LINES = 10_000

export interface Line extends ReadLine {
  readonly cells: readonly string[]
}

/** How a file is read. */
export interface Reading extends HeaderReading {
  readonly maxLines?: number
  /** Lines that are passed over. */
  readonly leftOut?: ReadonlySet<number>
}

/** The columns that the header names, every line that can be read, and what is wrong with the others. */
export interface ReadLines {
  /** Those that are imported. */
  readonly columns: readonly string[]
  readonly fileColumns: readonly FileColumn[]
  readonly lines: readonly Line[]
  readonly errors: readonly ImportError[]
}

const unreadable = (errors: readonly ImportError[], fileColumns: readonly FileColumn[] = []): ReadLines => ({
  columns: [],
  fileColumns,
  lines: [],
  errors,
})

/** Keeps the place of a column that is left out. */
type Names = readonly (string | null)[]

/** Lines that are to be passed over and are none: a wrong number would let a wrong line through. */
const leftOutErrors = (rows: readonly CsvRow[], leftOut: ReadonlySet<number>): ImportError[] => {
  const lines = new Set(rows.map(({ line }) => line))
  return [...leftOut]
    .filter((line) => !lines.has(line))
    .map((line) => ({
      line,
      field: null,
      message: `Line ${line} cannot be left out: no row below the first line begins there`,
    }))
}

/** The fields of a line whose cells are not empty, and what is wrong with the others. */
const readLine = (
  kind: ImportKind,
  names: Names,
  row: CsvRow,
  system: string | null,
): { readonly input: LineInput; readonly errors: readonly ImportError[] } => {
  const input: Record<string, unknown> = {}
  const errors: ImportError[] = []
  if (row.cells.length !== names.length) {
    const message = `${row.cells.length} values where the first line names ${names.length} columns`
    return { input, errors: [{ line: row.line, field: null, message }] }
  }
  for (const [index, field] of names.entries()) {
    const value = row.cells[index]?.trim() ?? ''
    if (field === null || value === '') continue
    if (field === EXTERNAL_ID) {
      input.externalIdList = [{ system: system ?? '', value }]
      continue
    }
    const cell = kind.columns[field]?.read(value)
    if (cell && 'problem' in cell) errors.push({ line: row.line, field, message: cell.problem })
    else if (cell) input[field] = cell.value
  }
  return { input, errors }
}

export const readLines = (kind: ImportKind, text: string, reading: Reading): ReadLines => {
  const { system, maxLines = MAX_LINES, leftOut = new Set() } = reading
  // The header, and one line more than it may have.
  const file = readCsv(text, maxLines + 2)
  if (file.errors.length > 0) return unreadable(file.errors.map((error) => ({ ...error, field: null })))
  const [header, ...all] = file.rows
  if (!header) {
    return unreadable([{ line: 1, field: null, message: 'The file is empty: its first line names the columns' }])
  }
  if (all.length > maxLines) {
    const message = `The file has more than ${maxLines} lines: import at most so many at a time`
    return unreadable([{ line: header.line, field: null, message }])
  }
  const { columns: fileColumns, errors: wrongHeader } = readHeader(kind, header, all, reading)
  if (wrongHeader.length > 0) return unreadable(wrongHeader, fileColumns)
  const names = fileColumns.map(({ field }) => field)
  const isImported = (_cell: unknown, place: number) => names[place] !== null
  const rows = all.filter(({ line }) => !leftOut.has(line))
  const read = rows.map((row) => {
    const { input, errors } = readLine(kind, names, row, system)
    const unreadable = new Set(errors.flatMap(({ field }) => field ?? []))
    return { line: row.line, cells: row.cells.filter(isImported), input, unreadable, errors }
  })
  const columns = names.filter((name) => name !== null)
  const errors = [...leftOutErrors(all, leftOut), ...read.flatMap((line) => line.errors)]
  return { columns, fileColumns, lines: read, errors }
}
