/** Suggests similar names: with the same beginning, or with missing or swapped letters. */

const MIN_LETTERS = 3
const MAX_MISSING_LETTERS = 2

const isShortened = (short: string, long: string): boolean => {
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return short.length >= MIN_LETTERS && at === short.length && long.length - short.length <= MAX_MISSING_LETTERS
}

const letters = (text: string): string => [...text].sort().join('')

export const nearNames = (word: string, names: readonly string[]): string[] => {
  const alike = names.filter((name) => name.startsWith(word.slice(0, Math.max(2, word.length - 1))))
  return alike.length > 0 ? alike : names.filter((name) => isShortened(word, name) || letters(word) === letters(name))
}
