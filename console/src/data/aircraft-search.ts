/** The aircraft table's filters in its address. */
import { given, searchText, searchWord } from '../parts/search-text.ts'

export const AIRCRAFT_STATUSES = ['ACTIVE', 'AOG', 'MAINTENANCE', 'STORED', 'SOLD'] as const

export const aircraftSearch = (search: Record<string, unknown>) =>
  given({
    registration: searchText(search, 'registration'),
    base: searchText(search, 'base'),
    status: searchWord(search, 'status', AIRCRAFT_STATUSES),
  })

export const aircraftFilter = ({ registration, base, status }: ReturnType<typeof aircraftSearch>) => ({
  registration: registration ?? null,
  base: base ?? null,
  status: status === undefined ? null : [status],
})
