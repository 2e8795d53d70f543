/** What the columns of a kind are called: the server's words, as its descriptions have them. */
import { useQuery } from '@tanstack/react-query'
import type { Labels } from '../graph/problems.ts'
import { queryOf } from '../graph/query.ts'
import { IMPORT_COLUMNS, type ImportColumns, type ImportKind } from './queries.ts'

export type ColumnOfKind = ImportColumns['fieldList'][number]

interface FieldWords {
  readonly columns: readonly ColumnOfKind[]
  readonly labels: Labels
  /** Of columns that stand for each other, the one that people have. */
  readonly needed: readonly string[]
}

export const useFieldWords = (kind: ImportKind): FieldWords => {
  const { data } = useQuery(queryOf(IMPORT_COLUMNS, {}))
  const known = data?.importColumnList.find((one) => one.kind === kind)
  const columns = known?.fieldList ?? []
  const labels = Object.fromEntries(columns.map(({ column, label }) => [column, label]))
  return { columns, labels, needed: known?.requiredList ?? [] }
}

/** "(needed)", or in whose place it will do. */
export const neededWords = (
  { column, isNeeded, insteadList }: ColumnOfKind,
  { labels, needed }: FieldWords,
): string => {
  if (!isNeeded) return ''
  if (needed.includes(column)) return ' (needed)'
  const other = insteadList.find((name) => needed.includes(name)) ?? ''
  return ` (in place of ${labels[other] ?? other})`
}
