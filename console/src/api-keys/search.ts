/** What the API keys page shows beside its list, in its address: the form for a new key, or one key. */
import { given, searchText } from '../text/search-text.ts'

export const keysSearch = (search: Record<string, unknown>) =>
  given({
    key: searchText(search, 'key'),
    new: search.new === true ? (true as const) : undefined,
    revoked: search.revoked === true ? (true as const) : undefined,
  })
