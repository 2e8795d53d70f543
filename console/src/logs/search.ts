/** What the page of logs shows, in its address. */
import { given, searchText, searchWord } from '../text/search-text.ts'

const SHOWN = ['unsigned', 'differ', 'open', 'deferred', 'rectified', 'released', 'due'] as const
export type Shown = (typeof SHOWN)[number]

export const logsSearch = (search: Record<string, unknown>) =>
  given({
    show: searchWord(search, 'show', SHOWN),
    aircraft: searchText(search, 'aircraft'),
    /** The journey log that is open. */
    log: searchText(search, 'log'),
    new: searchWord(search, 'new', ['defect']),
  })
