/**
 * The one rule for text that people write and others read. Names and labels reach pages, terminals and e-mails, where
 * a control character moves the cursor or ends a header, and a direction mark makes a name read as another.
 */

/** C0 and C1 controls, DEL, line and paragraph separators, and the marks that turn the direction of text. */
const UNSHOWABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
const UNSHOWABLE_ALL = new RegExp(UNSHOWABLE, 'g')
/** A text of several lines may also hold tabs and line ends. */
const LAYOUT = /[\t\n\r]/g

export const isShowableLine = (text: string): boolean => text.isWellFormed() && !UNSHOWABLE.test(text)

export const isShowableText = (text: string): boolean => isShowableLine(text.replace(LAYOUT, ''))

export const UNSHOWABLE_MESSAGE = 'holds control or text-direction characters: type it without them'

/** What mail programs make a link of: a scheme, a path, an address, or words joined by a dot. */
const LINK = /:\/\/|www\.|[@/\\]|[\p{L}\p{N}]\.\p{L}{2,}/iu

/** What is wrong with the name of a person or thing that is shown in e-mails, or null. Blank names are the caller's. */
export const nameProblem = (text: string, maxLength: number): string | null => {
  if (text.length > maxLength) return `has at most ${maxLength} characters`
  if (!isShowableLine(text)) return UNSHOWABLE_MESSAGE
  return LINK.test(text) ? 'looks like a web or e-mail address: type a plain name' : null
}

/** A name as an e-mail shows it, whatever the store holds: one line, and nothing that becomes a link. */
export const nameInMail = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSHOWABLE_ALL, ' ')
    .replace(/:\/\//g, ': ')
    .replace(/[@/\\]/g, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .replace(/ {2,}/g, ' ')
    .trim()
