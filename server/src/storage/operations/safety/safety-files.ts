/**
 * The files of reporters, among those of documents: which they are is told by `uploaded_by`, never whose. One that
 * nothing keeps any more ends by itself (data §11.8, ADR 207).
 */
import { prefixFor } from '../../../domain/operations/documents/upload-purpose.ts'
import { isStillOpen } from '../../engines/engine.ts'
import type { TenantReader, TenantTx } from '../../handles.ts'
import type { DocumentFile } from '../documents/document-files.ts'

/** Of a reporter who is not to be known; files of operators leave them out (carried-tables). */
const OF_REPORTERS = 'own:safety'
const OF_OPEN_REPORTS = ''

/** In the place of who began it: only who has its key, and is that person, can say it again. */
export const uploadedByReporter = (keyedHash: string): string => `${OF_REPORTERS} ${keyedHash}`

/** Bytes of people's own reports that came on a day or later, those on their way included. */
export const ownReportBytesSince = async (reader: TenantReader, day: number): Promise<number> => {
  const { bytes } = await reader.db
    .selectFrom('document_file')
    .select(({ fn }) => fn.sum<number | string | null>('byte_size').as('bytes'))
    .where('tenant_id', '=', reader.tenantId)
    .where('created_at', '>=', day)
    .where('file_id', 'like', `${prefixFor('own-report')}_%`)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

interface Taking {
  readonly fileId: string
  readonly uploadedBy: string
  /** It ends then, unless it is attached. */
  readonly until: number
}

/** Takes a file that arrived out of its upload: of several who try, one gets it. */
export const takeReportersFile = (
  tx: TenantTx,
  { fileId, uploadedBy, until }: Taking,
): Promise<DocumentFile | undefined> =>
  tx.db
    .updateTable('document_file')
    .set({ uploaded_by: OF_REPORTERS, expires_at: until })
    .where('tenant_id', '=', tx.tenantId)
    .where('file_id', '=', fileId)
    .where('uploaded_by', '=', uploadedBy)
    .where('arrived_at', 'is not', null)
    .where(isStillOpen(tx))
    .returning(['file_id', 'uploaded_by', 'media_type', 'byte_size', 'sha256'])
    .executeTakeFirst()

interface Attaching {
  readonly isOpen: boolean
  /** All that is kept of when it came. */
  readonly day: number
}

/** Keeps these files as long as their report: the ids of those that are still there. */
export const attachFiles = async (
  tx: TenantTx,
  fileIds: readonly string[],
  { isOpen, day }: Attaching,
): Promise<ReadonlySet<string>> => {
  if (fileIds.length === 0) return new Set()
  const times = { created_at: day, claimed_at: day, arrived_at: day, expires_at: null }
  const rows = await tx.db
    .updateTable('document_file')
    .set({ uploaded_by: isOpen ? OF_OPEN_REPORTS : OF_REPORTERS, ...times })
    .where('tenant_id', '=', tx.tenantId)
    .where('file_id', 'in', fileIds)
    .where('uploaded_by', '=', OF_REPORTERS)
    .where('arrived_at', 'is not', null)
    .returning('file_id')
    .execute()
  return new Set(rows.map(({ file_id }) => file_id))
}

/** Of a report that is not sent yet. */
export const keepFilesUntil = async (tx: TenantTx, fileIds: readonly string[], until: number): Promise<void> => {
  if (fileIds.length === 0) return
  await tx.db
    .updateTable('document_file')
    .set({ expires_at: until })
    .where('tenant_id', '=', tx.tenantId)
    .where('file_id', 'in', fileIds)
    .where('uploaded_by', '=', OF_REPORTERS)
    .where(isStillOpen(tx))
    .execute()
}

/** Nothing leads to these files any more: a job removes them. */
export const abandonFiles = async (tx: TenantTx, fileIds: readonly string[], at: number): Promise<void> => {
  if (fileIds.length === 0) return
  await tx.db
    .updateTable('document_file')
    .set({ arrived_at: null, expires_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('file_id', 'in', fileIds)
    .where('uploaded_by', '=', OF_REPORTERS)
    .execute()
}
