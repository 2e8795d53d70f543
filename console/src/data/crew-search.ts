/** The crew table's filters in its address. */
import { given, searchText, searchWord } from '../parts/search-text.ts'

export const CREW_POSITIONS = ['CPT', 'FO', 'RELIEF', 'FA', 'ENG', 'OBS'] as const

export const crewSearch = (search: Record<string, unknown>) =>
  given({
    q: searchText(search, 'q'),
    position: searchWord(search, 'position', CREW_POSITIONS),
    base: searchText(search, 'base'),
  })

export const crewFilter = ({ q, position, base }: ReturnType<typeof crewSearch>) => ({
  wildcard: q ?? null,
  positionList: position === undefined ? null : [position],
  base: base ?? null,
})
