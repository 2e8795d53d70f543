/** A filter in the address as text: whatever was typed there, numbers included; nothing where it is empty. */
export const searchText = (search: Record<string, unknown>, name: string): string | undefined => {
  const value = search[name]
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value) === '' ? undefined : String(value)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day as addresses have it: 2026-11-12. Anything else counts as absent. */
export const searchDay = (search: Record<string, unknown>, name: string): string | undefined => {
  const text = searchText(search, name)
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
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

type Validator<Search> = (search: Record<string, unknown>) => Search

/**
 * For a route: what the validator leaves out is gone. The router itself hands pages whatever stands in the address beside
 * what was validated, so that a mistyped day would reach them as it is.
 */
export const nothingElse =
  <Search extends object>(validate: Validator<Search>): Validator<Search> =>
  (search) => ({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...validate(search) })
