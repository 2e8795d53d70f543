/** What the safety office's page shows, in its address. */
import { given, searchText, searchWord } from '../text/search-text.ts'

const SHOWN = ['new', 'review', 'action', 'closed', 'mandatory', 'overdue'] as const
export type Shown = (typeof SHOWN)[number]

export const safetySearch = (search: Record<string, unknown>) =>
  given({
    show: searchWord(search, 'show', SHOWN),
    sort: searchText(search, 'sort'),
    /** The report that is open. */
    open: searchText(search, 'open'),
    new: searchWord(search, 'new', ['report']),
  })

export const ownReportsSearch = (search: Record<string, unknown>) =>
  given({
    open: searchText(search, 'open'),
    new: searchWord(search, 'new', ['report']),
    /** The draft that is written on. */
    draft: searchText(search, 'draft'),
  })
