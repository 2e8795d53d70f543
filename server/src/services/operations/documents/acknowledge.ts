/** A person says that they have read current revisions (data §9). Nobody says it for another. */
import type { Document } from '../../../domain/operations/documents/document.ts'
import { digestOfDocuments } from '../../../domain/operations/logs/confirmation.ts'
import { userError } from '../../../domain/user-error.ts'
import { CREW_MEMBER, crewMembersOfUsers } from '../../../storage/operations/crew/crew-members.ts'
import { DOCUMENT, insertAcknowledgement } from '../../../storage/operations/documents/documents.ts'
import { lockRecords, recordById, recordsById, touchRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import type { Desk, Given } from '../desk.ts'
import { useConfirmation } from '../logs/use-confirmation.ts'

const MAX_ACKNOWLEDGED = 100

/** Those that whoever asks sees, each once, locked, in the order in which they were named. */
export const lockToAcknowledge = async (
  tx: ViewTx,
  documentIds: readonly string[],
  path: string,
): Promise<Document[]> => {
  const ids = [...new Set(documentIds)]
  if (ids.length === 0 || ids.length > MAX_ACKNOWLEDGED) {
    throw userError('VALIDATION', `Name from 1 to ${MAX_ACKNOWLEDGED} documents`, [path])
  }
  await lockRecords(tx, DOCUMENT, ids)
  // Read once they are locked: whom they are for may have changed while somebody else held them (threats row 402).
  const found = await recordsById(tx, DOCUMENT, ids)
  return ids.map((documentId) => {
    const document = found.get(documentId)
    if (!document) throw userError('NOT_FOUND', 'There is no such document', [path])
    return document
  })
}

interface Reader {
  readonly userId: string
  readonly crewMemberId: string | null
}

/** The person who is signed in. */
const readerHere = async (tx: ViewTx, { principal: { kind, actorKey } }: Desk): Promise<Reader> => {
  if (kind !== 'user') {
    const message = 'A person acknowledges: signed in themselves, or by a confirmation that they gave'
    throw userError('NOT_ALLOWED', message)
  }
  const members = await crewMembersOfUsers(unrestricted(tx), [actorKey])
  return { userId: actorKey, crewMemberId: members.get(actorKey)?.crewMemberId ?? null }
}

/** Who said on our page that they have read exactly these revisions. */
const readerByConfirmation = async (
  tx: ViewTx,
  desk: Desk,
  documents: readonly Document[],
  confirmationId: string,
): Promise<Reader> => {
  const use = {
    confirmationId,
    purpose: 'DOCUMENT_ACKNOWLEDGE',
    by: 'anybody',
    digest: digestOfDocuments(documents),
  } as const
  const { crewMemberId } = await useConfirmation(tx, desk, use)
  // Whose user it is was compared with who confirmed, in this transaction.
  const member = await recordById(unrestricted(tx), CREW_MEMBER, crewMemberId ?? '')
  return { userId: member?.userId ?? '', crewMemberId }
}

export interface Acknowledged {
  readonly documentIdList: readonly string[]
  readonly confirmationId?: Given<string>
}

/** The acknowledged documents, in the order in which they were named. */
export const acknowledge = async (
  tx: ViewTx,
  desk: Desk,
  { documentIdList, confirmationId }: Acknowledged,
): Promise<Document[]> => {
  const here = typeof confirmationId === 'string' ? null : await readerHere(tx, desk)
  const documents = await lockToAcknowledge(tx, documentIdList, 'documentIdList')
  const reader = here ?? (await readerByConfirmation(tx, desk, documents, confirmationId ?? ''))
  const at = await tx.now()
  const acknowledged: Document[] = []
  for (const document of documents) {
    const { documentId, revision } = document
    const isNew = await insertAcknowledgement(tx, { documentId, revision, ...reader, at })
    acknowledged.push(
      isNew ? await touchRecord(tx, DOCUMENT, document, { touched: ['acknowledgementList'] }) : document,
    )
  }
  return acknowledged
}
