/** The kinds of records that a file can hold: their names, and where they are seen afterwards. */
import type { ImportKind } from './queries.ts'

interface KindWords {
  readonly label: string
  readonly one: string
  readonly many: string
  /** Null where the console has no page of them. */
  readonly place: '/data/aircraft' | '/data/crew' | '/data/flights' | null
}

export const KIND_WORDS: Readonly<Record<ImportKind, KindWords>> = {
  AIRCRAFT: { label: 'Aircraft', one: 'aircraft', many: 'aircraft', place: '/data/aircraft' },
  CREW: { label: 'Crew', one: 'crew member', many: 'crew members', place: '/data/crew' },
  CONTACTS: { label: 'Contacts', one: 'contact', many: 'contacts', place: null },
  FLIGHTS: { label: 'Flights', one: 'flight', many: 'flights', place: '/data/flights' },
}

export const IMPORT_KINDS = ['AIRCRAFT', 'CREW', 'CONTACTS', 'FLIGHTS'] as const satisfies readonly ImportKind[]

export const countedKind = (count: number, kind: ImportKind): string =>
  `${count} ${count === 1 ? KIND_WORDS[kind].one : KIND_WORDS[kind].many}`
