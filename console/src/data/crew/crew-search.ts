/** The crew table's filters in its address. */
import { given, searchText, searchWord } from '../../text/search-text.ts'

export const CREW_POSITIONS = ['CPT', 'FO', 'RELIEF', 'FA', 'ENG', 'OBS', 'DHD'] as const

export const crewSearch = (search: Record<string, unknown>) =>
  given({
    q: searchText(search, 'q'),
    position: searchWord(search, 'position', CREW_POSITIONS),
    base: searchText(search, 'base'),
    sort: searchText(search, 'sort'),
    open: searchText(search, 'open'),
  })

export type CrewSearch = ReturnType<typeof crewSearch>

export const isNarrowed = ({ q, position, base }: CrewSearch): boolean =>
  [q, position, base].some((filter) => filter !== undefined)

export const crewFilter = ({ q, position, base }: CrewSearch) => ({
  wildcard: q ?? null,
  positionList: position === undefined ? null : [position],
  base: base ?? null,
})
