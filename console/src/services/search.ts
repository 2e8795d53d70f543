/** What the board of visits shows, in its address. */
import { given, searchDay, searchText, searchWord } from '../text/search-text.ts'
import { DAY_MS } from '../text/spans.ts'

const SHOWN = ['review', 'rejected', 'unconfirmed', 'drafts', 'flights'] as const
export type Shown = (typeof SHOWN)[number]

export const servicesSearch = (search: Record<string, unknown>) =>
  given({
    from: searchDay(search, 'from'),
    to: searchDay(search, 'to'),
    aircraft: searchText(search, 'aircraft'),
    airport: searchText(search, 'airport'),
    provider: searchText(search, 'provider'),
    kind: searchText(search, 'kind'),
    show: searchWord(search, 'show', SHOWN),
    /** The request that is open. */
    open: searchText(search, 'open'),
    new: searchWord(search, 'new', ['request']),
    /** Where the new one stands. */
    visit: searchText(search, 'visit'),
  })

type ServicesSearch = ReturnType<typeof servicesSearch>

const DAYS_SHOWN = 3

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** From today, three days long, unless asked otherwise; both days whole. */
export const daysOf = ({ from, to }: ServicesSearch, now: Date): { readonly from: string; readonly to: string } => {
  const first = from ?? dayOf(now.getTime())
  const last = to ?? dayOf(Date.parse(first) + (DAYS_SHOWN - 1) * DAY_MS)
  return { from: first, to: first > last ? first : last }
}
