/** Files that the safety office adds to a report. */
import {
  MAX_ATTACHMENT_TITLE,
  MAX_ATTACHMENTS,
  type SafetyAttachment,
} from '../../../domain/operations/safety/safety-attachment.ts'
import type { SafetyReport } from '../../../domain/operations/safety/safety-report.ts'
import { textProblems } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { SAFETY_REPORT } from '../../../storage/operations/safety/safety-reports.ts'
import { changeRecord, lockRecord } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { newId } from '../../world.ts'
import type { Desk } from '../desk.ts'
import { takeFile } from '../documents/take-file.ts'
import { refuseOver } from './safety-reports.ts'

interface Adding {
  readonly safetyReportId: string
  readonly title: string
  readonly uploadId: string
}

export const addAttachment = async (
  tx: ViewTx,
  desk: Desk,
  { safetyReportId, title, uploadId }: Adding,
): Promise<{ readonly safetyReport: SafetyReport }> => {
  refuseProblems(textProblems(['title'], title, { most: MAX_ATTACHMENT_TITLE, required: true }), [])
  const report = await lockRecord(tx, SAFETY_REPORT, safetyReportId, ['safetyReportId'])
  refuseOver(report, ['safetyReportId'])
  if (report.documentList.filter(({ isOfReporter }) => !isOfReporter).length >= MAX_ATTACHMENTS) {
    const message = `A report has at most ${MAX_ATTACHMENTS} files of the safety office`
    throw userError('LIMIT_EXCEEDED', message, ['safetyReportId'])
  }
  const file = await takeFile(tx, desk, uploadId, ['uploadId'])
  const added: SafetyAttachment = {
    safetyAttachmentId: newId(desk.world, 'sat'),
    title,
    fileId: file.file_id,
    mediaType: file.media_type,
    byteSize: file.byte_size,
    sha256: file.sha256,
    isOfReporter: false,
  }
  const documentList = [...report.documentList, added]
  return { safetyReport: await changeRecord(tx, SAFETY_REPORT, report, { documentList }) }
}
