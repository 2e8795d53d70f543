/** The kinds of records that a file can hold: their names, and where they are seen afterwards. */
import type { ImportKind } from './queries.ts'

interface KindWords {
  readonly label: string
  readonly one: string
  readonly many: string
  /** The page that lists them. */
  readonly place: string
}

export const KIND_WORDS: Readonly<Record<ImportKind, KindWords>> = {
  AIRCRAFT: { label: 'Aircraft', one: 'aircraft', many: 'aircraft', place: 'aircraft' },
  CREW: { label: 'Crew', one: 'crew member', many: 'crew members', place: 'crew' },
  CONTACTS: { label: 'Contacts', one: 'contact', many: 'contacts', place: 'contacts' },
  FLIGHTS: { label: 'Flights', one: 'flight', many: 'flights', place: 'flights' },
}

export const IMPORT_KINDS = ['AIRCRAFT', 'CREW', 'CONTACTS', 'FLIGHTS'] as const satisfies readonly ImportKind[]

export const countedKind = (count: number, kind: ImportKind): string =>
  `${count} ${count === 1 ? KIND_WORDS[kind].one : KIND_WORDS[kind].many}`
