/**
 * The search text of `aircraftTypeList(wildcard)` and its like (data §1.2): case-insensitive, `*` and
 * `?` are globs that must match the whole field, anything else is a substring. There is no escape and no other
 * special character, and no regular expression is ever built from what a client sent.
 */
import { composed } from './shown-text.ts'

export type TextMatcher = (text: string) => boolean

/** Empty or absent: everything matches. */
export const compileWildcard = (pattern: string | null | undefined): TextMatcher => {
  const matches = compileFoldedWildcard(pattern)
  return (text) => matches(foldCase(text))
}

/** For texts that are searched again and again: they come folded (`foldCase`), once and for all. */
export const compileFoldedWildcard = (pattern: string | null | undefined): TextMatcher => {
  if (!pattern) return () => true
  const wanted = pattern.replace(/\*+/g, '*')
  const shortestMatch = characterCount(wanted.replaceAll('*', ''))
  let matches: TextMatcher | undefined
  return (text) => {
    // A pattern of a megabyte ends here: it costs a count, and is folded only for a field that is as long.
    if (text.length < shortestMatch) return false
    matches ??= compileFolded(foldCase(wanted))
    return matches(text)
  }
}

const compileFolded = (wanted: string): TextMatcher => {
  if (wanted.includes('?')) return withQuestionMarks(wanted)
  return wanted.includes('*') ? withStars(wanted) : (text) => text.includes(wanted)
}

/** What stands between stars is looked for from left to right; the ends are fixed. */
const withStars = (glob: string): TextMatcher => {
  const parts = glob.split('*')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const between = parts.slice(1, -1)
  return (text) => {
    const end = text.length - last.length
    if (end < first.length || !text.endsWith(last) || !text.startsWith(first)) return false
    let at = first.length
    for (const part of between) {
      const found = text.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return at <= end
  }
}

/** Most texts lack the longest part that stands without a wildcard, and looking for it takes a fraction of the walk. */
const withQuestionMarks = (glob: string): TextMatcher => {
  const longest = glob.split(/[*?]/).reduce((one, other) => (other.length > one.length ? other : one))
  return (text) => text.includes(longest) && matchesGlob(glob, text)
}

/**
 * Simple case folding: one character stays one character, so that `?` counts what a reader counts ("ß" is one)
 * and Σ, σ and ς are the same letter wherever they stand. In one form (`composed`), so that texts are found that were
 * stored before every text was.
 */
export const foldCase = (text: string): string =>
  /\P{ASCII}/u.test(text)
    ? composed(text.toWellFormed()).replace(/\P{ASCII}|[A-Z]/gu, foldCharacter)
    : text.toLowerCase()

const foldCharacter = (character: string): string => {
  const upper = character.toUpperCase()
  const once = characterCount(upper) === 1 ? upper : character
  const lower = once.toLowerCase()
  return characterCount(lower) === 1 ? lower : once
}

const characterCount = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; at += width(text.codePointAt(at))) count++
  return count
}

const width = (codePoint: number | undefined): number => (codePoint !== undefined && codePoint > 0xffff ? 2 : 1)

const STAR = 0x2a
const QUESTION_MARK = 0x3f

/**
 * Greedy, and going back no further than to the last star: what earlier stars took cannot turn a failure into a
 * match. So the time is at most text times pattern, also for `*a*a*a*b`.
 */
const matchesGlob = (glob: string, text: string): boolean => {
  let g = 0
  let t = 0
  let afterStar = -1
  let retryAt = 0
  while (t < text.length) {
    const wanted = glob.codePointAt(g)
    const found = text.codePointAt(t)
    if (wanted === STAR) {
      afterStar = ++g
      retryAt = t
    } else if (wanted === QUESTION_MARK || wanted === found) {
      g += width(wanted)
      t += width(found)
    } else if (afterStar >= 0) {
      retryAt += width(text.codePointAt(retryAt))
      g = afterStar
      t = retryAt
    } else return false
  }
  return g === glob.length || (glob.codePointAt(g) === STAR && g + 1 === glob.length)
}
