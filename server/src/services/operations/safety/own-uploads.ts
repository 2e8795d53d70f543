/**
 * Files that people send with reports of their own. Whether the report will be OPEN is not known yet, so that no row
 * ever has who sent one: what is kept is a hash of the person that is keyed with a secret of the upload, which only the
 * sender has (data §11.8, ADR 207).
 */
import { Failure } from '../../../domain/failure.ts'
import { HOUR_MS, startOfDay } from '../../../domain/interval.ts'
import { MAX_OWN_REPORT_BYTES_A_DAY } from '../../../domain/limits.ts'
import { fullHourAfter } from '../../../domain/operations/safety/held-act.ts'
import {
  MAX_ATTACHMENTS,
  type SafetyAttachment,
  titleOfOwn,
} from '../../../domain/operations/safety/safety-attachment.ts'
import { randomText, secretHash } from '../../../domain/secret.ts'
import { userError } from '../../../domain/user-error.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import {
  attachFiles,
  ownReportBytesSince,
  takeReportersFile,
  uploadedByReporter,
} from '../../../storage/operations/safety/safety-files.ts'
import { newId } from '../../world.ts'
import type { Desk } from '../desk.ts'
import { noSuchFile } from '../documents/take-file.ts'
import { beginUpload, type Upload, type UploadInput } from '../documents/uploads.ts'
import { HourlyAllowance } from './hourly-allowance.ts'

const UPLOADS_AN_HOUR = new HourlyAllowance(30)
const KEY_LENGTH = 32

/** Held until the full hour, and for as long as a server that stands still may need. */
const HELD_MS = 30 * 24 * HOUR_MS

export interface OwnUpload extends Upload {
  readonly key: string
}

/** Who sends the bytes, in the place of a name. */
const reporterKeyed = (userId: string, key: string): string => uploadedByReporter(secretHash(`${key} ${userId}`))

export const startOwnUpload = async (
  tx: TenantTx,
  desk: Pick<Desk, 'world'>,
  { userId, input }: { readonly userId: string | null; readonly input: UploadInput },
): Promise<OwnUpload> => {
  if (userId === null) throw new Failure('invalid_token', 'This token belongs to no user')
  const key = randomText(KEY_LENGTH, desk.world.randomBytes)
  const upload = await beginUpload(tx, desk, input, {
    uploadedBy: reporterKeyed(userId, key),
    purpose: 'own-report',
  })
  if (!UPLOADS_AN_HOUR.take(tx, userId, await tx.now())) {
    throw userError('LIMIT_EXCEEDED', `${UPLOADS_AN_HOUR.most} files came from you within an hour: wait a while`)
  }
  await refuseBeyondDay(tx)
  return { ...upload, key }
}

/**
 * Who sends many cannot be told from those who send one: all share what a day takes of the operator's space. Looked at
 * last: before everything else is in order it would tell whoever asks that much was sent (threats row 394).
 */
const refuseBeyondDay = async (tx: TenantTx): Promise<void> => {
  const today = startOfDay(await tx.now())
  if ((await ownReportBytesSince(tx, today)) <= MAX_OWN_REPORT_BYTES_A_DAY) return
  const most = `${MAX_OWN_REPORT_BYTES_A_DAY / 1e9} GB`
  throw userError(
    'LIMIT_EXCEEDED',
    `Files of reports may take ${most} a day: send the report, and add the file tomorrow`,
  )
}

/** What the sender names the upload by: its id and its key. */
const SIGN = '.'

export const ownUploadId = ({ uploadId, key }: OwnUpload): string => `${uploadId}${SIGN}${key}`

interface TakenFrom {
  readonly fileId: string
  readonly uploadedBy: string
}

/** As a person names their own uploads. */
export const byReporter =
  (userId: string) =>
  (uploadId: string): TakenFrom => {
    const [fileId = '', key = ''] = uploadId.split(SIGN)
    return { fileId, uploadedBy: reporterKeyed(userId, key) }
  }

interface Taking {
  readonly uploadIds: readonly string[]
  readonly from: (uploadId: string) => TakenFrom
  /** How many the report has already. */
  readonly before: number
  /** They are kept so long, unless they are attached. */
  readonly until: number
}

const at = (index: number): readonly string[] => ['input', 'uploadIdList', `${index}`]

/** The files that somebody names for a report, each titled by what it is. */
export const takeFiles = async (
  tx: TenantTx,
  { world }: Pick<Desk, 'world'>,
  { uploadIds, from, before, until }: Taking,
): Promise<SafetyAttachment[]> => {
  if (before + uploadIds.length > MAX_ATTACHMENTS) {
    throw userError('LIMIT_EXCEEDED', `A report has at most ${MAX_ATTACHMENTS} files`, ['input', 'uploadIdList'])
  }
  const taken: SafetyAttachment[] = []
  for (const [index, uploadId] of uploadIds.entries()) {
    const file = await takeReportersFile(tx, { ...from(uploadId), until })
    if (!file) throw noSuchFile(at(index))
    const { file_id: fileId, media_type: mediaType, byte_size: byteSize, sha256 } = file
    const title = titleOfOwn(mediaType, before + index + 1)
    const safetyAttachmentId = newId(world, 'sat')
    taken.push({ safetyAttachmentId, title, fileId, mediaType, byteSize, sha256, isOfReporter: true })
  }
  return taken
}

/** How long files wait for a report that is made at the next full hour. */
export const heldUntil = (now: number): number => fullHourAfter(now) + HELD_MS

/** Those of the files that are still there, kept as long as the report; of when they came the day stays alone. */
export const attach = async (
  tx: TenantTx,
  documentList: readonly SafetyAttachment[],
  report: { readonly isOpen: boolean; readonly since: number },
): Promise<readonly SafetyAttachment[]> => {
  const ids = documentList.map(({ fileId }) => fileId)
  const kept = await attachFiles(tx, ids, { isOpen: report.isOpen, day: startOfDay(report.since) })
  return documentList.filter(({ fileId }) => kept.has(fileId))
}
