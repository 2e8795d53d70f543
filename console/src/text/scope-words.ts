/** Scopes told in few words: areas seen, areas changed, how many of each. */
export interface ScopeInWords {
  readonly name: string
  readonly area: string
  readonly access: string
  readonly text: string
}

const areasOf = (scopes: readonly ScopeInWords[], access: 'read' | 'write'): string[] => [
  ...new Set(scopes.filter((scope) => scope.access === access).map(({ area }) => area)),
]

const asSentence = (areas: readonly string[]): string => {
  const text = areas.map((area) => area.toLowerCase()).join(', ')
  return text === '' ? '' : text[0]?.toUpperCase() + text.slice(1)
}

/** "Fleet, flights, crew". */
export const seenAreas = (scopes: readonly ScopeInWords[]): string => asSentence(areasOf(scopes, 'read'))

/** "flights, logs". */
export const changedAreas = (scopes: readonly ScopeInWords[]): string =>
  areasOf(scopes, 'write')
    .map((area) => area.toLowerCase())
    .join(', ')

/** "3 read, 1 write". */
export const scopeCounts = (scopes: readonly ScopeInWords[]): { readonly read: number; readonly write: number } => ({
  read: scopes.filter(({ access }) => access === 'read').length,
  write: scopes.filter(({ access }) => access === 'write').length,
})
