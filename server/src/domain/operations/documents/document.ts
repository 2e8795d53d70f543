/** A file of the operator with its revisions (data §9). */
import { type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { day, idOf, listOf, oneOf, text, truth, whole } from '../../records/fields.ts'
import { among, byId, equal, joined } from '../../records/filter.ts'
import { RETENTION_CLASS } from './document-retention.ts'

export const DOCUMENT_KIND = enumeration('DocumentKind', [
  'AIRCRAFT_CERTIFICATE',
  'ATC_FPL',
  'CONTRACT',
  'CREW_PAPER',
  'FUEL_RELEASE',
  'GENDEC',
  'HANDLING_CONFIRMATION',
  'INVOICE',
  'MANUAL',
  'MASS_BALANCE',
  'NOTAM',
  'OFP',
  'OTHER',
  'PAX_MANIFEST',
  'PERMIT',
  'WEATHER',
])

const DOCUMENT_AUDIENCE = enumeration(
  'DocumentAudience',
  ['BUYER', 'CREW', 'PROVIDER'],
  'Who sees it beside the operator, which always does.',
)

/** Kinds that name passengers whatever is said of them. */
const NAMES_PASSENGERS: ReadonlySet<string> = new Set(['GENDEC', 'PAX_MANIFEST'])

export const namesPassengers = (kind: string): boolean => NAMES_PASSENGERS.has(kind)

const OF_ONE = ['flightId', 'aircraftId', 'crewMemberId', 'serviceRequestId'] as const

export const DOCUMENT_RECORD = record('Document', {
  file: 'domain/operations/documents/document.ts',
  entity: 'DOCUMENT',
  noun: 'document',
  calledBy: ['title'],
  listed: ['kind', 'flightId', 'aircraftId', 'revision', 'retainUntil', 'isOnHold'],
  says: 'A file with its revisions. One that names passengers exists only for who holds passenger:read as well (a provider: manifest:read), one of a crew member only for who holds crew:read. A provider sees those of its own service requests that are for PROVIDER.',
  id: { field: 'documentId', prefix: 'doc' },
  read: 'document:read',
  write: 'document:write',
  fields: {
    kind: oneOf(DOCUMENT_KIND, { required: true, written: 'create' }),
    title: text({ required: true, most: 200 }),
    flightId: idOf('Flight', {
      written: 'create',
      asks: 'At most one of flightId, aircraftId, crewMemberId, serviceRequestId.',
    }),
    aircraftId: idOf('Aircraft', { written: 'create' }),
    crewMemberId: idOf('CrewMember', { written: 'create', needs: ['crew:read'] }),
    serviceRequestId: idOf('ServiceRequest', {
      written: 'create',
      label: 'Service request',
      needs: ['service:read'],
      asks: 'A provider names one that it was asked for.',
    }),
    /** Who sees it for its request: whom that was sent to. */
    providerContactId: idOf('Contact', { written: 'never', shown: null }),
    onAircraftId: idOf('Aircraft', { written: 'never', shown: null }),
    audienceList: listOf(DOCUMENT_AUDIENCE, { label: 'Who sees it' }),
    isPassengerData: truth({
      initial: false,
      label: 'Names passengers',
      says: 'Always true of PAX_MANIFEST and GENDEC.',
    }),
    revision: whole({ written: 'never', initial: 1 }),
    mediaType: text({ written: 'never', required: true, most: 100, label: 'Type' }),
    byteSize: whole({ written: 'never', initial: 0, label: 'Bytes' }),
    sha256: text({ written: 'never', required: true, most: 64, label: 'SHA-256' }),
    validFrom: day({}),
    validTo: day({}),
    retention: oneOf(RETENTION_CLASS, { shown: 'retention', asks: 'By its kind where absent.' }),
    retainUntil: day({
      written: 'never',
      label: 'Kept until',
      says: 'Cannot be deleted before; null where it can at any time.',
    }),
    isOnHold: truth({
      initial: false,
      written: 'update',
      label: 'On hold',
      asks: 'Only an administrator who is signed in ends a hold.',
    }),
  },
  rules: [
    {
      of: ['validFrom', 'validTo'],
      problems: ({ validFrom, validTo }) =>
        validFrom !== null && validTo !== null && validTo < validFrom
          ? [{ path: ['validTo'], message: 'validTo must not be before validFrom' }]
          : [],
    },
    {
      of: OF_ONE,
      problems: (document) => {
        const named = OF_ONE.filter((field) => document[field] !== null)
        return named.length > 1 ? [{ path: [named[1] ?? ''], message: `Name at most one of ${OF_ONE.join(', ')}` }] : []
      },
    },
  ],
  order: { field: 'createdAt' },
  filters: {
    documentIdList: byId,
    flightId: equal('flightId', { isIndexed: true, findsFew: true }),
    aircraftId: equal('aircraftId', { isIndexed: true, findsFew: true }),
    crewMemberId: equal('crewMemberId', { isIndexed: true, findsFew: true, needs: ['crew:read'] }),
    serviceRequestId: equal('serviceRequestId', { isIndexed: true, findsFew: true, needs: ['service:read'] }),
    visitId: joined('id', {
      isIndexed: true,
      findsFew: true,
      needs: ['service:read'],
      says: 'Of service requests on this visit.',
    }),
    kindList: among('kind'),
    validOn: joined('day'),
  },
  filtersAs: 'required',
  visible: { aircraft: 'joined', buyer: 'none', provider: 'joined', person: 'none' },
  one: 'One document.',
  list: 'Documents in the order they were made.',
  create: 'Second step: makes the document of an upload.',
  update: 'Changes title, audience, validity or retention.',
  delete: 'Deletes it with all revisions; RETAINED before retainUntil or while on hold.',
})

export type DocumentKind = (typeof DOCUMENT_KIND)['values'][number]
export type Document = RecordOf<typeof DOCUMENT_RECORD>
