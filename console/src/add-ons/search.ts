/** The add-ons page's filters in its address. */
import { given, searchText, searchWord } from '../text/search-text.ts'
import { KIND_NAMES } from './kinds.ts'

export const addOnsSearch = (search: Record<string, unknown>) =>
  given({
    show: searchWord(search, 'show', ['available']),
    q: searchText(search, 'q'),
    kind: searchWord(search, 'kind', KIND_NAMES),
  })

export type AddOnsSearch = ReturnType<typeof addOnsSearch>

interface Findable {
  readonly name: string
  readonly provider: string
  readonly kind: string
}

/** Matches the typed text in name, provider or scope. */
export const isFound = (application: Findable, scopes: readonly string[], { q = '', kind }: AddOnsSearch): boolean => {
  if (kind !== undefined && application.kind !== kind) return false
  const typed = q.toLowerCase()
  return [application.name, application.provider, ...scopes].some((text) => text.toLowerCase().includes(typed))
}
