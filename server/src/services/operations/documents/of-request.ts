/**
 * Documents of a service request: what the operator and the provider that it asked give each other (ADR 198). Who sees
 * one follows its request, in the transaction that changes that. The request is locked before its documents.
 */
import { MAX_REQUEST_BYTES, MAX_REQUEST_DOCUMENTS } from '../../../domain/limits.ts'
import type { Document } from '../../../domain/operations/documents/document.ts'
import { sharedWith } from '../../../domain/operations/documents/shared-with.ts'
import { type ServiceRequest, STANDING } from '../../../domain/operations/handling/service-request.ts'
import { userError } from '../../../domain/user-error.ts'
import { DOCUMENT, lockDocumentsOfRequest, spaceOfRequest } from '../../../storage/operations/documents/documents.ts'
import { SERVICE_REQUEST } from '../../../storage/operations/handling/service-requests.ts'
import { changeRecord, changeSight, lockRecord, recordById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import { refuseHeld } from '../handling/holder.ts'

const isProvider = ({ view }: ViewTx): boolean => view.of === 'provider'

/** A provider fills so much of the operator's space and no more (threats row 348). */
const refuseBytes = (tx: ViewTx, taken: number, more: number): void => {
  if (!isProvider(tx) || taken + more <= MAX_REQUEST_BYTES) return
  const message = `The documents of a request take at most ${MAX_REQUEST_BYTES / 1e6} MB, with all their revisions`
  throw userError('LIMIT_EXCEEDED', message)
}

type New = Pick<Document, 'serviceRequestId' | 'isPassengerData' | 'audienceList'>

/** The request of a new document, locked: it is found with the view of who asks (threats row 346). */
export const lockRequestOf = async (tx: ViewTx, desk: Desk, next: New): Promise<ServiceRequest | null> => {
  if (next.serviceRequestId === null) return null
  const path = ['input', 'serviceRequestId']
  const request = await lockRecord(tx, SERVICE_REQUEST, next.serviceRequestId, path)
  await refuseHeld(tx, desk, request)
  if (isProvider(tx) && next.isPassengerData && !STANDING.includes(request.status)) {
    throw userError('NOT_ALLOWED', 'Who was refused or cancelled brings no names of passengers', path)
  }
  const { documents } = await spaceOfRequest(tx, request.serviceRequestId)
  if (documents < MAX_REQUEST_DOCUMENTS) return request
  throw userError('LIMIT_EXCEEDED', `A request has at most ${MAX_REQUEST_DOCUMENTS} documents`, path)
}

/** Counted under the lock of the request. */
export const refuseBeyondRequest = async (
  tx: ViewTx,
  { serviceRequestId }: Pick<Document, 'serviceRequestId'>,
  byteSize: number,
): Promise<void> => {
  if (serviceRequestId === null || !isProvider(tx)) return
  refuseBytes(tx, (await spaceOfRequest(tx, serviceRequestId)).bytes, byteSize)
}

/** Before the document itself is locked; of nobody but a provider. */
export const lockForProvider = async (tx: ViewTx, desk: Desk, documentId: string): Promise<void> => {
  if (!isProvider(tx)) return
  const glimpse = await recordById(tx, DOCUMENT, documentId)
  if (!glimpse?.serviceRequestId) return
  await refuseHeld(tx, desk, await lockRecord(tx, SERVICE_REQUEST, glimpse.serviceRequestId, ['documentId']))
}

type Written = Pick<Document, 'serviceRequestId' | 'audienceList' | 'retention'>

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each))

/** What a provider adds is of one of its requests; whom else it is shown to and how long it is kept the operator says. */
export const refuseProviders = (before: Document | null, next: Written): void => {
  if (next.serviceRequestId === null) {
    throw userError('NOT_ALLOWED', 'A provider adds documents to its service requests: name one', [
      'input',
      'serviceRequestId',
    ])
  }
  if (!isSame(next.audienceList, before?.audienceList ?? ['PROVIDER'])) {
    const message = 'A provider’s document is for the operator and the provider: name PROVIDER alone'
    throw userError('NOT_ALLOWED', message, ['input', 'audienceList'])
  }
  if (next.retention !== (before?.retention ?? null)) {
    throw userError('NOT_ALLOWED', 'How long it is kept is the operator’s to say', ['input', 'retention'])
  }
}

/** Who sees it after it was changed. Its row is locked, so that its request changes after this or has changed. */
export const sharedNow = async (
  tx: ViewTx,
  next: Pick<Document, 'serviceRequestId' | 'audienceList' | 'isPassengerData'>,
): Promise<string | null> => {
  if (next.serviceRequestId === null) return null
  const request = await recordById(unrestricted(tx), SERVICE_REQUEST, next.serviceRequestId)
  return request ? sharedWith(next, request) : null
}

const isStanding = ({ status }: ServiceRequest): boolean => STANDING.includes(status)

const hasMoved = (before: ServiceRequest, after: ServiceRequest): boolean =>
  before.aircraftId !== after.aircraftId ||
  before.providerContactId !== after.providerContactId ||
  before.sentAt !== after.sentAt ||
  isStanding(before) !== isStanding(after)

/** The request's row is locked, and written. Only those are told whom a document enters or leaves. */
export const settleDocuments = async (
  seen: ViewTx,
  { looked }: Pick<Desk, 'looked'>,
  before: ServiceRequest,
  after: ServiceRequest,
): Promise<void> => {
  if (!hasMoved(before, after)) return
  const tx = unrestricted(seen)
  const documents = await lockDocumentsOfRequest(tx, after.serviceRequestId)
  looked?.add(documents.length, 'followed')
  for (const document of documents) {
    const sight = { onAircraftId: after.aircraftId, providerContactId: sharedWith(document, after) }
    await changeSight(tx, DOCUMENT, document, sight)
  }
}

/** Of a request that is given on: the next provider reads nothing of the one before, unless it is shared anew. */
export const takeBackDocuments = async (
  seen: ViewTx,
  { looked }: Pick<Desk, 'looked'>,
  { serviceRequestId }: ServiceRequest,
): Promise<void> => {
  const tx = unrestricted(seen)
  const documents = await lockDocumentsOfRequest(tx, serviceRequestId)
  looked?.add(documents.length, 'followed')
  for (const document of documents) {
    const audienceList = document.audienceList.filter((each) => each !== 'PROVIDER')
    await changeRecord(tx, DOCUMENT, document, { audienceList, providerContactId: null })
  }
}
