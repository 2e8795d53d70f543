/** Travel documents of people. A limited view sees those of the people on its flights. */
import type { TravelDocument } from '../../domain/operations/travel-document.ts'
import type { ExternalId } from '../../domain/versioned.ts'
import { allColumns, type Columns } from '../columns.ts'
import { fragment } from '../engines/fragment.ts'
import { type Condition, NOTHING, oneOf, type RecordKind, VERSION_FIELDS } from '../record-kind.ts'
import { type ListPart, selectRecords } from '../records.ts'
import type { ViewReader } from '../view.ts'
import { ofSeenPassengers } from './contacts.ts'
import { changedSince, foundBy, type Matching } from './record-search.ts'

export const TRAVEL_DOCUMENT: RecordKind<TravelDocument> = {
  table: 'travel_document',
  noun: 'travel document',
  id: 'travelDocumentId',
  entity: 'TRAVEL_DOCUMENT',
  parent: ({ contactId }) => contactId,
  graphNames: {},
  fields: {
    travelDocumentId: 'plain',
    contactId: 'plain',
    type: 'plain',
    issuingCountry: 'plain',
    number: 'plain',
    validFrom: 'plain',
    expiry: 'plain',
    givenNames: 'plain',
    surname: 'plain',
    sex: 'plain',
    dateOfBirth: 'plain',
    placeOfBirth: 'plain',
    nationality: 'plain',
    ...VERSION_FIELDS,
  },
  withheld: (view) => (view.of === 'operator' && view.withoutPassengers ? NOTHING : null),
  visible: (view, tenantId) => ofSeenPassengers('travel_document.contact_id', view, tenantId),
  viewers: () => [],
}

/** The documents of each of these people. */
export const documentsOf = async (
  reader: ViewReader,
  contactIds: readonly string[],
  columns: Columns<TravelDocument> = allColumns(TRAVEL_DOCUMENT),
): Promise<ReadonlyMap<string, TravelDocument[]>> => {
  if (contactIds.length === 0) return new Map()
  const documents = await selectRecords(reader, TRAVEL_DOCUMENT, {
    columns: columns.with('contactId', 'type', 'expiry'),
    where: [oneOf('travel_document.contact_id', contactIds)],
    orderBy: ['travel_document.created_at', 'travel_document.travel_document_id'],
  })
  return Map.groupBy(documents, ({ contactId }) => contactId)
}

export interface TravelDocumentSearch {
  readonly travelDocumentIds: readonly string[] | null
  readonly contactIds: readonly string[] | null
  readonly flightId: string | null
  readonly expiringBefore: string | null
  readonly externalId: ExternalId | null
  readonly updatedSince: number | null
}

const ofPassengers = (flightId: string, tenantId: string): Condition =>
  fragment`travel_document.contact_id in (select contact_id from flight_passenger
    where tenant_id = ${tenantId} and flight_id = ${flightId})`

const matching = ({ tenantId }: ViewReader, search: TravelDocumentSearch): Matching => ({
  where: [
    ...foundBy(TRAVEL_DOCUMENT, { ids: search.travelDocumentIds, externalId: search.externalId }, tenantId),
    ...(search.contactIds ? [oneOf('travel_document.contact_id', search.contactIds)] : []),
    ...(search.flightId ? [ofPassengers(search.flightId, tenantId)] : []),
  ],
  sifted: [
    ...changedSince(TRAVEL_DOCUMENT, search),
    ...(search.expiringBefore ? [fragment`travel_document.expiry < ${search.expiringBefore}`] : []),
  ],
})

/** In the order they were made. */
export const travelDocumentsAfter = (
  reader: ViewReader,
  search: TravelDocumentSearch,
  { columns, ...part }: ListPart<TravelDocument>,
): Promise<TravelDocument[]> =>
  selectRecords(reader, TRAVEL_DOCUMENT, {
    columns: columns.with('createdAt'),
    ...matching(reader, search),
    orderBy: ['travel_document.created_at', 'travel_document.travel_document_id'],
    ...part,
  })
