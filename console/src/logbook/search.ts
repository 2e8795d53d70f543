/** The logbook's filters in its address, and what is open. */
import { given, searchText, searchWord } from '../text/search-text.ts'

export const SOURCES = ['OPERATOR', 'MANUAL', 'IMPORT'] as const
export const ENTRY_KINDS = ['FLIGHT', 'FSTD', 'BROUGHT_FORWARD'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export const logbookSearch = (search: Record<string, unknown>) =>
  given({
    type: searchText(search, 'type'),
    source: searchWord(search, 'source', SOURCES),
    from: searchText(search, 'from'),
    to: searchText(search, 'to'),
    open: searchText(search, 'open'),
    add: searchWord(search, 'add', ENTRY_KINDS),
    totals: searchWord(search, 'totals', ['by-type']),
  })

export type LogbookSearch = ReturnType<typeof logbookSearch>

export const isNarrowed = ({ type, source, from, to }: LogbookSearch): boolean =>
  [type, source, from, to].some((value) => value !== undefined)

/** What was brought forward stands by itself, below the entries. */
export const entriesFilter = ({ type, source, from, to }: LogbookSearch) => ({
  kindList: ['FLIGHT' as const, 'FSTD' as const],
  acftICAO: type ?? null,
  sourceList: source === undefined ? null : [source],
  from: from ?? null,
  to: to ?? null,
})
