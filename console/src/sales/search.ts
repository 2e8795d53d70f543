/** What the sales page shows, in its address. */
import { given, searchText, searchWord } from '../text/search-text.ts'

export const REQUEST_STATUSES = ['OPEN', 'QUOTED', 'BOOKED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

export const salesSearch = (search: Record<string, unknown>) =>
  given({
    show: searchWord(search, 'show', ['empty-legs']),
    status: searchWord(search, 'status', REQUEST_STATUSES),
    open: searchText(search, 'open'),
    /** What is being written: a request, a quote, or the draft with this id. */
    new: searchWord(search, 'new', ['request', 'quote', 'empty-leg']),
    draft: searchText(search, 'draft'),
  })
