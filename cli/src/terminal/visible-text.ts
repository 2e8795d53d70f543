/** Makes text from outside safe to show: it must not move the cursor, change colours or reverse the line. */

/** C0 and C1 controls, DEL, and the marks that reorder or hide text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

export const visibleText = (text: string): string =>
  text.replace(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The colour sequences that `Terminal.paint` writes; every other control sequence is escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of our own colours
const OWN_COLOUR = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/

/** Escapes every control character of lines except our own colours and line ends. */
export const terminalText = (text: string): string =>
  text
    .split(OWN_COLOUR)
    .map((part, index) => (index % 2 === 1 ? part : part.split('\n').map(visibleText).join('\n')))
    .join('')

/** The width in columns: two for East Asian wide characters and emoji, none for combining marks. */
export const columnsOf = (text: string): number => {
  let columns = 0
  for (const sign of text) {
    if (/\p{Mark}/u.test(sign)) continue
    const code = sign.codePointAt(0) ?? 0
    columns += isWide(code) ? 2 : 1
  }
  return columns
}

const isWide = (code: number): boolean =>
  code >= 0x1100 &&
  (code <= 0x115f ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff))

export const cut = (text: string, columns: number): string => {
  if (columnsOf(text) <= columns) return text
  let kept = ''
  for (const sign of text) {
    if (columnsOf(kept + sign) > columns - 1) break
    kept += sign
  }
  return `${kept}…`
}

/** Wraps text at words into lines of at most this many columns. */
export const broken = (text: string, columns: number): string[] => {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    const longer = last === '' ? word : `${last} ${word}`
    if (last === '' || columnsOf(longer) <= columns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
