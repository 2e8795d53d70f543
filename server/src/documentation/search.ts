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
  /** Names of fields, arguments and values on the page, each with an anchor of that name. */
  readonly members?: readonly string[]
  /** What else people call it. */
  readonly words?: string
  /** For who runs a host: of the same worth as others it comes after them. */
  readonly isForHosts?: boolean
}

interface Indexed extends Document {
  readonly lowTitle: string
  readonly lowText: string
  readonly lowWords: string
  /** Members by their words: `passengerList` is found as `passenger list` too. */
  readonly lowMembers: ReadonlyMap<string, string>
}

const MAX_QUERY_CHARACTERS = 100
const MAX_QUERY_WORDS = 8
const MAX_HITS = 40

/** What a title or text that contains the word is worth; a title that is the whole query comes first, then a member. */
const WORTH = {
  wholeQuery: 1000,
  memberIs: 500,
  titleIs: 100,
  titleStarts: 40,
  wordHas: 30,
  titleHas: 20,
  textHas: 4,
} as const
/** A word that means the same is worth less than the word itself. */
const OTHER_WORD = 0.5
const FOR_HOSTS = 0.1

/** What people look for, and what it is called here. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  create: ['make', 'add', 'register'],
  delete: ['erase', 'remove', 'revoke', 'end'],
  edit: ['update', 'change'],
  login: ['sign in'],
  paging: ['pages'],
  pagination: ['pages'],
  quota: ['limits'],
  throttle: ['limits'],
  throttling: ['limits'],
  sms: ['phone'],
}

/** `rateLimited`, `rate_limited` and `rate limited` are the same words. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const worthOfWord = ({ lowTitle, lowText, lowWords }: Indexed, word: string): number => {
  if (lowTitle === word) return WORTH.titleIs
  if (lowTitle.startsWith(word)) return WORTH.titleStarts
  if (lowWords.includes(word)) return WORTH.wordHas
  if (lowTitle.includes(word)) return WORTH.titleHas
  return lowText.includes(word) ? WORTH.textHas : 0
}

const worthOf = (document: Indexed, word: string): number =>
  Math.max(
    worthOfWord(document, word),
    ...(Object.hasOwn(SAME, word) ? (SAME[word] ?? []) : []).map((same) => worthOfWord(document, same) * OTHER_WORD),
  )

/** Every word must be found; shorter titles first among equals, so that a type comes before what changes it. */
const rank = (document: Indexed, words: readonly string[]): number => {
  const worths = words.map((word) => worthOf(document, word))
  if (worths.includes(0)) return 0
  const query = words.join(' ')
  const whole = document.lowTitle.endsWith(query) ? WORTH.wholeQuery - document.lowTitle.length : 0
  if (whole === 0 && document.lowMembers.has(query)) return WORTH.memberIs
  const worth = worths.reduce((sum, each) => sum + each, whole)
  return document.isForHosts && whole === 0 ? worth * FOR_HOSTS : worth
}

const lowTextOf = ({ text, members = [] }: Document): string => {
  const all = [text, ...members].join(' ')
  return `${all} ${wordsOf(all).join(' ')}`.toLowerCase()
}

/** At the member, where the query names one. */
const hrefOf = ({ href, lowMembers, lowTitle }: Indexed, query: string): string => {
  const member = lowTitle === query ? undefined : lowMembers.get(query)
  return member === undefined ? href : `${href}#${member}`
}

export class Search {
  readonly #documents: readonly Indexed[]

  constructor(documents: readonly Document[]) {
    this.#documents = documents.map((document) => ({
      ...document,
      lowTitle: wordsOf(document.title).join(' '),
      lowText: lowTextOf(document),
      lowWords: (document.words ?? '').toLowerCase(),
      lowMembers: new Map((document.members ?? []).map((name) => [wordsOf(name).join(' '), name])),
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
      .map(({ document }) => {
        const { kind, title, text } = document
        return { kind, title, text, href: hrefOf(document, words.join(' ')) }
      })
  }
}
