/** A person says that they have read current revisions (data §9). Nobody says it for another. */
import type { Document } from '../../../domain/operations/documents/document.ts'
import { userError } from '../../../domain/user-error.ts'
import { crewMembersOfUsers } from '../../../storage/operations/crew/crew-members.ts'
import { DOCUMENT, insertAcknowledgement } from '../../../storage/operations/documents/documents.ts'
import { lockRecords, touchRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'

const MAX_ACKNOWLEDGED = 100

/** The acknowledged documents, in the order in which they were named. */
export const acknowledge = async (
  tx: ViewTx,
  { principal }: Desk,
  documentIds: readonly string[],
): Promise<Document[]> => {
  if (principal.kind !== 'user') {
    throw userError('NOT_ALLOWED', 'Only a person who is signed in acknowledges: nobody does it for them')
  }
  const ids = [...new Set(documentIds)]
  if (ids.length === 0 || ids.length > MAX_ACKNOWLEDGED) {
    throw userError('VALIDATION', `Name from 1 to ${MAX_ACKNOWLEDGED} documents`, ['documentIdList'])
  }
  const found = await lockRecords(tx, DOCUMENT, ids)
  const members = await crewMembersOfUsers(unrestricted(tx), [principal.actorKey])
  const crewMemberId = members.get(principal.actorKey)?.crewMemberId ?? null
  const at = await tx.now()
  const acknowledged: Document[] = []
  for (const documentId of ids) {
    const document = found.get(documentId)
    if (!document) throw userError('NOT_FOUND', 'There is no such document', ['documentIdList'])
    const { revision } = document
    const isNew = await insertAcknowledgement(tx, {
      documentId,
      revision,
      userId: principal.actorKey,
      crewMemberId,
      at,
    })
    acknowledged.push(
      isNew ? await touchRecord(tx, DOCUMENT, document, { touched: ['acknowledgementList'] }) : document,
    )
  }
  return acknowledged
}
