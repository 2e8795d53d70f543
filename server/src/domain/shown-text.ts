/**
 * The one rule for text that people write and others read. Names and labels reach pages, terminals and e-mails, where
 * a control character moves the cursor or ends a header, a direction mark makes a name read as another, and an
 * invisible character lets two names look the same, or a required reason look like none (threats row 99).
 */
import { inNormalForm } from './normal-form.ts'

/** C0 and C1 controls, DEL, line and paragraph separators, and the marks that turn the direction of text. */
const UNSHOWABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
const UNSHOWABLE_ALL = new RegExp(UNSHOWABLE, 'g')
/** A text of several lines may also hold tabs and line ends. */
const LAYOUT = /[\t\n\r]/g

/** Characters that show nothing: those that Unicode calls ignorable, the blank Braille pattern, and annotation marks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u

/** Scripts in which a joiner within a word changes how its letters are drawn. */
const JOINED = ['Arab', 'Syrc', 'Nkoo', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh']
const JOINED_LETTER = `[[\\p{L}\\p{M}]&&[${JOINED.map((script) => `\\p{scx=${script}}`).join('')}]]`
const PICTURE = '\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]?\\p{Emoji_Modifier}?'

/** Where an invisible character belongs to what is seen: in an emoji, and in scripts that are not written without. */
const NEEDED = [
  '\\p{RGI_Emoji_Tag_Sequence}',
  `${PICTURE}(?:\\u200d${PICTURE})*`,
  '[0-9#*]\\ufe0f\\u20e3',
  `(?<=${JOINED_LETTER})[\\u200c\\u200d](?=${JOINED_LETTER})`,
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=[\\p{Script=Mongolian}&&\\p{L}])[\\u180b-\\u180f]',
].join('|')
const NEEDED_OR_INVISIBLE = new RegExp(`(${NEEDED})|${INVISIBLE.source}`, 'gv')

const withoutInvisible = (text: string): string =>
  INVISIBLE.test(text) ? text.replace(NEEDED_OR_INVISIBLE, '$1') : text

/** Whether a reader would see nothing. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text)

export const isShowableLine = (text: string): boolean =>
  text.isWellFormed() && !UNSHOWABLE.test(text) && withoutInvisible(text) === text

export const isShowableText = (text: string): boolean => isShowableLine(text.replace(LAYOUT, ''))

export const UNSHOWABLE_MESSAGE = 'holds control, text-direction or invisible characters: type it without them'

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
  withoutInvisible(text.toWellFormed())
    .replace(UNSHOWABLE_ALL, ' ')
    .replace(/:\/\//g, ': ')
    .replace(/[@/\\]/g, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .replace(/ {2,}/g, ' ')
    .trim()

/**
 * Text in one form (Unicode NFC), so that `e` and a combining accent are the letter that another keyboard types as one
 * (ADR 95). Every text of a request passes here once its length is bounded: strings of the graph, fields of forms.
 */
export const composed = (text: string): string => inNormalForm(text, 'NFC')
