/** The aircraft table's filters in its address. */
import { given, searchText, searchWord } from '../../text/search-text.ts'

export const AIRCRAFT_STATUSES = ['ACTIVE', 'AOG', 'MAINTENANCE', 'STORED', 'SOLD'] as const

export const aircraftSearch = (search: Record<string, unknown>) =>
  given({
    registration: searchText(search, 'registration'),
    base: searchText(search, 'base'),
    status: searchWord(search, 'status', AIRCRAFT_STATUSES),
    sort: searchText(search, 'sort'),
    open: searchText(search, 'open'),
  })

export type AircraftSearch = ReturnType<typeof aircraftSearch>

/** The registration is looked for among the rows, so that a part of it is enough. */
export const aircraftFilter = ({ base, status }: AircraftSearch) => ({
  base: base ?? null,
  status: status === undefined ? null : [status],
})

interface Findable {
  readonly registration: string
  readonly acftType: { readonly iCAO: string; readonly manufacturer: string; readonly model: string }
}

export const isFound = ({ registration, acftType }: Findable, typed: string | undefined): boolean =>
  `${registration} ${acftType.iCAO} ${acftType.manufacturer} ${acftType.model}`
    .toLowerCase()
    .includes((typed ?? '').toLowerCase())

export const isNarrowed = ({ registration, base, status }: AircraftSearch): boolean =>
  [registration, base, status].some((filter) => filter !== undefined)
