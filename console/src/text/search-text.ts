/** A filter in the address as text: whatever was typed there, numbers included; nothing where it is empty. */
export const searchText = (search: Record<string, unknown>, name: string): string | undefined => {
  const value = search[name]
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value) === '' ? undefined : String(value)
}

/** One of the listed words; anything else counts as absent. */
export const searchWord = <Word extends string>(
  search: Record<string, unknown>,
  name: string,
  words: readonly Word[],
): Word | undefined => words.find((word) => word === search[name])

/** Without the names that have no value, so that addresses stay short. */
export const given = <Search extends object>(search: Search): { [Name in keyof Search]?: NonNullable<Search[Name]> } =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as never
