/** The columns of a list: label, cell, order and file of each are named once. */
import type { ReactNode } from 'react'
import type { Column } from '../parts/table.tsx'
import type { CsvColumn } from '../text/csv.ts'
import { type MayRead, type MoreSelection, shownFields } from './documents.ts'
import { FieldValue, type Names, sortValue, textIn } from './field-value.tsx'
import { type FieldOfKind, idOf, type Kind, type Row } from './kinds.ts'

export interface RecordColumn {
  /** In the address, and in a file. */
  readonly name: string
  readonly label: string
  readonly isNumber?: boolean
  readonly isWide?: boolean
  /** The room in pixels that it needs, so that the table knows when it must be cards. */
  readonly room: number
  readonly cell: (row: Row, names: Names) => ReactNode
  readonly sort: (row: Row, names: Names) => string | number | null
  /** Absent where a file has it otherwise. */
  readonly file?: (row: Row) => ReturnType<CsvColumn<Row>['of']>
}

/** What a kind's list has beyond its description: columns, and what they read. */
export interface OwnColumns {
  readonly more: MoreSelection
  readonly variables: () => Readonly<Record<string, unknown>>
  readonly columns: readonly RecordColumn[]
}

const MAX_COLUMNS = 6
const NUMBERS = new Set(['Int', 'Decimal', 'Money'])

const roomOf = ({ type, limits, shown }: FieldOfKind): number => {
  if (limits.email) return 190
  if (type === 'text' && !('shape' in limits) && shown?.isObject !== true) return 140
  return type === 'id' || type === 'time' ? 120 : 85
}

const NAME_ROOM = 130

export const roomFor = (columns: readonly RecordColumn[]): number =>
  columns.reduce((sum, { room }) => sum + room, NAME_ROOM)

const columnOf = (field: FieldOfKind): RecordColumn => ({
  name: field.shown?.name ?? field.name,
  label: field.label,
  isNumber: NUMBERS.has(field.shown?.type ?? ''),
  isWide: field.type === 'text' && Number(field.limits.most ?? 0) > 100,
  room: roomOf(field),
  cell: (row, names) => <FieldValue field={field} row={row} names={names} isShort />,
  sort: (row, names) => sortValue(field, row, names),
})

const isListable = (kind: Kind, { name, shown, limits }: FieldOfKind): boolean =>
  kind.listed === null
    ? limits.lines === undefined && shown !== null && !kind.calledBy.includes(shown.name)
    : kind.listed.includes(name)

/** Beside the name, in the order that the description lists them. */
export const columnsOf = (kind: Kind, mayRead: MayRead, own: readonly RecordColumn[] = []): RecordColumn[] => {
  const listable = shownFields(kind, mayRead).filter((field) => isListable(kind, field))
  const ordered = kind.listed
    ? listable.toSorted((a, b) => kind.listed!.indexOf(a.name) - kind.listed!.indexOf(b.name))
    : listable.slice(0, MAX_COLUMNS)
  return [...ordered.map(columnOf), ...own]
}

/** The name's column, by the first field that names a record. */
export const titleSort = ({ calledBy }: Kind): string => calledBy[0] ?? 'name'

/** The heads of the table: the name comes first. */
export const headsOf = (kind: Kind, columns: readonly RecordColumn[]): Column[] => {
  const named = kind.fields.filter(({ shown }) => shown !== null && kind.calledBy.includes(shown.name))
  return [
    { name: named.length === 1 ? (named[0]?.label ?? 'Name') : 'Name', sort: titleSort(kind) },
    ...columns.map(({ name, label, isNumber }) => ({
      name: label,
      sort: name,
      ...(isNumber ? { align: 'number' as const } : {}),
    })),
  ]
}

/** A file has everything that is shown of a record, not only what fits into a table. */
export const fileColumns = (
  kind: Kind,
  mayRead: MayRead,
  own: readonly RecordColumn[] = [],
): readonly CsvColumn<Row>[] => [
  { name: kind.id.field, of: (row) => idOf(kind, row) },
  ...shownFields(kind, mayRead).map((field) => ({
    name: field.shown?.name ?? field.name,
    of: (row: Row) => {
      const value = row[field.shown?.name ?? '']
      return typeof value === 'number' || typeof value === 'boolean' ? value : textIn(field, row, new Map())
    },
  })),
  ...own.flatMap(({ name, file }) => (file ? [{ name, of: file }] : [])),
]
