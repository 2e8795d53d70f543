/** Passports, identity cards, visas and residence permits of people, and what they mean for a flight (data §3.5). */
import { type Problem, textProblems } from '../problem.ts'
import type { Versioned } from '../versioned.ts'
import { type Warning, warning } from '../warning.ts'
import { toReaders } from '../wording.ts'
import type { Sex } from './crew.ts'
import { birthDateProblems, countryProblems, nationalityProblems } from './written-text.ts'

export const TRAVEL_DOCUMENT_TYPES = ['PASSPORT', 'IDENTITY_CARD', 'VISA', 'RESIDENCE_PERMIT'] as const
export type TravelDocumentType = (typeof TRAVEL_DOCUMENT_TYPES)[number]

/** Number, issuing country and nationality are null only where nobody told them before documents were records. */
export interface TravelDocumentDetails {
  readonly type: TravelDocumentType
  readonly issuingCountry: string | null
  readonly number: string | null
  readonly validFrom: string | null
  readonly expiry: string | null
  /** As written in the document. */
  readonly givenNames: string
  readonly surname: string
  readonly sex: Sex | null
  readonly dateOfBirth: string | null
  readonly placeOfBirth: string | null
  readonly nationality: string | null
}

export interface TravelDocument extends TravelDocumentDetails, Versioned {
  readonly travelDocumentId: string
  readonly contactId: string
}

/** ICAO Doc 9303: not specified. */
export const UNSPECIFIED = 'XXX'

/** Everything that is wrong with the details, each with the input field it concerns. */
export const travelDocumentProblems = (document: TravelDocumentDetails, today: string): Problem[] => [
  ...countryProblems(['issuingCountry'], document.issuingCountry),
  ...nationalityProblems(['nationality'], document.nationality),
  ...textProblems(['number'], document.number, { most: 60 }),
  ...textProblems(['givenNames'], document.givenNames, { most: 200 }),
  ...textProblems(['surname'], document.surname, { most: 200 }),
  ...textProblems(['placeOfBirth'], document.placeOfBirth, { most: 200 }),
  ...birthDateProblems(['dateOfBirth'], document.dateOfBirth, today),
  ...(document.validFrom !== null && document.expiry !== null && document.expiry < document.validFrom
    ? [{ path: ['expiry'], message: 'expiry must not be before validFrom' }]
    : []),
]

type Choosable = Pick<TravelDocument, 'travelDocumentId' | 'type' | 'expiry'>

/** Says who somebody is; a visa or permit does not. */
const identifies = ({ type }: Choosable): boolean => type === 'PASSPORT' || type === 'IDENTITY_CARD'

/** The document chosen for a flight, else the one that is valid longest. */
export const documentFor = <D extends Choosable>(documents: readonly D[], chosenId: string | null): D | null => {
  const chosen = documents.find(({ travelDocumentId }) => travelDocumentId === chosenId)
  if (chosen) return chosen
  const rank = (document: D) => `${identifies(document) ? 1 : 0}${document.expiry ?? ''}`
  return documents.toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1))[0] ?? null
}

export interface PassengerPapers {
  readonly name: string
  readonly surname: string | null
  readonly document: Pick<TravelDocument, 'type' | 'number' | 'expiry'> | null
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/**
 * Warns of a document that is missing or expires before on-block, naming the passenger only to principals that may read
 * passengers.
 */
export const paperWarnings = (
  { name, surname, document }: PassengerPapers,
  { flightNo, onBlock }: { readonly flightNo: string; readonly onBlock: number },
  path: readonly string[],
): Warning[] => {
  const who = surname === null ? name : `${name} ${surname}`
  if (document === null || document.number === null) {
    const full = `${who} has no travel document for ${flightNo}`
    const general = 'A passenger has no travel document'
    return [warning('TRAVEL_DOCUMENT_MISSING', toReaders(['passenger:read', 'flight:read'], full, general), path)]
  }
  if (document.expiry === null || document.expiry >= dayOf(onBlock)) return []
  const full = `The ${document.type} of ${who} expires on ${document.expiry}, before ${flightNo} is on block`
  const general = 'The travel document of a passenger expires before the flight is on block'
  return [warning('TRAVEL_DOCUMENT_EXPIRED', toReaders(['passenger:read', 'flight:read'], full, general), path)]
}
