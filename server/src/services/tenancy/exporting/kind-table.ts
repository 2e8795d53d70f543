/** The rows of a kind of record as a table for spreadsheets (RFC 4180), with the names that the graph and imports use. */

import { csvCell } from '../../../domain/csv-cell.ts'
import { RECORDS } from '../../../domain/records/all-records.ts'
import { tableOf } from '../../../storage/columns.ts'
import { RECORD_TABLES } from '../../../storage/record-limit.ts'
import type { CarriedRow } from '../../../storage/tenancy/carrying/carried-rows.ts'
import type { TableShape } from '../../../storage/tenancy/carrying/table-shapes.ts'

/** Rows that belong to a record and are read beside it: what was said about it, and who has read which revision. */
const BESIDE_RECORDS = ['conversation_message', 'document_acknowledgement', 'document_revision']

const KINDS: ReadonlySet<string> = new Set([...RECORD_TABLES.map(([table]) => table), ...BESIDE_RECORDS])

/** The name of the table's file; null where its rows are in the one file alone. */
export const kindFileName = (table: string): string | null =>
  KINDS.has(table) ? `${table.replaceAll('_', '-')}.csv` : null

type Value = string | number | null

const asTime = (value: Value): Value => (typeof value === 'number' ? new Date(value).toISOString() : value)
const asTruth = (value: Value): Value => (value === null ? null : value === 1 ? 'true' : 'false')
const asItIs = (value: Value): Value => value

const fieldName = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const typesOf = new Map(
  RECORDS.map((record) => [
    tableOf(record),
    new Map(Object.entries(record.fields).map(([name, field]) => [name, (field as { readonly type: string }).type])),
  ]),
)

const readerOf = (table: string, { name, type }: TableShape['columns'][number]): ((value: Value) => Value) => {
  if (type !== 'integer') return asItIs
  const described = typesOf.get(table)?.get(fieldName(name))
  if (described === 'truth') return asTruth
  return described === 'time' || /(^|_)at$/.test(name) ? asTime : asItIs
}

export interface KindTable {
  readonly head: string
  readonly lines: (rows: readonly CarriedRow[]) => string
}

const line = (values: readonly Value[]): string => `${values.map(csvCell).join(',')}\r\n`

export const kindTable = ({ table, columns }: TableShape): KindTable => {
  const readers = columns.map((column) => ({ name: column.name, read: readerOf(table, column) }))
  return {
    head: line(columns.map(({ name }) => fieldName(name))),
    lines: (rows) => rows.map((row) => line(readers.map(({ name, read }) => read(row[name] ?? null)))).join(''),
  }
}
