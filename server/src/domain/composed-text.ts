/**
 * Text in one form (Unicode NFC), so that `e` and a combining accent are the letter that another keyboard types as one
 * (ADR 95). Every text of a request passes here once its length is bounded: strings of the graph, fields of forms.
 */

/**
 * NFC takes quadratic time on a long run of combining marks (threats row 42). No language writes more than 30 on one
 * letter (Unicode Standard Annex 15, stream-safe text): a text that does stays as it is.
 */
const TOO_MANY_MARKS = /\p{M}{31}/u
const BEYOND_ASCII = /\P{ASCII}/u

export const composed = (text: string): string =>
  BEYOND_ASCII.test(text) && !TOO_MANY_MARKS.test(text) ? text.normalize('NFC') : text
