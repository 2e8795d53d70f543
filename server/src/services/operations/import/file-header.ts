/** Reads the header of a file: the field of each column, by its heading or chosen by hand, and what is wrong with it. */
import type { CsvRow } from '../../../domain/csv.ts'
import { EXTERNAL_ID, type FoundFields, fieldsOf, foundFields } from './headings.ts'
import type { ImportError } from './import-error.ts'
import type { ImportKind } from './import-kind.ts'

/** The field of a column that was chosen by hand. */
export interface ColumnChoice {
  /** Which column of the file, counted from 1. */
  readonly place: number
  /** Null leaves the column out. */
  readonly field: string | null
}

/** How a header is read. */
export interface HeaderReading {
  /** Whose ids the column `externalId` holds. */
  readonly system: string | null
  readonly chosen?: readonly ColumnChoice[]
  /** Leaves out columns whose heading means nothing here; else they are refused. */
  readonly isUnknownLeftOut?: boolean
}

/** A column of the file: what it is called there, and the field that it is read as; null where it is left out. */
export interface FileColumn {
  readonly heading: string
  readonly field: string | null
  /** Its first values. */
  readonly samples: readonly string[]
}

export interface FileHeader {
  readonly columns: readonly FileColumn[]
  readonly errors: readonly ImportError[]
}

const MAX_SAMPLES = 2

const samplesAt = (rows: readonly CsvRow[], place: number): string[] => {
  const samples = new Set<string>()
  for (const { cells } of rows) {
    const value = cells[place]?.trim() ?? ''
    if (value !== '') samples.add(value)
    if (samples.size === MAX_SAMPLES) break
  }
  return [...samples]
}

/** By place, counted from 0. */
type Chosen = ReadonlyMap<number, string | null>

/** Columns that are chosen by hand leave their fields to nobody else. */
const found = (kind: ImportKind, { cells }: CsvRow, chosen: Chosen): FoundFields =>
  foundFields(
    kind,
    cells.map((heading, place) => (chosen.has(place) ? '' : heading)),
    new Set([...chosen.values()].filter((field) => field !== null)),
  )

const columnsIn = (header: CsvRow, rows: readonly CsvRow[], { fields }: FoundFields, chosen: Chosen): FileColumn[] =>
  header.cells.map((heading, place) => ({
    heading: heading.trim(),
    field: (chosen.has(place) ? chosen.get(place) : fields[place]) ?? null,
    samples: samplesAt(rows, place),
  }))

/** A choice that concerns no column, or a second one of the same column. */
const choiceErrors = ({ line, cells }: CsvRow, choices: readonly ColumnChoice[]): ImportError[] => {
  const places = new Set<number>()
  const errors: ImportError[] = []
  for (const { place, field } of choices) {
    if (place < 1 || place > cells.length) {
      const message = `A field was chosen for column ${place}: the file has columns 1 to ${cells.length}`
      errors.push({ line, field, message })
    } else if (places.has(place)) {
      errors.push({ line, field, message: `A field was chosen for column ${place} twice: choose one` })
    }
    places.add(place)
  }
  return errors
}

const repeatedErrors = (line: number, names: readonly (string | null)[]): ImportError[] => {
  const taken = new Set<string>()
  return names.flatMap((field) => {
    if (field === null) return []
    if (taken.has(field)) return [{ line, field, message: 'The column appears twice: keep one' }]
    taken.add(field)
    return []
  })
}

interface HeaderFound {
  readonly system: string | null
  readonly isUnknownLeftOut: boolean
  readonly chosen: Chosen
  readonly taken: FoundFields['taken']
}

const columnErrors = (
  kind: ImportKind,
  line: number,
  columns: readonly FileColumn[],
  { system, isUnknownLeftOut, chosen, taken }: HeaderFound,
): ImportError[] => {
  const names = columns.map(({ field }) => field)
  const known = fieldsOf(kind).join(', ')
  const unusedMessage = (heading: string, meant: string | undefined): string =>
    meant === undefined
      ? `There is no column "${heading}": name one of ${known}`
      : `Another column is ${meant} already: take this one out, or call it otherwise`
  return [
    ...columns.flatMap(({ heading, field }, place) =>
      field === null && !isUnknownLeftOut && !chosen.has(place)
        ? [{ line, field: heading, message: unusedMessage(heading, taken.get(place)) }]
        : [],
    ),
    ...repeatedErrors(line, names),
    ...(names.includes(EXTERNAL_ID) && system === null
      ? [{ line, field: EXTERNAL_ID, message: 'Say whose ids these are: name the system that they come from' }]
      : []),
    ...(names.every((name) => name === null)
      ? [{ line, field: null, message: `No column is imported: name at least one of ${known}` }]
      : []),
  ]
}

export const readHeader = (
  kind: ImportKind,
  header: CsvRow,
  rows: readonly CsvRow[],
  { system, chosen: choices = [], isUnknownLeftOut = false }: HeaderReading,
): FileHeader => {
  const chosen: Chosen = new Map(choices.map(({ place, field }) => [place - 1, field]))
  const meant = found(kind, header, chosen)
  const columns = columnsIn(header, rows, meant, chosen)
  const errors = columnErrors(kind, header.line, columns, { system, isUnknownLeftOut, chosen, taken: meant.taken })
  return { columns, errors: [...choiceErrors(header, choices), ...errors] }
}
