/** The kinds of records that a file can hold: their names, and where they are seen afterwards. */
import type { ImportKind } from './queries.ts'

interface KindWords {
  readonly label: string
  readonly one: string
  readonly many: string
  /** The page that lists them. */
  readonly place: string
  /** Which lines change a record that is here. */
  readonly isKnownBy: string
}

const BY_ID = 'A line whose externalId is known changes that record, any other makes a new one.'

export const KIND_WORDS: Readonly<Record<ImportKind, KindWords>> = {
  AIRCRAFT: {
    label: 'Aircraft',
    one: 'aircraft',
    many: 'aircraft',
    place: 'aircraft',
    isKnownBy: 'A line whose externalId or registration is known changes that aircraft, any other makes a new one.',
  },
  CREW: {
    label: 'Crew',
    one: 'crew member',
    many: 'crew members',
    place: 'crew',
    isKnownBy: 'A line whose externalId or code is known changes that person, any other makes a new one.',
  },
  QUALIFICATIONS: {
    label: 'Qualifications',
    one: 'qualification',
    many: 'qualifications',
    place: 'qualifications',
    isKnownBy:
      'A line whose externalId is known changes that paper, and so does one with the same person, kind, name and first day; any other makes a new one.',
  },
  CONTACTS: { label: 'Contacts', one: 'contact', many: 'contacts', place: 'contacts', isKnownBy: BY_ID },
  FLIGHTS: { label: 'Flights', one: 'flight', many: 'flights', place: 'flights', isKnownBy: BY_ID },
  FLIGHT_CREW: {
    label: 'Flight crew',
    one: 'place in a crew',
    many: 'places in crews',
    place: 'flights',
    isKnownBy:
      'A line puts one person on a flight that is here, or changes their place in it; whoever is aboard and not in the file stays.',
  },
  DUTIES: {
    label: 'Duties',
    one: 'duty',
    many: 'duties',
    place: 'duties',
    isKnownBy:
      'A line whose externalId is known changes that duty, and so does one with the same person, kind and start; any other makes a new one. Flight duties follow from crews.',
  },
}

export const IMPORT_KINDS = [
  'AIRCRAFT',
  'CREW',
  'QUALIFICATIONS',
  'CONTACTS',
  'FLIGHTS',
  'FLIGHT_CREW',
  'DUTIES',
] as const satisfies readonly ImportKind[]

export const countedKind = (count: number, kind: ImportKind): string =>
  `${count} ${count === 1 ? KIND_WORDS[kind].one : KIND_WORDS[kind].many}`
