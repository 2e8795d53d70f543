/** Reads the lines of an import: the columns that its header names, and the fields of each line. */
import { type CsvRow, readCsv } from '../../../domain/csv.ts'
import { EXTERNAL_ID, fieldsOf, foundFields } from './headings.ts'
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
  /** The fields of columns that were chosen by hand, by their place from 0; null leaves a column out. */
  readonly chosen?: ReadonlyMap<number, string | null>
  /** Leaves out columns whose heading means nothing here; else they are refused. */
  readonly isUnknownLeftOut?: boolean
  /** Lines that are passed over. */
  readonly leftOut?: ReadonlySet<number>
}

/** A column of the file: what it is called there, and the field that it is read as; null where it is left out. */
export interface FileColumn {
  readonly heading: string
  readonly field: string | null
  /** Its first values. */
  readonly samples: readonly string[]
}

/** The columns that the header names, every line that can be read, and what is wrong with the others. */
export interface ReadLines {
  /** Those that are imported. */
  readonly columns: readonly string[]
  readonly fileColumns: readonly FileColumn[]
  readonly lines: readonly Line[]
  readonly errors: readonly ImportError[]
}

const MAX_SAMPLES = 2

const unreadable = (errors: readonly ImportError[], fileColumns: readonly FileColumn[] = []): ReadLines => ({
  columns: [],
  fileColumns,
  lines: [],
  errors,
})

/** Keeps the place of a column that is left out. */
type Names = readonly (string | null)[]

const samplesAt = (rows: readonly CsvRow[], place: number): string[] => {
  const samples = new Set<string>()
  for (const { cells } of rows) {
    const value = cells[place]?.trim() ?? ''
    if (value !== '') samples.add(value)
    if (samples.size === MAX_SAMPLES) break
  }
  return [...samples]
}

const columnsOfFile = (kind: ImportKind, header: CsvRow, rows: readonly CsvRow[], reading: Reading): FileColumn[] => {
  const found = foundFields(
    kind,
    header.cells.map((heading, place) => (reading.chosen?.has(place) ? '' : heading)),
  )
  return header.cells.map((heading, place) => ({
    heading: heading.trim(),
    field: reading.chosen?.has(place) ? (reading.chosen.get(place) ?? null) : (found[place] ?? null),
    samples: samplesAt(rows, place),
  }))
}

const headerErrors = (
  kind: ImportKind,
  line: number,
  columns: readonly FileColumn[],
  { system, chosen, isUnknownLeftOut = false }: Reading,
): ImportError[] => {
  const names = columns.map(({ field }) => field)
  const known = fieldsOf(kind).join(', ')
  return [
    ...columns.flatMap(({ heading, field }, place) =>
      field === null && !isUnknownLeftOut && !chosen?.has(place)
        ? [{ line, field: heading, message: `There is no column "${heading}": name one of ${known}` }]
        : [],
    ),
    ...names.flatMap((name, place) =>
      name !== null && names.indexOf(name) !== place
        ? [{ line, field: name, message: 'The column appears twice: keep one' }]
        : [],
    ),
    ...(names.includes(EXTERNAL_ID) && system === null
      ? [{ line, field: EXTERNAL_ID, message: 'Say whose ids these are: name the system that they come from' }]
      : []),
    ...(names.every((name) => name === null)
      ? [{ line, field: null, message: `No column is imported: name at least one of ${known}` }]
      : []),
  ]
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
    const cell = kind.columns[field]?.(value)
    if (cell && 'problem' in cell) errors.push({ line: row.line, field, message: cell.problem })
    else if (cell) input[field] = cell.value
  }
  return { input, errors }
}

export const readLines = (kind: ImportKind, text: string, reading: Reading): ReadLines => {
  const file = readCsv(text)
  if (file.errors.length > 0) return unreadable(file.errors.map((error) => ({ ...error, field: null })))
  const [header, ...all] = file.rows
  if (!header) {
    return unreadable([{ line: 1, field: null, message: 'The file is empty: its first line names the columns' }])
  }
  const { system, maxLines = MAX_LINES } = reading
  if (all.length > maxLines) {
    const message = `The file has ${all.length} lines: import at most ${maxLines} at a time`
    return unreadable([{ line: header.line, field: null, message }])
  }
  const fileColumns = columnsOfFile(kind, header, all, reading)
  const wrongHeader = headerErrors(kind, header.line, fileColumns, reading)
  if (wrongHeader.length > 0) return unreadable(wrongHeader, fileColumns)
  const names = fileColumns.map(({ field }) => field)
  const isImported = (_cell: unknown, place: number) => names[place] !== null
  const rows = all.filter(({ line }) => !reading.leftOut?.has(line))
  const read = rows.map((row) => ({
    line: row.line,
    cells: row.cells.filter(isImported),
    ...readLine(kind, names, row, system),
  }))
  const columns = names.filter((name) => name !== null)
  return { columns, fileColumns, lines: read, errors: read.flatMap(({ errors }) => errors) }
}
