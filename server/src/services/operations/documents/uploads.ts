/**
 * Brings the bytes of a file to their place in two steps (data §9): what it will be is said first, then the bytes come
 * once, and are kept only where they are that. Whatever goes wrong leaves nothing.
 */
import { createHash } from 'node:crypto'
import { addSeconds } from '../../../domain/clock.ts'
import { Failure } from '../../../domain/failure.ts'
import { startOfDay } from '../../../domain/interval.ts'
import {
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENT_FILES,
  MAX_DOCUMENT_SPACE_BYTES,
  MAX_OPEN_UPLOADS,
  MAX_TRANSFER_SECONDS,
  UPLOAD_SECONDS,
} from '../../../domain/limits.ts'
import {
  ContentCheck,
  isMediaType,
  MEDIA_TYPES,
  type MediaType,
} from '../../../domain/operations/documents/media-type.ts'
import { prefixFor, purposeOf, type UploadPurpose } from '../../../domain/operations/documents/upload-purpose.ts'
import { fullHourAfter } from '../../../domain/operations/safety/held-act.ts'
import type { Problem } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { ContentGone, PlaceUnavailable } from '../../../storage/contents/content-place.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import {
  type ContentPosition,
  claimUpload,
  type DocumentFile,
  documentSpace,
  insertUpload,
  lockDocumentSpace,
  noteArrival,
  openUploads,
  PIECE_BYTES,
  removeFile,
} from '../../../storage/operations/documents/document-files.ts'
import { newId, type WorldAt } from '../../world.ts'
import type { Desk } from '../desk.ts'
import { nameOf, newPosition, placeOf, removeContent } from './content.ts'

export interface UploadInput {
  readonly mediaType: string
  readonly byteSize: number
  readonly sha256: string
}

export interface Upload {
  readonly uploadId: string
  readonly expiresAt: number
}

const problemsOf = ({ mediaType, byteSize, sha256 }: UploadInput): Problem[] => [
  ...(isMediaType(mediaType)
    ? []
    : [{ path: ['mediaType'], message: `mediaType is one of ${Object.keys(MEDIA_TYPES).join(', ')}` }]),
  ...(byteSize >= 1 && byteSize <= MAX_DOCUMENT_BYTES
    ? []
    : [{ path: ['byteSize'], message: `byteSize is from 1 to ${MAX_DOCUMENT_BYTES}` }]),
  ...(/^[0-9a-f]{64}$/.test(sha256)
    ? []
    : [{ path: ['sha256'], message: 'sha256 is the SHA-256 of the content as 64 hexadecimal digits, in lower case' }]),
]

/** The space is taken when an upload begins, so that none that was allowed finds no room (threats row 248). */
const refuseBeyondSpace = async (tx: TenantTx, { byteSize }: UploadInput, { uploadedBy }: Uploader): Promise<void> => {
  await lockDocumentSpace(tx)
  if ((await openUploads(tx, uploadedBy)) >= MAX_OPEN_UPLOADS) {
    const message = `${MAX_OPEN_UPLOADS} uploads are open already: use them, or wait ${UPLOAD_SECONDS / 60} minutes until they end`
    throw userError('LIMIT_EXCEEDED', message)
  }
  const { files, bytes } = await documentSpace(tx)
  if (files >= MAX_DOCUMENT_FILES || bytes + byteSize > MAX_DOCUMENT_SPACE_BYTES) {
    const space = `${MAX_DOCUMENT_SPACE_BYTES / 1e9} GB in ${MAX_DOCUMENT_FILES} files`
    throw userError('LIMIT_EXCEEDED', `The operator's documents may take ${space}: delete what is not needed any more`)
  }
}

/** Who began an upload, as the store is told, and what for. */
export interface Uploader {
  readonly uploadedBy: string
  readonly purpose: UploadPurpose
}

/** Of what a reporter sends the day alone is kept, and its end is a full hour (data §11.2, ADR 207). */
const keptTime = (purpose: UploadPurpose, time: number): number => (purpose === 'own-report' ? startOfDay(time) : time)

const keptEnd = (purpose: UploadPurpose, time: number): number =>
  purpose === 'own-report' ? fullHourAfter(time) : time

export const beginUpload = async (
  tx: TenantTx,
  { world }: Pick<Desk, 'world'>,
  input: UploadInput,
  uploader: Uploader,
): Promise<Upload> => {
  refuseProblems(problemsOf(input), ['input'])
  await refuseBeyondSpace(tx, input, uploader)
  const { purpose, uploadedBy } = uploader
  const now = await tx.now()
  const expiresAt = keptEnd(purpose, addSeconds(now, UPLOAD_SECONDS))
  const uploadId = newId(world, prefixFor(purpose))
  const { mediaType: media_type, byteSize: byte_size, sha256 } = input
  const file = { file_id: uploadId, uploaded_by: uploadedBy, media_type, byte_size, sha256 }
  await insertUpload(tx, file, { createdAt: keptTime(purpose, now), expiresAt })
  return { uploadId, expiresAt }
}

export const startUpload = (
  tx: TenantTx,
  desk: Desk,
  input: UploadInput,
  purpose: 'document' | 'safety',
): Promise<Upload> => beginUpload(tx, desk, input, { uploadedBy: desk.principal.actorKey, purpose })

/** What is written by one transaction, and so the most that an upload holds in memory. */
export const UPLOAD_BLOCK_BYTES = 4 * PIECE_BYTES

/** Where an upload writes: its claim and its end only while the principal may, its pieces in the lane of transfers. */
export interface UploadPlaces {
  readonly guarded: WorldAt
  readonly pieces: WorldAt
  /** Bound to no request: for what must be done though the sender is gone. */
  readonly unbound: WorldAt
}

const noSuchUpload = (): Failure =>
  new Failure('not_found', 'There is no such upload: it is over, was sent before, or another one began it')

type ClaimedFile = DocumentFile & ContentPosition

const claim = ({ guarded }: UploadPlaces, fileId: string, uploadedBy: string): Promise<ClaimedFile> =>
  guarded.write(async (tx) => {
    const purpose = purposeOf(fileId)
    const time = await tx.now()
    const until = keptEnd(purpose, addSeconds(time, 2 * MAX_TRANSFER_SECONDS))
    const position = newPosition(guarded, purpose)
    const file = await claimUpload(tx, { fileId, uploadedBy, now: keptTime(purpose, time), until, position })
    if (!file) throw noSuchUpload()
    return { ...file, ...position }
  })

const wrong = (message: string): Failure =>
  new Failure('invalid_request', `${message}: nothing was kept, begin a new upload`)

/** Throws where the content is not what was announced. */
const checked = async (
  { media_type, byte_size, sha256 }: DocumentFile,
  content: AsyncIterable<Buffer>,
  take: (block: Buffer) => Promise<void>,
): Promise<void> => {
  const hash = createHash('sha256')
  const check = new ContentCheck(media_type as MediaType)
  let received = 0
  for await (const block of content) {
    received += block.length
    if (received > byte_size) throw wrong(`More bytes came than the ${byte_size} that were announced`)
    hash.update(block)
    check.take(block)
    await take(block)
  }
  if (received < byte_size) throw wrong(`${received} bytes came, ${byte_size} were announced`)
  const found = hash.digest('hex')
  if (found !== sha256) throw wrong(`The SHA-256 of what came is ${found}, announced was ${sha256}`)
  const problem = check.problem()
  if (problem !== null) throw wrong(problem)
}

/** Writes the content block by block. */
const takeContent = async (at: WorldAt, file: ClaimedFile, content: AsyncIterable<Buffer>): Promise<void> => {
  const announced = { byteSize: file.byte_size, sha256: file.sha256 }
  const writer = await placeOf(at, file).begin(nameOf(at, file), announced)
  try {
    await checked(file, content, (block) => writer.write(block))
    await writer.finish()
  } catch (error) {
    await writer.giveUp()
    throw error instanceof ContentGone ? noSuchUpload() : error
  }
}

/**
 * Where this fails too, the jobs remove row and content once the upload's time is over. A bucket, or a place that was
 * lost, may still make something of what it got: its content is removed when nothing can be on its way any more.
 */
const leaveNothing = async (at: WorldAt, file: ClaimedFile, error: unknown): Promise<void> => {
  const mayComeLate = error instanceof PlaceUnavailable || placeOf(at, file).mayComeLate
  try {
    await at.write(async (tx) => {
      const now = await tx.realNow()
      await removeFile(tx, file.file_id, mayComeLate ? addSeconds(now, 2 * MAX_TRANSFER_SECONDS) : now)
    })
    if (!mayComeLate) await removeContent(at, file)
  } catch {}
}

export interface SentFile {
  readonly fileId: string
  readonly uploadedBy: string
  readonly length: number | null
  /** Blocks of UPLOAD_BLOCK_BYTES but for the last, each overwritten by the next. */
  readonly content: AsyncIterable<Buffer>
}

/** Takes the bytes of an upload. A second sender of the same upload finds none; one that fails has to begin anew. */
export const receiveUpload = async (places: UploadPlaces, sent: SentFile): Promise<void> => {
  const file = await claim(places, sent.fileId, sent.uploadedBy)
  try {
    if (sent.length !== null && sent.length !== file.byte_size) {
      throw wrong(`The body has ${sent.length} bytes, ${file.byte_size} were announced`)
    }
    await takeContent(places.pieces, file, sent.content)
    await places.guarded.write(async (tx) => {
      const arrivedAt = keptTime(purposeOf(file.file_id), await tx.now())
      if (!(await noteArrival(tx, file.file_id, arrivedAt))) throw noSuchUpload()
    })
  } catch (error) {
    await leaveNothing(places.unbound, file, error)
    throw error
  }
}
