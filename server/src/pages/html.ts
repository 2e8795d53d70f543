/**
 * A template that escapes: every value is inserted as text, unless this template made it. Names, descriptions and URLs
 * are untrusted input (threats row 27), so there is no way to mark a string as trusted.
 */

/** Markup made by `html`. The private field keeps other objects from being accepted as markup. */
export class Html {
  readonly #markup: string

  constructor(parts: TemplateStringsArray, values: readonly HtmlValue[]) {
    this.#markup = parts.reduce((markup, part, index) => markup + markupOf(values[index - 1]) + part)
  }

  toString(): string {
    return this.#markup
  }
}

export type HtmlValue = string | number | Html | null | undefined | false | readonly HtmlValue[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Control characters and direction overrides: invisible themselves, but they can change how the text around them is
 * displayed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(INVISIBLE, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const markupOf = (value: HtmlValue): string => {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.toString()
  if (typeof value === 'object') return value.map(markupOf).join('')
  return escapeText(String(value))
}

const endsInUnquotedAttribute = (markup: string): boolean =>
  /=\s*$/.test(markup) && markup.lastIndexOf('<') > markup.lastIndexOf('>')

/** Templates whose places were looked at: they are the same at every call. */
const looked = new WeakSet<TemplateStringsArray>()

const requireQuotes = (parts: TemplateStringsArray): void => {
  if (looked.has(parts)) return
  if (parts.slice(0, -1).some((_, index) => endsInUnquotedAttribute(parts.slice(0, index + 1).join('')))) {
    throw new TypeError(`A value that is an attribute must stand in quotes, here: ${parts.join('…')}`)
  }
  looked.add(parts)
}

/** A value may be placed between tags or inside a quoted attribute; an unquoted attribute cannot be made safe. */
export const html = (parts: TemplateStringsArray, ...values: HtmlValue[]): Html => {
  requireQuotes(parts)
  return new Html(parts, values)
}

/** The normalized URL if it is http or https, otherwise null: `javascript:` never becomes a link. */
export const safeHref = (address: string): string | null => {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}
