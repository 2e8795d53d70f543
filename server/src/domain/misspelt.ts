/** What somebody meant who wrote a name that is nearly a known one. */

/** In a long name more letters may be wrong, e.g. PROXY for PROXIES. */
const maxTypingErrors = (name: string): number => (name.length < 20 ? 2 : 3)

/** How many letters must be changed, added or left out (Levenshtein). */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= other.length; column++) {
      const changed = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** The nearest of the known names, if it is near enough. */
export const meantBy = <const Name extends string>(name: string, known: readonly Name[]): Name | undefined => {
  const most = maxTypingErrors(name)
  const near = known
    .filter((each) => Math.abs(each.length - name.length) <= most)
    .map((each) => ({ each, errors: distance(each, name) }))
    .filter(({ errors }) => errors <= most)
  return near.toSorted((a, b) => a.errors - b.errors)[0]?.each
}
