/**
 * The bytes of documents, in pieces, and the uploads that bring them. A file expires until it is a revision's; one whose
 * document is gone expires again, and is removed a little at a time.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { isStillOpen } from '../../engines/engine.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import { insertRows } from '../../engines/insert-rows.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../../handles.ts'

/** Bytes of a piece: 64 KB as base64. */
export const PIECE_BYTES = 48 * 1024

export interface DocumentFile {
  readonly file_id: string
  readonly uploaded_by: string
  readonly media_type: string
  readonly byte_size: number
  readonly sha256: string
}

interface FileRow extends DocumentFile {
  tenant_id: string
  created_at: number
  claimed_at: number | null
  arrived_at: number | null
  expires_at: number | null
}

declare module '../../engines/tables.ts' {
  interface Tables {
    document_file: FileRow
    document_piece: { tenant_id: string; file_id: string; position: number; content: string }
  }
}

/** Of two uploads of an operator that begin at once the second waits here, so that both find the space that is left. */
export const lockDocumentSpace = async (tx: TenantTx): Promise<void> => {
  if (tx.kind !== 'postgres') return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId} documents`}, 0))`.execute(tx.db)
}

export interface DocumentSpace {
  readonly files: number
  readonly bytes: number
}

export const documentSpace = async (reader: TenantReader): Promise<DocumentSpace> => {
  const [row] = await rowsOf<DocumentSpace>(
    reader,
    fragment`select count(*) as files, coalesce(sum(byte_size), 0) as bytes from document_file
      where tenant_id = ${reader.tenantId}`,
  )
  return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) }
}

/** What a principal began and has not used. */
export const openUploads = async (reader: TenantReader, uploadedBy: string): Promise<number> => {
  const { open } = await reader.db
    .selectFrom('document_file')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('tenant_id', '=', reader.tenantId)
    .where('uploaded_by', '=', uploadedBy)
    .where('expires_at', 'is not', null)
    .where(isStillOpen(reader))
    .executeTakeFirstOrThrow()
  return Number(open)
}

export const insertUpload = async (
  tx: TenantTx,
  file: DocumentFile,
  { createdAt, expiresAt }: { readonly createdAt: number; readonly expiresAt: number },
): Promise<void> => {
  await tx.db
    .insertInto('document_file')
    .values({
      tenant_id: tx.tenantId,
      ...file,
      created_at: createdAt,
      claimed_at: null,
      arrived_at: null,
      expires_at: expiresAt,
    })
    .execute()
}

interface WholeFile {
  readonly fileId: string
  readonly mediaType: string
  readonly content: Buffer
  readonly createdAt: number
}

/**
 * A file of a document that nobody sent: of the demo and of new sandboxes. The one of the same id, which a reset left
 * for the job to remove, goes first.
 */
export const insertWholeFile = async (
  tx: TenantTx,
  { fileId, mediaType, content, createdAt }: WholeFile,
): Promise<void> => {
  await removeFile(tx, fileId)
  await tx.db
    .insertInto('document_file')
    .values({
      tenant_id: tx.tenantId,
      file_id: fileId,
      uploaded_by: '',
      media_type: mediaType,
      byte_size: content.length,
      sha256: hash('sha256', content, 'hex'),
      created_at: createdAt,
      claimed_at: createdAt,
      arrived_at: createdAt,
      expires_at: null,
    })
    .execute()
  await insertPieces(tx, fileId, 0, content)
}

interface UploadClaim {
  readonly fileId: string
  readonly uploadedBy: string
  readonly now: number
  readonly until: number
}

/** The upload of this principal, once: whoever comes second finds none. It is not removed while its bytes arrive. */
export const claimUpload = (
  tx: TenantTx,
  { fileId, uploadedBy, now, until }: UploadClaim,
): Promise<DocumentFile | undefined> =>
  tx.db
    .updateTable('document_file')
    .set((eb) => ({
      claimed_at: now,
      expires_at: sql<number>`case when ${eb.ref('expires_at')} < ${until} then ${until} else ${eb.ref('expires_at')} end`,
    }))
    .where('tenant_id', '=', tx.tenantId)
    .where('file_id', '=', fileId)
    .where('uploaded_by', '=', uploadedBy)
    .where('claimed_at', 'is', null)
    .where(isStillOpen(tx))
    .returning(['file_id', 'uploaded_by', 'media_type', 'byte_size', 'sha256'])
    .executeTakeFirst()

/** Whether its bytes are still waited for: a reset or a deletion of the operator's data ends every upload. */
export const isExpected = async (reader: TenantReader, fileId: string): Promise<boolean> => {
  const row = await reader.db
    .selectFrom('document_file')
    .select('file_id')
    .where('tenant_id', '=', reader.tenantId)
    .where('file_id', '=', fileId)
    .where(isStillOpen(reader))
    .executeTakeFirst()
  return row !== undefined
}

/** Returns how many pieces it made. */
export const insertPieces = async (tx: TenantTx, fileId: string, first: number, content: Buffer): Promise<number> => {
  const pieces = Array.from({ length: Math.ceil(content.length / PIECE_BYTES) }, (_, index) => ({
    tenant_id: tx.tenantId,
    file_id: fileId,
    position: first + index,
    content: content.toString('base64', index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
  }))
  await insertRows(tx, 'document_piece', pieces)
  return pieces.length
}

/** False where the upload is over. */
export const noteArrival = async (tx: TenantTx, fileId: string, at: number): Promise<boolean> => {
  const row = await tx.db
    .updateTable('document_file')
    .set({ arrived_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('file_id', '=', fileId)
    .where('claimed_at', 'is not', null)
    .where('arrived_at', 'is', null)
    .where(isStillOpen(tx))
    .returning('file_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes a file that arrived out of its upload, for a revision: of several who try, one gets it. */
export const takeUpload = (tx: TenantTx, fileId: string, uploadedBy: string): Promise<DocumentFile | undefined> =>
  tx.db
    .updateTable('document_file')
    .set({ expires_at: null })
    .where('tenant_id', '=', tx.tenantId)
    .where('file_id', '=', fileId)
    .where('uploaded_by', '=', uploadedBy)
    .where('arrived_at', 'is not', null)
    .where(isStillOpen(tx))
    .returning(['file_id', 'uploaded_by', 'media_type', 'byte_size', 'sha256'])
    .executeTakeFirst()

/** The files of a document, which is about to go: nothing leads to them any more, and a job removes them. */
export const abandonFilesOf = async (tx: TenantTx, documentId: string, at: number): Promise<void> => {
  await rowsOf(
    tx,
    fragment`update document_file set expires_at = ${at}, arrived_at = null where tenant_id = ${tx.tenantId}
      and file_id in (select file_id from document_revision
        where tenant_id = ${tx.tenantId} and document_id = ${documentId})`,
  )
}

/** All files of an operator whose records go: a job removes them, as many as there are. */
export const abandonAllFiles = async (tx: TenantTx): Promise<void> => {
  const at = await tx.now()
  await tx.db
    .updateTable('document_file')
    .set({ expires_at: at, arrived_at: null })
    .where('tenant_id', '=', tx.tenantId)
    .execute()
}

export const readPiece = async (
  reader: TenantReader,
  fileId: string,
  position: number,
): Promise<Buffer | undefined> => {
  const row = await reader.db
    .selectFrom('document_piece')
    .select('content')
    .where('tenant_id', '=', reader.tenantId)
    .where('file_id', '=', fileId)
    .where('position', '=', position)
    .executeTakeFirst()
  return row && Buffer.from(row.content, 'base64')
}

/** Removes a file that nothing leads to, with its pieces: at most as many as the largest file has. */
export const removeFile = async (tx: TenantTx, fileId: string): Promise<void> => {
  for (const table of ['document_piece', 'document_file'] as const) {
    await tx.db.deleteFrom(table).where('tenant_id', '=', tx.tenantId).where('file_id', '=', fileId).execute()
  }
}

export interface FileOfTenant {
  readonly tenantId: string
  readonly fileId: string
}

/** A file whose time is over, of any tenant. */
export const overdueFile = (tx: PlatformTx, now: number): Promise<FileOfTenant | undefined> =>
  tx.db
    .selectFrom('document_file')
    .select(['tenant_id as tenantId', 'file_id as fileId'])
    .where('expires_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
