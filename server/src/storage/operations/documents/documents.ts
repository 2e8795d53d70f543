/** Documents of one tenant, with what hangs on each: its revisions, and who acknowledged which. */
import { DOCUMENT_RECORD, type Document } from '../../../domain/operations/documents/document.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import type { Author } from '../../../domain/versioned.ts'
import {
  aircraftViewer,
  contactNamesViewer,
  contactViewer,
  type DocumentsSeen,
  documentViewers,
  passengersOnViewer,
  type View,
  type Viewer,
} from '../../../domain/view.ts'
import type { Columns } from '../../columns.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../../handles.ts'
import { amongContactsOf } from '../../oauth/provider-contacts.ts'
import { type Condition, oneOf } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader } from '../../view.ts'

const FOR_CREW = fragment`document.audience_list like '%"CREW"%'`
const OF_NO_CREW_MEMBER = fragment`document.crew_member_id is null`
const WITHOUT_NAMES = fragment`document.is_passenger_data = 0`

/** The flights that a document is about by its request. */
const LEGS_OF_REQUEST = fragment`select leg.flight_id from flight leg
  join service_request r on r.tenant_id = leg.tenant_id and r.service_request_id = document.service_request_id
  left join visit v on v.tenant_id = r.tenant_id and v.visit_id = r.visit_id
  where leg.tenant_id = document.tenant_id
    and leg.flight_id in (r.flight_id, v.arrival_flight_id, v.departure_flight_id)`

/** Of this person: the flights that they fly, their own papers, and what is of no flight and of no one person. */
const concerns = (
  userId: string,
): Condition => fragment`(document.flight_id is null and document.crew_member_id is null and document.service_request_id is null
    or exists (select 1 from crew_member m where m.tenant_id = document.tenant_id and m.user_id = ${userId}
      and (m.crew_member_id = document.crew_member_id
        or exists (select 1 from flight_crew c where c.tenant_id = document.tenant_id
          and c.crew_member_id = m.crew_member_id
          and (c.flight_id = document.flight_id or c.flight_id in (${LEGS_OF_REQUEST}))))))`

const seenAs = (seen: DocumentsSeen): Condition => {
  if (seen.as === 'flight-deck') return FOR_CREW
  const asCrew = fragment`${FOR_CREW} and ${concerns(seen.userId)}`
  return seen.withAircraft ? fragment`(document.aircraft_id is not null or ${asCrew})` : asCrew
}

const withheldFrom = (view: View): Condition | null => {
  if (view.of === 'buyer' || view.of === 'person') return null
  const conditions = [
    ...(view.withoutPassengers ? [WITHOUT_NAMES] : []),
    ...(view.of === 'operator' && view.withoutCrew ? [OF_NO_CREW_MEMBER] : []),
    ...(view.of === 'operator' && view.documents ? [seenAs(view.documents)] : []),
  ]
  return conditions.length === 0 ? null : fragment.join(conditions, ' and ')
}

const viewersOf = ({
  isPassengerData,
  audienceList,
  crewMemberId,
  onAircraftId,
  providerContactId,
}: Document): Viewer[] => [
  ...documentViewers({
    namesPassengers: isPassengerData,
    isOfCrewMember: crewMemberId !== null,
    isForOthersThanCrew: !audienceList.includes('CREW'),
  }),
  ...(onAircraftId === null ? [] : [(isPassengerData ? passengersOnViewer : aircraftViewer)(onAircraftId)]),
  ...(providerContactId === null ? [] : [(isPassengerData ? contactNamesViewer : contactViewer)(providerContactId)]),
]

const validOn = (day: string): Condition => fragment`(document.valid_from is null or document.valid_from <= ${day})
      and (document.valid_to is null or document.valid_to >= ${day})`

export const DOCUMENT = describedRecord(DOCUMENT_RECORD, {
  visible: {
    aircraft: ({ aircraftIds }) => oneOf('document.on_aircraft_id', aircraftIds),
    provider: ({ provider }, tenantId) => fragment`document.provider_contact_id ${amongContactsOf(tenantId, provider)}`,
  },
  aircraftField: 'onAircraftId',
  withheld: withheldFrom,
  viewers: viewersOf,
  filters: {
    visitId: (visitId, { tenantId }) => fragment`document.service_request_id in (
      select service_request.service_request_id from service_request
      where service_request.tenant_id = ${tenantId} and service_request.visit_id = ${visitId})`,
    validOn,
  },
})

/** Documents of a flight, locked in the order of their ids. */
export const lockDocumentsOfFlight = (tx: TenantTx & ViewReader, flightId: string): Promise<Document[]> =>
  selectRecords(tx, DOCUMENT, {
    where: [fragment`document.flight_id = ${flightId}`],
    orderBy: ['document.document_id'],
    lock: true,
  })

const MAX_BRIEFED = 100

/** Of it, of its aircraft, and of nothing in particular: those that are valid on its day, the newest first. */
export const documentsForFlight = async (
  reader: ViewReader,
  { flightId, aircraftId, offBlock }: Pick<Flight, 'flightId' | 'aircraftId' | 'offBlock'>,
): Promise<Document[]> => {
  const isValid = validOn(new Date(offBlock).toISOString().slice(0, 10))
  const ofNothing = fragment`document.flight_id is null and document.aircraft_id is null
    and document.crew_member_id is null and document.service_request_id is null`
  const found: Document[][] = []
  for (const [of, also] of [
    [fragment`document.flight_id = ${flightId}`, []],
    [fragment`document.aircraft_id = ${aircraftId}`, []],
    [ofNothing, [FOR_CREW]],
  ] as const) {
    const orderBy = ['document.created_at', 'document.document_id']
    const lookedThrough = [isValid, ...also]
    found.push(
      await selectRecords(reader, DOCUMENT, {
        where: [of],
        lookedThrough,
        orderBy,
        isDescending: true,
        most: MAX_BRIEFED,
      }),
    )
  }
  return found.flat()
}

/** Documents of a service request, locked in the order of their ids. */
export const lockDocumentsOfRequest = (tx: TenantTx & ViewReader, serviceRequestId: string): Promise<Document[]> =>
  selectRecords(tx, DOCUMENT, {
    where: [fragment`document.service_request_id = ${serviceRequestId}`],
    orderBy: ['document.document_id'],
    lock: true,
  })

/** Of several service requests, in the order they were made. */
export const documentsOfRequests = async (
  reader: ViewReader,
  ids: readonly string[],
  columns: Columns<Document>,
): Promise<ReadonlyMap<string, Document[]>> => {
  const found = await selectRecords(reader, DOCUMENT, {
    columns: columns.with('serviceRequestId'),
    where: [oneOf('document.service_request_id', ids)],
    orderBy: ['document.created_at', 'document.document_id'],
  })
  return Map.groupBy(found, ({ serviceRequestId }) => serviceRequestId ?? '')
}

/** What the documents of a request take, with all their revisions. */
export const spaceOfRequest = async (
  reader: TenantReader,
  serviceRequestId: string,
): Promise<{ readonly documents: number; readonly bytes: number }> => {
  const [row] = await rowsOf<{ documents: number; bytes: number }>(
    reader,
    fragment`select count(distinct d.document_id) as documents, coalesce(sum(r.byte_size), 0) as bytes from document d
      join document_revision r on r.tenant_id = d.tenant_id and r.document_id = d.document_id
      where d.tenant_id = ${reader.tenantId} and d.service_request_id = ${serviceRequestId}`,
  )
  return { documents: Number(row?.documents ?? 0), bytes: Number(row?.bytes ?? 0) }
}

export interface Revision {
  readonly documentId: string
  readonly revision: number
  readonly fileId: string
  readonly mediaType: string
  readonly byteSize: number
  readonly sha256: string
  readonly changeNote: string | null
  readonly createdAt: number
  readonly createdBy: Author | null
}

interface RevisionRow {
  document_id: string
  revision: number
  file_id: string
  media_type: string
  byte_size: number
  sha256: string
  change_note: string | null
  created_at: number
  created_by: string | null
}

export interface Acknowledgement {
  readonly documentId: string
  readonly revision: number
  readonly userId: string
  readonly crewMemberId: string | null
  readonly at: number
}

declare module '../../engines/tables.ts' {
  interface Tables {
    document_revision: RevisionRow & { tenant_id: string }
    document_acknowledgement: {
      tenant_id: string
      document_id: string
      revision: number
      user_id: string
      crew_member_id: string | null
      at: number
    }
  }
}

const revisionOf = (row: RevisionRow): Revision => ({
  documentId: row.document_id,
  revision: row.revision,
  fileId: row.file_id,
  mediaType: row.media_type,
  byteSize: row.byte_size,
  sha256: row.sha256,
  changeNote: row.change_note,
  createdAt: row.created_at,
  createdBy: row.created_by === null ? null : (JSON.parse(row.created_by) as Author),
})

export const insertRevision = async (tx: TenantTx, revision: Revision): Promise<void> => {
  await tx.db
    .insertInto('document_revision')
    .values({
      tenant_id: tx.tenantId,
      document_id: revision.documentId,
      revision: revision.revision,
      file_id: revision.fileId,
      media_type: revision.mediaType,
      byte_size: revision.byteSize,
      sha256: revision.sha256,
      change_note: revision.changeNote,
      created_at: revision.createdAt,
      created_by: revision.createdBy === null ? null : JSON.stringify(revision.createdBy),
    })
    .execute()
}

/** The revisions of documents that the reader was shown, the newest first. */
export const revisionsOf = async (
  reader: TenantReader,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, Revision[]>> => {
  const rows = await rowsOf<RevisionRow>(
    reader,
    fragment`select document_id, revision, file_id, media_type, byte_size, sha256, change_note, created_at, created_by
      from document_revision where tenant_id = ${reader.tenantId} and document_id ${fragment.among(documentIds)}
      order by document_id, revision desc`,
  )
  return Map.groupBy(rows.map(revisionOf), ({ documentId }) => documentId)
}

export const findRevision = async (
  reader: TenantReader,
  documentId: string,
  revision: number,
): Promise<Revision | undefined> => {
  const row = await reader.db
    .selectFrom('document_revision')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('document_id', '=', documentId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row && revisionOf(row)
}

export const acknowledgementsOf = async (
  reader: TenantReader,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, Acknowledgement[]>> => {
  const rows = await rowsOf<Acknowledgement>(
    reader,
    fragment`select document_id as "documentId", revision, user_id as "userId", crew_member_id as "crewMemberId", at
      from document_acknowledgement where tenant_id = ${reader.tenantId} and document_id ${fragment.among(documentIds)}
      order by document_id, revision desc, at, user_id`,
  )
  return Map.groupBy(rows, ({ documentId }) => documentId)
}

/** False where the person acknowledged this revision before. */
export const insertAcknowledgement = async (
  tx: TenantTx,
  { documentId, revision, userId, crewMemberId, at }: Acknowledgement,
): Promise<boolean> => {
  const row = {
    tenant_id: tx.tenantId,
    document_id: documentId,
    revision,
    user_id: userId,
    crew_member_id: crewMemberId,
  }
  const inserted = await tx.db
    .insertInto('document_acknowledgement')
    .values({ ...row, at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'document_id', 'revision', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export interface DocumentOfTenant {
  readonly tenantId: string
  readonly documentId: string
}

/** Documents of passengers whose time has passed, of all tenants, not more than some. */
export const passengerDocumentsBefore = (tx: PlatformTx, day: string, most: number): Promise<DocumentOfTenant[]> =>
  rowsOf<DocumentOfTenant>(
    tx,
    fragment`select tenant_id as "tenantId", document_id as "documentId" from document
      where retain_until < ${day} and is_on_hold = 0
        and (retention = 'PASSENGER' or (retention is null and is_passenger_data = 1)) limit ${most}`,
  )
