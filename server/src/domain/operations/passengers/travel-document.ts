/** Passports, identity cards, visas and residence permits of people, and what they mean for a flight (data §3.5). */
import { type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { birthDate, country, day, idOf, nationality, oneOf, text } from '../../records/fields.ts'
import { among, before, byId, joined } from '../../records/filter.ts'
import { subject, type Warning, warning } from '../../warning.ts'
import { toReaders } from '../../wording.ts'
import { SEX } from '../crew/crew.ts'
import type { Flight } from '../flights/flight.ts'

export const TRAVEL_DOCUMENT_TYPE = enumeration('TravelDocumentType', [
  'PASSPORT',
  'IDENTITY_CARD',
  'VISA',
  'RESIDENCE_PERMIT',
])

/** ICAO Doc 9303: not specified. */
const UNSPECIFIED = 'XXX'
const UNTOLD = `${UNSPECIFIED} where nobody told it before documents were records.`
const AS_WRITTEN = 'As written in the document.'

/** Number, issuing country and nationality are null only where nobody told them before documents were records. */
export const TRAVEL_DOCUMENT_RECORD = record('TravelDocument', {
  file: 'domain/operations/passengers/travel-document.ts',
  entity: 'TRAVEL_DOCUMENT',
  noun: 'travel document',
  calledBy: ['type', 'number'],
  listed: ['contactId', 'issuingCountry', 'expiry'],
  says: 'A passport, identity card, visa or residence permit of a person. Several per person.',
  id: { field: 'travelDocumentId', prefix: 'tdo' },
  read: 'passenger:read',
  write: 'passenger:write',
  fields: {
    contactId: idOf('Contact', { required: true, written: 'create', parent: 'argument' }),
    type: oneOf(TRAVEL_DOCUMENT_TYPE, { required: true, label: 'Document' }),
    issuingCountry: country({ required: true, untold: UNSPECIFIED, says: UNTOLD, label: 'Issued by' }),
    number: text({
      required: true,
      most: 60,
      untold: '',
      says: 'Empty where nobody told it before documents were records.',
    }),
    validFrom: day({}),
    expiry: day({ label: 'Expires' }),
    givenNames: text({ required: true, most: 200, says: AS_WRITTEN }),
    surname: text({ required: true, most: 200, says: AS_WRITTEN }),
    sex: oneOf(SEX, {}),
    dateOfBirth: birthDate({}),
    placeOfBirth: text({ most: 200 }),
    nationality: nationality({ required: true, untold: UNSPECIFIED, says: UNTOLD }),
  },
  rules: [
    {
      of: ['validFrom', 'expiry'],
      problems: ({ validFrom, expiry }) =>
        validFrom !== null && expiry !== null && expiry < validFrom
          ? [{ path: ['expiry'], message: 'expiry must not be before validFrom' }]
          : [],
    },
  ],
  order: { field: 'createdAt' },
  filters: {
    travelDocumentIdList: byId,
    contactIdList: among('contactId', { isIndexed: true, findsFew: true }),
    flightId: joined('id', { isIndexed: true, findsFew: true, needs: ['flight:read'] }),
    expiringBefore: before('expiry'),
  },
  filtersAs: 'required',
  visible: { aircraft: 'joined', buyer: 'joined', provider: 'none', person: 'none' },
  one: 'One travel document.',
  list: 'Travel documents in the order they were made.',
  create: 'Adds a travel document to a person.',
  update:
    'Changes a travel document; without passenger:read validFrom and expiry only together. Marketplaces and keys limited to aircraft change those that they recorded.',
  delete: 'Deletes a travel document; returns what was removed if the principal may read it.',
})

export type TravelDocument = RecordOf<typeof TRAVEL_DOCUMENT_RECORD>

type Choosable = Pick<TravelDocument, 'travelDocumentId' | 'type' | 'expiry'>

/** Says who somebody is; a visa or permit does not. */
const identifies = ({ type }: Choosable): boolean => type === 'PASSPORT' || type === 'IDENTITY_CARD'

/** Of the same type, and valid longer. */
export const isRenewalOf = (document: Choosable, older: Choosable): boolean =>
  document.travelDocumentId !== older.travelDocumentId &&
  document.type === older.type &&
  older.expiry !== null &&
  (document.expiry === null || document.expiry > older.expiry)

/** The document chosen for a flight, else the one that is valid longest. */
export const documentFor = <D extends Choosable>(documents: readonly D[], chosenId: string | null): D | null => {
  const chosen = documents.find(({ travelDocumentId }) => travelDocumentId === chosenId)
  if (chosen) return chosen
  const rank = (document: D) => `${identifies(document) ? 1 : 0}${document.expiry ?? ''}`
  return documents.toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1))[0] ?? null
}

export interface PassengerPapers {
  readonly contactId: string
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
  { contactId, name, surname, document }: PassengerPapers,
  { flightId, flightNo, onBlock }: Pick<Flight, 'flightId' | 'flightNo' | 'onBlock'>,
  path: readonly string[],
): Warning[] => {
  const who = surname === null ? name : `${name} ${surname}`
  const about = [subject('CONTACT', contactId, who), subject('FLIGHT', flightId, flightNo)]
  if (document === null || document.number === null) {
    const full = `${who} has no travel document for ${flightNo}`
    const general = 'A passenger has no travel document'
    return [
      warning('TRAVEL_DOCUMENT_MISSING', toReaders(['passenger:read', 'flight:read'], full, general), path, about),
    ]
  }
  if (document.expiry === null || document.expiry >= dayOf(onBlock)) return []
  const full = `The ${document.type} of ${who} expires on ${document.expiry}, before ${flightNo} is on block`
  const general = 'The travel document of a passenger expires before the flight is on block'
  return [warning('TRAVEL_DOCUMENT_EXPIRED', toReaders(['passenger:read', 'flight:read'], full, general), path, about)]
}
