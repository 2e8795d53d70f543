/** Reads the lines of an import: the columns that its header names, and the fields of each line. */
import { type CsvRow, readCsv } from '../../../domain/csv.ts'
import type { ImportKind, LineInput } from './import-kind.ts'

export interface ImportError {
  readonly line: number
  /** The column that it concerns; null where it is the whole line. */
  readonly field: string | null
  readonly message: string
}

/** How many lines one import takes, unless its face allows fewer. */
const MAX_LINES = 10_000

export interface Line {
  readonly line: number
  readonly cells: readonly string[]
  readonly input: LineInput
}

/** How a file is read. */
export interface Reading {
  /** Whose ids the column `externalId` holds. */
  readonly system: string | null
  readonly maxLines?: number
}

/** The columns that the header names, every line that can be read, and what is wrong with the others. */
export interface ReadLines {
  readonly columns: readonly string[]
  readonly lines: readonly Line[]
  readonly errors: readonly ImportError[]
}

const unreadable = (errors: readonly ImportError[]): ReadLines => ({ columns: [], lines: [], errors })

/** The column of what another system calls the record. */
export const EXTERNAL_ID = 'externalId'

/** A header counts by its letters and digits alone. */
const headerKey = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '')

const nameOfHeader = (kind: ImportKind, header: string): string | undefined =>
  [...Object.keys(kind.columns), EXTERNAL_ID].find((name) => headerKey(name) === headerKey(header))

const headerErrors = (kind: ImportKind, { line, cells }: CsvRow, system: string | null): ImportError[] => {
  const names = cells.map((cell) => nameOfHeader(kind, cell))
  const known = [...Object.keys(kind.columns), EXTERNAL_ID].join(', ')
  return [
    ...cells.flatMap((cell, index) =>
      names[index] === undefined
        ? [{ line, field: cell.trim(), message: `There is no column "${cell.trim()}": name one of ${known}` }]
        : [],
    ),
    ...names.flatMap((name, index) =>
      name !== undefined && names.indexOf(name) !== index
        ? [{ line, field: name, message: 'The column stands twice: keep one' }]
        : [],
    ),
    ...(names.includes(EXTERNAL_ID) && system === null
      ? [{ line, field: EXTERNAL_ID, message: 'Say whose ids these are: name the system that they come from' }]
      : []),
  ]
}

/** The fields of a line whose cells are not empty, and what is wrong with the others. */
const readLine = (
  kind: ImportKind,
  names: readonly string[],
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
    if (value === '') continue
    if (field === EXTERNAL_ID) {
      input.externalIdList = [{ system: system ?? '', value }]
      continue
    }
    const cell = kind.columns[field]?.(value)
    if (cell && 'problem' in cell) errors.push({ line: row.line, field, message: cell.problem })
    else if (cell) input[field] = cell.value
  }
  return { input, errors }
}

export const readLines = (kind: ImportKind, text: string, { system, maxLines = MAX_LINES }: Reading): ReadLines => {
  const file = readCsv(text)
  if (file.errors.length > 0) return unreadable(file.errors.map((error) => ({ ...error, field: null })))
  const [header, ...rows] = file.rows
  if (!header) {
    return unreadable([{ line: 1, field: null, message: 'The file is empty: its first line names the columns' }])
  }
  if (rows.length > maxLines) {
    const message = `The file has ${rows.length} lines: import at most ${maxLines} at a time`
    return unreadable([{ line: header.line, field: null, message }])
  }
  const wrongHeader = headerErrors(kind, header, system)
  if (wrongHeader.length > 0) return unreadable(wrongHeader)
  const columns = header.cells.map((cell) => nameOfHeader(kind, cell) ?? '')
  const read = rows.map((row) => ({ line: row.line, cells: row.cells, ...readLine(kind, columns, row, system) }))
  return { columns, lines: read, errors: read.flatMap(({ errors }) => errors) }
}
