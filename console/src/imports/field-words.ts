/** What the columns of a kind are called: the server's words, as its descriptions have them. */
import { useQuery } from '@tanstack/react-query'
import type { Labels } from '../graph/problems.ts'
import { queryOf } from '../graph/query.ts'
import { IMPORT_COLUMNS, type ImportColumns, type ImportKind } from './queries.ts'

export type ColumnOfKind = ImportColumns['fieldList'][number]

interface FieldWords {
  readonly columns: readonly ColumnOfKind[]
  readonly labels: Labels
}

export const useFieldWords = (kind: ImportKind): FieldWords => {
  const { data } = useQuery(queryOf(IMPORT_COLUMNS, {}))
  const columns = data?.importColumnList.find((one) => one.kind === kind)?.fieldList ?? []
  return { columns, labels: Object.fromEntries(columns.map(({ column, label }) => [column, label])) }
}

/** "(needed)", or what will do as well. */
export const neededWords = ({ isNeeded, insteadList }: ColumnOfKind, labels: Labels): string => {
  if (!isNeeded) return ''
  const others = insteadList.map((name) => labels[name] ?? name)
  return others.length === 0 ? ' (needed)' : ` (needed, or: ${others.join('; or: ')})`
}
