/** Removes what its time is over of: uploads that never became a document, bytes of deleted ones, passengers' papers. */
import { addSeconds } from '../../../domain/clock.ts'
import { MINUTE_MS } from '../../../domain/interval.ts'
import { CONTENT_KEPT_SECONDS } from '../../../domain/limits.ts'
import type { PlatformTx } from '../../../storage/handles.ts'
import { abandonFilesOf, overdueFile, removeFile } from '../../../storage/operations/documents/document-files.ts'
import { DOCUMENT, passengerDocumentsBefore } from '../../../storage/operations/documents/documents.ts'
import { removeLinksBefore } from '../../../storage/operations/documents/link-tables.ts'
import { removeDraftsBefore } from '../../../storage/operations/safety/safety-drafts.ts'
import { lockRecords, removeRecord } from '../../../storage/records.ts'
import { writingAs } from '../../../storage/view.ts'

export const DOCUMENT_REMOVAL_MS = MINUTE_MS
const DOCUMENTS_PER_STEP = 20
const ROWS_PER_STEP = 500

const removePassengerDocuments = async (tx: PlatformTx, now: number): Promise<number> => {
  const today = new Date(now).toISOString().slice(0, 10)
  const due = await passengerDocumentsBefore(tx, today, DOCUMENTS_PER_STEP)
  for (const [tenantId, some] of Map.groupBy(due, (each) => each.tenantId)) {
    const at = writingAs(tx.inTenant(tenantId), { of: 'operator' })
    const ids = some.map(({ documentId }) => documentId)
    for (const document of (await lockRecords(at, DOCUMENT, ids)).values()) {
      // It may have been put on hold, or kept for longer, since it was found.
      if (document.isOnHold || document.retainUntil === null || document.retainUntil >= today) continue
      await abandonFilesOf(at, document.documentId, now)
      await removeRecord(at, DOCUMENT, document)
    }
  }
  return due.length
}

/** One small step, a file at most; true if more is left to do. */
export const removeDocumentsThatAreOver = async (tx: PlatformTx): Promise<boolean> => {
  const now = await tx.now()
  const file = await overdueFile(tx, now)
  if (file) {
    await removeFile(tx.inTenant(file.tenantId), file.fileId, addSeconds(now, CONTENT_KEPT_SECONDS))
    return true
  }
  const links = await removeLinksBefore(tx, now, ROWS_PER_STEP)
  const drafts = await removeDraftsBefore(tx, now, ROWS_PER_STEP)
  const documents = await removePassengerDocuments(tx, now)
  return documents === DOCUMENTS_PER_STEP || links === ROWS_PER_STEP || drafts === ROWS_PER_STEP
}
