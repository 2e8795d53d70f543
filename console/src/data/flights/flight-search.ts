/** The flights table's filters in its address: days in UTC, status, airport. */

import { given, searchDay, searchText } from '../../text/search-text.ts'
import { DAY_MS } from '../../text/spans.ts'

export const flightSearch = (search: Record<string, unknown>) =>
  given({
    from: searchDay(search, 'from'),
    to: searchDay(search, 'to'),
    status: searchText(search, 'status'),
    adep: searchText(search, 'adep'),
    ades: searchText(search, 'ades'),
    sort: searchText(search, 'sort'),
    open: searchText(search, 'open'),
  })

export type FlightSearch = ReturnType<typeof flightSearch>

const DAYS_SHOWN = 7

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** From today, a week long, unless asked otherwise; both days whole. */
export const daysOf = ({ from, to }: FlightSearch, now: Date): { readonly from: string; readonly to: string } => {
  const first = from ?? dayOf(now.getTime())
  const last = to ?? dayOf(Date.parse(first) + (DAYS_SHOWN - 1) * DAY_MS)
  return { from: first, to: [first, last].sort().at(-1) ?? last }
}

/** Whether any filter is set, apart from the order and the open record. */
export const isNarrowed = ({ sort: _sort, open: _open, ...filters }: FlightSearch): boolean =>
  Object.keys(filters).length > 0
