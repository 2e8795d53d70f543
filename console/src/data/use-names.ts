/** The names of the records that some rows refer to: asked once for each kind, by the ids that occur. */
import { useQueries } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { type MayRead, namesDocument } from './documents.ts'
import type { Names } from './field-value.tsx'
import { idOf, type Kind, kindNamed, type Row } from './kinds.ts'
import { titleOf } from './objects.ts'

const MAX_IDS = 500

const referredTo = (kind: Kind, rows: readonly Row[], mayRead: MayRead): { of: Kind; ids: string[] }[] => {
  const ids = new Map<Kind, Set<string>>()
  for (const { of, shown } of kind.fields) {
    const target = of === undefined ? undefined : kindNamed(of)
    if (!target || shown === null || shown.isObject || !mayRead(target.scopes.read)) continue
    const known = ids.get(target) ?? new Set()
    for (const row of rows) if (typeof row[shown.name] === 'string') known.add(row[shown.name] as string)
    ids.set(target, known)
  }
  return [...ids]
    .filter(([, of]) => of.size > 0)
    .map(([of, found]) => ({ of, ids: [...found].sort().slice(0, MAX_IDS) }))
}

export const namesOf = (kind: Kind, ids: readonly string[]) => queryOf(namesDocument(kind), { ids, count: ids.length })

export const useNames = (kind: Kind, rows: readonly Row[], mayRead: MayRead): Names => {
  const asked = referredTo(kind, rows, mayRead)
  const answers = useQueries({ queries: asked.map(({ of, ids }) => namesOf(of, ids)) })
  return new Map(
    answers.flatMap(({ data }, at) => {
      const of = asked[at]?.of
      const found = of && data?.[of.queries.list]?.nodeList
      return of && found ? found.map((row) => [idOf(of, row), titleOf(of, row)] as const) : []
    }),
  )
}
