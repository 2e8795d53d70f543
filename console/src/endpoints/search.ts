/** What a page of endpoints shows beside its list, in its address: the form, one endpoint, or one try of it. */
import { given, searchText } from '../text/search-text.ts'

export const endpointSearch = (search: Record<string, unknown>) =>
  given({
    open: searchText(search, 'open'),
    attempt: searchText(search, 'attempt'),
    change: search.change === true ? (true as const) : undefined,
    new: search.new === true ? (true as const) : undefined,
  })

export type EndpointSearch = ReturnType<typeof endpointSearch>
