/** The filters of a list in its address: by the names that the graph has for them, and days for a time. */
import { given, searchDay, searchText } from '../text/search-text.ts'
import { DAY_MS } from '../text/spans.ts'
import type { FilterOfKind, Kind } from './kinds.ts'

/** What stands in the address beside the filters. */
const OF_THE_PAGE = ['sort', 'open', 'new'] as const

/** Undefined takes a filter away. */
export type RecordSearch = Readonly<Record<string, string | undefined>>

export const recordSearch = (search: Record<string, unknown>): RecordSearch =>
  given(
    Object.fromEntries(
      Object.keys(search).map((name) => {
        if (name === 'from' || name === 'to') return [name, searchDay(search, name)]
        return [name, typeof search[name] === 'boolean' ? String(search[name]) : searchText(search, name)]
      }),
    ),
  )

export const isInterval = ({ type }: FilterOfKind): boolean => type === 'interval' || type === 'overlap'

export const textFilter = ({ filters }: Kind): FilterOfKind | undefined => filters.list.find(({ by }) => by === 'text')

/** A list that needs a time shows these days where none is said. */
const DAYS_SHOWN = 14

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The days of a list; null where it needs none and none is said. */
export const daysOf = (kind: Kind, { from, to }: RecordSearch, now: number): { from: string; to: string } | null => {
  const interval = kind.filters.list.find(isInterval)
  if (!interval) return null
  const isNeeded = kind.filters.needsOneOf.includes(interval.name)
  if (from === undefined && to === undefined && !isNeeded) return null
  const first = from ?? dayOf(to === undefined ? now : Math.min(now, Date.parse(to)))
  const last = to ?? dayOf(Date.parse(first) + (DAYS_SHOWN - 1) * DAY_MS)
  return { from: first, to: last < first ? first : last }
}

const askedValue = ({ takes, type }: FilterOfKind, text: string): unknown => {
  if (takes.startsWith('Boolean')) return text === 'true'
  if (takes.startsWith('Int')) return Number(text)
  return takes.startsWith('[') && type !== 'interval' ? [text] : text
}

/** What the graph is asked for. */
export const filterOf = (kind: Kind, search: RecordSearch, now: number): Readonly<Record<string, unknown>> => {
  const days = daysOf(kind, search, now)
  const asked = kind.filters.list.flatMap((filter) => {
    if (isInterval(filter)) {
      return days
        ? [[filter.name, { from: `${days.from}T00:00:00Z`, to: `${dayOf(Date.parse(days.to) + DAY_MS)}T00:00:00Z` }]]
        : []
    }
    const text = filter.by === 'text' ? search.q : search[filter.name]
    return text === undefined ? [] : [[filter.name, askedValue(filter, text)]]
  })
  return Object.fromEntries(asked)
}

/** As the list's query takes it. */
export const listVariables = (
  kind: Kind,
  filter: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => (kind.filters.as === 'arguments' ? filter : { filter })

export const isNarrowed = (search: RecordSearch): boolean =>
  Object.keys(search).some((name) => !(OF_THE_PAGE as readonly string[]).includes(name))
