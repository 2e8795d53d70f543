/**
 * The search over guides, their sections, the reference, scopes and errors. An index of words is made once at start; a
 * query of a bounded length is compared with it, most exact first.
 */

export const HIT_KINDS = ['Errors', 'Guides', 'Reference', 'Scopes'] as const
export type HitKind = (typeof HIT_KINDS)[number]

export interface Document {
  readonly kind: HitKind
  readonly title: string
  readonly href: string
  readonly text: string
}

interface Indexed extends Document {
  readonly lowTitle: string
  readonly lowText: string
}

const MAX_QUERY_CHARACTERS = 100
const MAX_QUERY_WORDS = 8
const MAX_HITS = 40

/** What a title or text that contains the word is worth; a title that is the whole query comes first. */
const WORTH = { wholeQuery: 1000, titleIs: 100, titleStarts: 40, titleHas: 20, textHas: 4 } as const

/** `rateLimited`, `rate_limited` and `rate limited` are the same words. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const worthOf = ({ lowTitle, lowText }: Indexed, word: string): number => {
  if (lowTitle === word) return WORTH.titleIs
  if (lowTitle.startsWith(word)) return WORTH.titleStarts
  if (lowTitle.includes(word)) return WORTH.titleHas
  return lowText.includes(word) ? WORTH.textHas : 0
}

/** Every word must be found; shorter titles first among equals. */
const rank = (document: Indexed, words: readonly string[]): number => {
  const worths = words.map((word) => worthOf(document, word))
  if (worths.includes(0)) return 0
  const whole = document.lowTitle.endsWith(words.join(' ')) ? WORTH.wholeQuery - document.lowTitle.length : 0
  return worths.reduce((sum, worth) => sum + worth, whole)
}

export class Search {
  readonly #documents: readonly Indexed[]

  constructor(documents: readonly Document[]) {
    this.#documents = documents.map((document) => ({
      ...document,
      lowTitle: wordsOf(document.title).join(' '),
      lowText: `${document.text} ${wordsOf(document.text).join(' ')}`.toLowerCase(),
    }))
  }

  find(query: string): readonly Document[] {
    const words = wordsOf(query.slice(0, MAX_QUERY_CHARACTERS)).slice(0, MAX_QUERY_WORDS)
    if (words.length === 0) return []
    return this.#documents
      .map((document) => ({ document, worth: rank(document, words) }))
      .filter(({ worth }) => worth > 0)
      .toSorted((a, b) => b.worth - a.worth || a.document.title.length - b.document.title.length)
      .slice(0, MAX_HITS)
      .map(({ document: { kind, title, href, text } }) => ({ kind, title, href, text }))
  }
}
