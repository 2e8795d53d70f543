/** Makes, revises, changes and deletes documents. */
import { MAX_DOCUMENT_REVISIONS } from '../../../domain/limits.ts'
import { actingAs } from '../../../domain/operations/acting-as.ts'
import { type Document, namesPassengers } from '../../../domain/operations/documents/document.ts'
import { retainUntil } from '../../../domain/operations/documents/document-retention.ts'
import { sharedWith } from '../../../domain/operations/documents/shared-with.ts'
import { textProblems } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { isAdmin, userById } from '../../../storage/identity/users.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { abandonFilesOf, type DocumentFile } from '../../../storage/operations/documents/document-files.ts'
import { DOCUMENT, insertRevision } from '../../../storage/operations/documents/documents.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { changeRecord, type Details, expectVersion, lockRecord, recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { useCases } from '../../records/use-cases.ts'
import { authorOf, type Desk } from '../desk.ts'
import { rulesOf } from '../risk/rules.ts'
import { lockForProvider, lockRequestOf, refuseBeyondRequest, refuseProviders, sharedNow } from './of-request.ts'
import { takeFile } from './take-file.ts'

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** What the mutation is given beside the record's own fields. */
interface WithUpload {
  readonly uploadId?: string
}

const contentOf = ({ media_type, byte_size, sha256 }: DocumentFile) => ({
  mediaType: media_type,
  byteSize: byte_size,
  sha256,
})

/** The aircraft whose keys see the document. What it is of is locked, so that a flight does not change it meanwhile. */
const aircraftOf = async (
  tx: ViewTx,
  { flightId, aircraftId, crewMemberId }: Pick<Document, 'flightId' | 'aircraftId' | 'crewMemberId'>,
): Promise<string | null> => {
  if (crewMemberId !== null) await lockRecord(tx, CREW_MEMBER, crewMemberId, ['input', 'crewMemberId'])
  if (aircraftId !== null) await lockRecord(tx, AIRCRAFT, aircraftId, ['input', 'aircraftId'])
  if (flightId === null) return aircraftId
  return (await lockRecord(tx, FLIGHT, flightId, ['input', 'flightId'])).aircraftId
}

type Kept = Pick<Document, 'kind' | 'isPassengerData' | 'retention' | 'flightId'>

/** Its time counts from the day of its flight, else from the day on which its content came. */
const keptUntil = async (tx: ViewTx, kept: Kept, cameAt: number): Promise<string | null> => {
  const flight = kept.flightId === null ? undefined : await recordById(unrestricted(tx), FLIGHT, kept.flightId)
  const { passengerRetentionDays } = await rulesOf(tx)
  return retainUntil(kept, dayOf(flight?.onBlock ?? cameAt), passengerRetentionDays)
}

const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a)

/** A limited view sees what hangs on its aircraft or requests; what a flight bag adds is for crew. */
const refuseUnseen = (tx: ViewTx, before: Document | null, next: Document | Details<Document>): void => {
  const { audienceList, flightId, aircraftId, serviceRequestId } = next
  const { view } = tx
  if (view.of === 'operator') {
    if (!view.documents || audienceList.includes('CREW')) return
    throw userError('VALIDATION', 'A document of the flight deck is for crew: name CREW', ['input', 'audienceList'])
  }
  if (view.of === 'provider') {
    refuseProviders(before, next)
    return
  }
  if (view.of === 'aircraft' && (flightId !== null || aircraftId !== null || serviceRequestId !== null)) return
  throw userError('NOT_ALLOWED', 'Name a flight or an aircraft that you see: other documents are the operator’s own')
}

const refuseUnseenNames = ({ view }: ViewTx, { isPassengerData }: Pick<Document, 'isPassengerData'>): void => {
  if (!isPassengerData) return
  const isNever = view.of === 'buyer' || view.of === 'person'
  if (!isNever && !view.withoutPassengers) return
  const scope = view.of === 'provider' ? 'manifest:read' : 'passenger:read'
  throw userError('NOT_ALLOWED', `A document that names passengers needs ${scope} as well`, ['input'])
}

/** Read again here: whoever is an administrator no longer ends no hold. */
const isAdministrator = async (tx: ViewTx, { principal: { kind, actorKey } }: Desk): Promise<boolean> => {
  const user = kind === 'user' ? await userById(tx, actorKey) : undefined
  return user !== undefined && isAdmin(user)
}

/** Flight bags and providers change what they added: manuals and instructions are the operator's (threats row 270). */
const refuseOthers = ({ view }: ViewTx, desk: Desk, before: Document | null): void => {
  const isFlightDeck = view.of === 'operator' && view.documents?.as === 'flight-deck'
  if (before === null || !(isFlightDeck || view.of === 'provider')) return
  if (before.createdBy?.id === authorOf(desk).id) return
  const who = isFlightDeck ? 'An electronic flight bag' : 'A provider'
  throw userError('NOT_ALLOWED', `${who} changes the documents that it made; others are not its own`)
}

type Next = Pick<Document, 'isOnHold' | 'retainUntil'>

/** A hold is ended by an administrator who is signed in (threats row 250). */
const refuseHold = async (tx: ViewTx, desk: Desk, before: Document, next: Next): Promise<void> => {
  if (before.isOnHold === next.isOnHold) return
  const path = ['input', 'isOnHold']
  if (actingAs(desk.principal) !== 'operator' || tx.view.of !== 'operator' || tx.view.documents) {
    throw userError('NOT_ALLOWED', 'A hold is the operator’s own to put and to end', path)
  }
  if (before.isOnHold && !(await isAdministrator(tx, desk))) {
    throw userError('NOT_ALLOWED', 'Only an administrator who is signed in ends a hold', path)
  }
}

/** The time that a document is kept is not made shorter before it is over (threats row 250). */
const refuseShorter = async (tx: ViewTx, { retainUntil: until }: Document, next: Next): Promise<void> => {
  if (until === null || (next.retainUntil !== null && next.retainUntil >= until)) return
  if (dayOf(await tx.now()) > until) return
  throw userError('RETAINED', `It is kept until ${until}: its time cannot be made shorter`, ['input', 'retention'])
}

const isOver = async (tx: ViewTx, document: Document): Promise<void> => {
  if (document.isOnHold) throw userError('RETAINED', 'It is on hold: nobody deletes it until the hold is ended')
  // A flight that was moved since moves the day with it.
  const until = later(document.retainUntil, await keptUntil(tx, document, document.createdAt))
  if (until !== null && dayOf(await tx.now()) <= until) {
    throw userError('RETAINED', `It is kept until ${until}: delete it after that day`)
  }
}

/** What is left of it: nothing. Its bytes are out of reach now, and a job removes them. */
const forget = async (tx: ViewTx, { documentId }: Document): Promise<void> =>
  abandonFilesOf(tx, documentId, await tx.now())

export const documents = useCases(DOCUMENT, null, {
  guard: ({ tx, desk, before }) => refuseOthers(tx, desk, before),
  beforeWrite: async ({ tx, desk, before, input, next }) => {
    const isPassengerData = next.isPassengerData || namesPassengers(next.kind)
    refuseUnseenNames(tx, { isPassengerData })
    refuseUnseen(tx, before, next)
    const kept = { ...next, isPassengerData }
    if (before !== null) {
      const isKeptAnew = next.retention !== before.retention || isPassengerData !== before.isPassengerData
      const until = isKeptAnew ? await keptUntil(tx, kept, before.createdAt) : before.retainUntil
      await refuseHold(tx, desk, before, next)
      await refuseShorter(tx, before, { ...next, retainUntil: until })
      return { isPassengerData, retainUntil: until, providerContactId: await sharedNow(tx, kept) }
    }
    const request = await lockRequestOf(tx, desk, kept)
    const onAircraftId = request?.aircraftId ?? (await aircraftOf(tx, next))
    const providerContactId = request && sharedWith(kept, request)
    const file = await takeFile(tx, desk, (input as WithUpload).uploadId ?? '', ['input', 'uploadId'])
    await refuseBeyondRequest(tx, next, file.byte_size)
    const until = await keptUntil(tx, kept, await tx.now())
    const of = { onAircraftId, providerContactId }
    return { isPassengerData, ...of, revision: 1, ...contentOf(file), retainUntil: until }
  },
  beforeDelete: async (tx, document) => {
    await isOver(tx, document)
    await forget(tx, document)
  },
  afterWrite: async ({ tx, desk, before, after, input }) => {
    if (before === null && after !== null) {
      await addRevision(tx, desk, after, { fileId: (input as WithUpload).uploadId ?? '', changeNote: null })
    }
    return {}
  },
})

const addRevision = (
  tx: ViewTx,
  desk: Desk,
  { documentId, revision, mediaType, byteSize, sha256, updatedAt }: Document,
  { fileId, changeNote }: { readonly fileId: string; readonly changeNote: string | null },
): Promise<void> =>
  insertRevision(tx, {
    documentId,
    revision,
    fileId,
    mediaType,
    byteSize,
    sha256,
    changeNote,
    createdAt: updatedAt,
    createdBy: authorOf(desk),
  })

export interface Revising {
  readonly documentId: string
  readonly uploadId: string
  readonly changeNote: string | null
  readonly expectedVersion: number
}

const MAX_NOTE_CHARACTERS = 500

/** Adds a revision: what was acknowledged was another, so that acknowledgements start anew. */
export const reviseDocument = async (
  tx: ViewTx,
  desk: Desk,
  { documentId, uploadId, changeNote, expectedVersion }: Revising,
): Promise<Document> => {
  refuseProblems(textProblems(['changeNote'], changeNote, { most: MAX_NOTE_CHARACTERS, severalLines: true }), [])
  await lockForProvider(tx, desk, documentId)
  const before = await lockRecord(tx, DOCUMENT, documentId, ['documentId'])
  expectVersion(before, expectedVersion)
  refuseOthers(tx, desk, before)
  if (before.revision >= MAX_DOCUMENT_REVISIONS) {
    throw userError('LIMIT_EXCEEDED', `A document has at most ${MAX_DOCUMENT_REVISIONS} revisions: make a new one`)
  }
  const file = await takeFile(tx, desk, uploadId, ['uploadId'])
  await refuseBeyondRequest(tx, before, file.byte_size)
  const until = later(before.retainUntil, await keptUntil(tx, before, await tx.now()))
  const changes = { revision: before.revision + 1, ...contentOf(file), retainUntil: until }
  const after = await changeRecord(tx, DOCUMENT, before, changes)
  await addRevision(tx, desk, after, { fileId: uploadId, changeNote })
  return after
}
