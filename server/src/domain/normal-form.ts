/**
 * The one place where texts are brought into a normal form of Unicode: others may not call `normalize`, and a test
 * checks that none does. It sorts the marks on one letter in quadratic time, so that 60 KB of them take a second
 * (threats row 411). No language writes more than 30 on one (Unicode Standard Annex 15, stream-safe text): a text that
 * does stays as it is.
 */

/** Only the first of a run is tried, so that looking takes time by the length of the text alone. */
const TOO_MANY_MARKS = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u
const BEYOND_ASCII = /\P{ASCII}/u

/** Letters that become a mark by compatibility, the voice marks of halfwidth katakana, count as marks. */
export const inNormalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  BEYOND_ASCII.test(text) && !TOO_MANY_MARKS.test(text) ? text.normalize(form) : text
