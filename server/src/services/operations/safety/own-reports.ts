/** What a person does with reports of their own: sends, withdraws, and answers the safety office. */
import { Failure } from '../../../domain/failure.ts'
import { DAY_MS } from '../../../domain/interval.ts'
import type { SafetyOriginal } from '../../../domain/operations/safety/safety-original.ts'
import {
  isWorkedOn,
  SAFETY_LIFE_CYCLE,
  SAFETY_REPORT_RECORD,
  type SafetyReport,
  type SafetyStatus,
} from '../../../domain/operations/safety/safety-report.ts'
import { stepsOf } from '../../../domain/operations/step.ts'
import { userError } from '../../../domain/user-error.ts'
import { lockOwner } from '../../../storage/operations/logbook/logbook-owner.ts'
import { originalsOf } from '../../../storage/operations/safety/safety-originals.ts'
import { SAFETY_REPORT, waitingCount } from '../../../storage/operations/safety/safety-reports.ts'
import { changeRecord, expectVersion, lockRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx, writingAs } from '../../../storage/view.ts'
import type { NoticePlace } from '../../notices/give-notice.ts'
import { writeMessage } from '../conversations/conversations.ts'
import type { Desk } from '../desk.ts'
import { illegalStep } from '../illegal-step.ts'
import { newReport, type SafetyReportInput } from './new-report.ts'
import { tellMandatory } from './tell-mandatory.ts'

/** Reports of one person that nobody has taken up yet, or that came within a day: withdrawn ones count too. */
export const MAX_WAITING_REPORTS = 50

/** The person is locked: of two reports at once, each counts the other (threats row 325). */
const ownUser = async (tx: ViewTx, userId: string | null): Promise<string> => {
  if (userId !== null && (await lockOwner(tx, userId))) return userId
  throw new Failure('invalid_token', 'This token belongs to no user')
}

/** Read with the view of the person alone, whoever the principal is. */
export const sendReport = async (
  tx: ViewTx,
  desk: Desk,
  place: NoticePlace,
  asked: { readonly userId: string | null; readonly input: SafetyReportInput },
): Promise<SafetyReport> => {
  const userId = await ownUser(tx, asked.userId)
  if ((await waitingCount(tx, userId, (await tx.now()) - DAY_MS)) >= MAX_WAITING_REPORTS) {
    const message = `${MAX_WAITING_REPORTS} of your reports wait, or came within 24 hours: call the safety office`
    throw userError('LIMIT_EXCEEDED', message)
  }
  const report = await newReport(writingAs(tx, { of: 'person', userId }), desk, asked.input, userId)
  await tellMandatory(tx, place, report)
  return report
}

interface OwnReport {
  readonly userId: string | null
  readonly safetyReportId: string
}

/** Another person's report reads as if it did not exist (threats row 325). */
const lockOwn = async (
  tx: ViewTx,
  { userId: asked, safetyReportId }: OwnReport,
): Promise<{ readonly report: SafetyReport; readonly sent: SafetyOriginal }> => {
  const userId = await ownUser(tx, asked)
  const path = ['safetyReportId']
  const original = (await originalsOf(tx, [safetyReportId])).get(safetyReportId)
  if (original?.userId !== userId) throw userError('NOT_FOUND', 'There is no such safety report', path)
  return { report: await lockRecord(unrestricted(tx), SAFETY_REPORT, safetyReportId, path), sent: original }
}

interface OwnStatusSet extends OwnReport {
  readonly status: SafetyStatus
  readonly expectedVersion: number
}

export const setOwnStatus = async (
  tx: ViewTx,
  { status: to, expectedVersion, ...own }: OwnStatusSet,
): Promise<SafetyReport> => {
  const { report, sent } = await lockOwn(tx, own)
  expectVersion(report, expectedVersion)
  const { status, legalType, reportedToAuthorityAt } = report
  if (stepsOf(SAFETY_LIFE_CYCLE, { from: status, to, by: 'set' }, 'person').length === 0) {
    throw illegalStep(SAFETY_REPORT_RECORD, status, to, ['status'])
  }
  if (legalType === 'MANDATORY' && reportedToAuthorityAt !== null) {
    throw userError('LOCKED', 'It went to the authority, as the law asks: it is not withdrawn', ['safetyReportId'])
  }
  if (isWorkedOn(report, sent)) {
    throw userError('LOCKED', 'The safety office works on it already: write to the office instead', ['safetyReportId'])
  }
  return changeRecord(tx, SAFETY_REPORT, report, { status: to })
}

/** The message names nobody; the safety office is told that there is one. */
export const answerOffice = async (
  tx: ViewTx,
  desk: Desk,
  place: NoticePlace,
  { text, ...own }: OwnReport & { readonly text: string },
): Promise<SafetyReport> => {
  const { report } = await lockOwn(tx, own)
  const { safetyReportId } = report
  const participant = { side: 'REPORTER', name: `reporter/${safetyReportId}`, isPerson: true } as const
  const subject = { entity: 'SAFETY_REPORT', entityId: safetyReportId } as const
  await writeMessage(unrestricted(tx), desk, place, { text, participant, ...subject })
  return report
}
