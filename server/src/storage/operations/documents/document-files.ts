/**
 * The files of documents, the pieces of those that lie in rows, and the uploads that bring them. A file expires until it
 * is a revision's; one whose document is gone expires again, and is removed a little at a time.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds } from '../../../domain/clock.ts'
import { CONTENT_KEPT_SECONDS } from '../../../domain/limits.ts'
import type { PlaceKind } from '../../../domain/operations/documents/place-kind.ts'
import { prefixFor } from '../../../domain/operations/documents/upload-purpose.ts'
import { isStillOpen } from '../../engines/engine.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import { insertRows } from '../../engines/insert-rows.ts'
import type { PlatformReader, PlatformTx, TenantReader, TenantTx } from '../../handles.ts'
import { noteContentOver } from './contents-over.ts'

/** Bytes of a piece: 64 KB as base64. */
export const PIECE_BYTES = 48 * 1024

export interface DocumentFile {
  readonly file_id: string
  readonly uploaded_by: string
  readonly media_type: string
  readonly byte_size: number
  readonly sha256: string
}

/** Where the bytes of a file lie; both null where they are rows of the store. */
export interface ContentPosition {
  readonly place: PlaceKind | null
  readonly content_id: string | null
}

interface FileRow extends DocumentFile, ContentPosition {
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

/** With contents that are over and not removed yet: who deletes and sends again has no more room by it (threats row 369). */
export const documentSpace = async (reader: TenantReader): Promise<DocumentSpace> => {
  const [row] = await rowsOf<DocumentSpace>(
    reader,
    fragment`select count(*) as files, coalesce(sum(byte_size), 0) as bytes from (
      select byte_size from document_file where tenant_id = ${reader.tenantId}
      union all select byte_size from document_content_over where tenant_id = ${reader.tenantId}) as kept`,
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

export const IN_ROWS: ContentPosition = { place: null, content_id: null }

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
      ...IN_ROWS,
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
  await removeFile(tx, fileId, addSeconds(await tx.realNow(), CONTENT_KEPT_SECONDS))
  await tx.db
    .insertInto('document_file')
    .values({
      tenant_id: tx.tenantId,
      file_id: fileId,
      uploaded_by: '',
      media_type: mediaType,
      byte_size: content.length,
      sha256: hash('sha256', content, 'hex'),
      ...IN_ROWS,
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
  /** Where its bytes will lie: named before the first of them is there, so that none is ever without a row. */
  readonly position: ContentPosition
}

/** The upload of this principal, once: whoever comes second finds none. It is not removed while its bytes arrive. */
export const claimUpload = (
  tx: TenantTx,
  { fileId, uploadedBy, now, until, position }: UploadClaim,
): Promise<DocumentFile | undefined> =>
  tx.db
    .updateTable('document_file')
    .set((eb) => ({
      ...position,
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

/** Undefined where the file is gone. */
export const positionOf = (reader: TenantReader, fileId: string): Promise<ContentPosition | undefined> =>
  reader.db
    .selectFrom('document_file')
    .select(['place', 'content_id'])
    .where('tenant_id', '=', reader.tenantId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()

/** Removes a file that nothing leads to, with its pieces: at most as many as the largest file has. Content beside the store is noted as over. */
export const removeFile = async (tx: TenantTx, fileId: string, dueAt: number): Promise<void> => {
  await noteContentOver(tx, fileId, dueAt)
  await removePieces(tx, fileId)
  await tx.db.deleteFrom('document_file').where('tenant_id', '=', tx.tenantId).where('file_id', '=', fileId).execute()
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

/** Whether a file of any tenant has its bytes in that place; not one whose bytes are only coming. */
export const hasFilesIn = async (reader: PlatformReader, place: PlaceKind): Promise<boolean> => {
  const found = await reader.db
    .selectFrom('document_file')
    .select('file_id')
    .where('place', '=', place)
    .where('arrived_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type FileInRows = FileOfTenant & Pick<DocumentFile, 'byte_size' | 'sha256'>

/** The next file whose bytes are rows of the store, in the order of their names; none of a person's own report (threats row 371). */
export const nextFileInRows = (reader: PlatformReader, after: FileOfTenant): Promise<FileInRows | undefined> =>
  reader.db
    .selectFrom('document_file')
    .select(['tenant_id as tenantId', 'file_id as fileId', 'byte_size', 'sha256'])
    .where('content_id', 'is', null)
    .where('expires_at', 'is', null)
    .where('file_id', 'not like', `${prefixFor('own-report')}_%`)
    .where(sql<boolean>`(tenant_id, file_id) > (${after.tenantId}, ${after.fileId})`)
    .orderBy('tenant_id')
    .orderBy('file_id')
    .limit(1)
    .executeTakeFirst()

/** From now on its bytes are those beside the store. False where the file is over, or was moved meanwhile. */
export const moveOutOfRows = async (tx: TenantTx, fileId: string, position: ContentPosition): Promise<boolean> => {
  const moved = await tx.db
    .updateTable('document_file')
    .set(position)
    .where('tenant_id', '=', tx.tenantId)
    .where('file_id', '=', fileId)
    .where('content_id', 'is', null)
    .where('expires_at', 'is', null)
    .returning('file_id')
    .executeTakeFirst()
  if (moved) await removePieces(tx, fileId)
  return moved !== undefined
}

const removePieces = async (tx: TenantTx, fileId: string): Promise<void> => {
  await tx.db.deleteFrom('document_piece').where('tenant_id', '=', tx.tenantId).where('file_id', '=', fileId).execute()
}
