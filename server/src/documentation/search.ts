/**
 * The search over guides, their sections, the reference, scopes and errors. An index of words is made once at start; a
 * query of a bounded length is compared with it, most exact first.
 */

import { each, type Steps } from '../services/steps.ts'

type HitKind = 'Errors' | 'Guides' | 'Reference' | 'Scopes'

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

export interface Hit extends Pick<Document, 'kind' | 'title' | 'href'> {
  /** The passage that has what was looked for, without marks of Markdown. */
  readonly excerpt: string
}

/** Of the text only what is compared and shown. */
interface Indexed extends Pick<Document, 'kind' | 'title' | 'href' | 'isForHosts'> {
  readonly plainText: string
  readonly lowTitle: string
  readonly lowText: string
  readonly lowWords: string
  /** Members by their words: `passengerList` is found as `passenger list` too. */
  readonly lowMembers: ReadonlyMap<string, string>
}

const MAX_QUERY_CHARACTERS = 100
const MAX_QUERY_WORDS = 8
const MAX_HITS = 40
const MAX_EXCERPT = 160
/** Of an excerpt, before what was looked for. */
const MAX_BEFORE = 80

/** What a title or text that contains the word is worth; a title that is the whole query comes first, then a member. */
const WORTH = {
  wholeQuery: 1000,
  memberIs: 500,
  titleIs: 100,
  wordIs: 60,
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
  cli: ['command line'],
  create: ['make', 'add', 'register'],
  delete: ['erase', 'remove', 'revoke', 'end'],
  edit: ['update', 'change'],
  graphiql: ['explorer'],
  idempotent: ['idempotency'],
  login: ['sign in'],
  paging: ['pages'],
  pagination: ['pages'],
  playground: ['explorer'],
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

/** Words of a question that say nothing of its matter. */
const EMPTY_WORDS = new Set(
  'a an and are can do does for how i in is it my of on or the to what where which with'.split(' '),
)

/** The words that count; all of them, where nothing else was asked. */
const askedWords = (query: string): readonly string[] => {
  const words = wordsOf(query.slice(0, MAX_QUERY_CHARACTERS))
  const telling = words.filter((word) => !EMPTY_WORDS.has(word))
  return (telling.length > 0 ? telling : words).slice(0, MAX_QUERY_WORDS)
}

const worthOfWord = ({ lowTitle, lowText, lowWords }: Indexed, word: string): number => {
  if (lowTitle === word) return WORTH.titleIs
  if (` ${lowWords} `.includes(` ${word} `)) return WORTH.wordIs
  if (lowTitle.startsWith(word)) return WORTH.titleStarts
  if (lowWords.includes(word)) return WORTH.wordHas
  if (lowTitle.includes(word)) return WORTH.titleHas
  return lowText.includes(word) ? WORTH.textHas : 0
}

const sameAs = (word: string): readonly string[] => (Object.hasOwn(SAME, word) ? (SAME[word] ?? []) : [])

const worthOf = (document: Indexed, word: string): number =>
  Math.max(worthOfWord(document, word), ...sameAs(word).map((same) => worthOfWord(document, same) * OTHER_WORD))

/** Every word must be found; shorter titles first among equals, so that a type comes before what changes it. */
const rank = (document: Indexed, words: readonly string[]): number => {
  const worths: number[] = []
  for (const word of words) {
    const worth = worthOf(document, word)
    if (worth === 0) return 0
    worths.push(worth)
  }
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

/** A guide as somebody reads it: words without marks, links without where they lead. */
const plainOf = (text: string): string =>
  text
    .replace(/^```.*$|^\|[-| ]+\|$|^(?:#+|[-*>]|\d+\.) /gm, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|`|\\(?=[|])/g, '')
    .replace(/ ?\|\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** From the start of the sentence that has the query, or else the most specific of its words; from the top if none is there. */
const excerptOf = (plainText: string, words: readonly string[]): string => {
  const low = plainText.toLowerCase()
  const wanted = [words.join(' '), ...words.toSorted((a, b) => b.length - a.length), ...words.flatMap(sameAs)]
  const at = wanted.map((word) => low.indexOf(word)).find((index) => index >= 0) ?? 0
  const ends = ['. ', ': ', '? '].map((end) => low.lastIndexOf(end, at - 1)).filter((index) => index >= 0)
  const sentence = ends.length > 0 ? Math.max(...ends) + 2 : 0
  const from = at - sentence > MAX_BEFORE ? plainText.indexOf(' ', at - MAX_BEFORE) + 1 : Math.min(sentence, at)
  const shown = plainText.slice(from, from + MAX_EXCERPT)
  const isWhole = from + MAX_EXCERPT >= plainText.length
  return `${from > 0 ? '… ' : ''}${isWhole ? shown : `${shown.replace(/\s+\S*$/, '')} …`}`
}

const indexed = (document: Document): Indexed => {
  const { kind, title, href, isForHosts = false, words = '', members = [] } = document
  return {
    kind,
    title,
    href,
    isForHosts,
    plainText: plainOf(document.text),
    lowTitle: wordsOf(title).join(' '),
    lowText: lowTextOf(document),
    lowWords: words.toLowerCase(),
    lowMembers: new Map(members.map((name) => [wordsOf(name).join(' '), name])),
  }
}

export class Search {
  readonly #documents: readonly Indexed[]

  private constructor(documents: readonly Indexed[]) {
    this.#documents = documents
  }

  static *over(documents: Iterable<Document>): Steps<Search> {
    return new Search(yield* each(documents, indexed))
  }

  find(query: string): readonly Hit[] {
    const words = askedWords(query)
    if (words.length === 0) return []
    return this.#documents
      .map((document) => ({ document, worth: rank(document, words) }))
      .filter(({ worth }) => worth > 0)
      .toSorted((a, b) => b.worth - a.worth || a.document.title.length - b.document.title.length)
      .slice(0, MAX_HITS)
      .map(({ document }) => {
        const { kind, title, plainText } = document
        return { kind, title, excerpt: excerptOf(plainText, words), href: hrefOf(document, words.join(' ')) }
      })
  }
}
