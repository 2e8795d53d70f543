/** What a person does with reports of their own: sends them, adds files, withdraws, and answers the safety office. */
import { Failure } from '../../../domain/failure.ts'
import { DAY_MS } from '../../../domain/interval.ts'
import { fullHourAfter, type HeldAct } from '../../../domain/operations/safety/held-act.ts'
import { ownAttachments, type SafetyAttachment } from '../../../domain/operations/safety/safety-attachment.ts'
import type { SafetyOriginal } from '../../../domain/operations/safety/safety-original.ts'
import {
  isOpen,
  isWorkedOn,
  SAFETY_LIFE_CYCLE,
  SAFETY_REPORT_RECORD,
  type SafetyReport,
  type SafetyStatus,
  titleUntilWritten,
} from '../../../domain/operations/safety/safety-report.ts'
import { stepsOf } from '../../../domain/operations/step.ts'
import { userError } from '../../../domain/user-error.ts'
import { type Warning, warning } from '../../../domain/warning.ts'
import { lockOwner } from '../../../storage/operations/logbook/logbook-owner.ts'
import { heldCount, insertHeld, isHeld } from '../../../storage/operations/safety/held-acts.ts'
import { originalsOf } from '../../../storage/operations/safety/safety-originals.ts'
import { anonymousWaiting, SAFETY_REPORT, waitingCount } from '../../../storage/operations/safety/safety-reports.ts'
import { changeRecord, expectVersion, lockRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx, writingAs } from '../../../storage/view.ts'
import type { NoticeRealm } from '../../notices/give-notice.ts'
import { newId } from '../../world.ts'
import { type MessageDesk, refuseMessageText, writeMessage } from '../conversations/conversations.ts'
import type { Desk } from '../desk.ts'
import type { UploadInput } from '../documents/uploads.ts'
import { illegalStep } from '../illegal-step.ts'
import { HourlyAllowance } from './hourly-allowance.ts'
import { draftReport, makeReport, type SafetyReportInput, withFiles } from './new-report.ts'
import { attach, byReporter, heldUntil, type OwnUpload, startOwnUpload, takeFiles } from './own-uploads.ts'
import { refuseOver } from './safety-reports.ts'
import { tellMandatory } from './tell-mandatory.ts'

/** Reports of one person that nobody has taken up yet, or that came within a day: withdrawn ones count too. */
export const MAX_WAITING_REPORTS = 50
/** Reports that nobody signed, in one operator: who sends many cannot be told from those who send one. */
const MAX_ANONYMOUS_WAITING = 200
const UNSIGNED_AN_HOUR = new HourlyAllowance(5)

/** The person is locked: of two reports at once, each counts the other (threats row 325). */
export const ownUser = async (tx: ViewTx, userId: string | null): Promise<string> => {
  if (userId !== null && (await lockOwner(tx, userId))) return userId
  throw new Failure('invalid_token', 'This token belongs to no user')
}

const refuseMore = (message: string): never => {
  throw userError('LIMIT_EXCEEDED', `${message}: call the safety office`)
}

/**
 * Of one that nobody signs it is not kept who sent it: all of them share a limit. Looked at last: before everything else
 * is in order it would tell whoever asks that somebody has just sent one (threats row 367).
 */
const refuseTooManyUnsigned = async (tx: ViewTx, userId: string): Promise<void> => {
  const waiting = (await anonymousWaiting(tx)) + (await heldCount(tx, null))
  if (waiting >= MAX_ANONYMOUS_WAITING) refuseMore(`${MAX_ANONYMOUS_WAITING} anonymous reports wait`)
  if (!UNSIGNED_AN_HOUR.take(tx, userId, await tx.now())) {
    refuseMore(`${UNSIGNED_AN_HOUR.most} anonymous reports came from you within an hour`)
  }
}

export const refuseTooMany = async (
  tx: ViewTx,
  userId: string,
  confidentiality: SafetyReport['confidentiality'],
): Promise<void> => {
  if (confidentiality === 'ANONYMOUS') return
  const waiting = (await waitingCount(tx, userId, (await tx.now()) - DAY_MS)) + (await heldCount(tx, userId))
  if (waiting >= MAX_WAITING_REPORTS) refuseMore(`${MAX_WAITING_REPORTS} of your reports wait, or came within 24 hours`)
}

/** What a person asks for, and how it came. */
export interface OwnAsked {
  readonly userId: string | null
  /** It came in a request about nothing else, of which no trace is left. */
  readonly leavesNoTrace: boolean
}

/** In a request that is logged, the log would tell who it was. */
const requireNoTrace = ({ leavesNoTrace }: OwnAsked): void => {
  if (leavesNoTrace) return
  const message =
    'What is not OPEN is sent in a request of its own: other fields of a request are logged with its sender'
  throw userError('NOT_ALLOWED', message)
}

const hold = async (tx: ViewTx, { world }: Pick<Desk, 'world'>, userId: string | null, act: HeldAct): Promise<void> =>
  insertHeld(tx, { heldId: newId(world, 'shd'), dueAt: fullHourAfter(await tx.now()), userId, act })

/** The report is null where it is made at the next full hour. */
export interface OwnOutcome {
  readonly safetyReport: SafetyReport | null
  readonly warningList: readonly Warning[]
}

const HELD = warning(
  'HELD_UNTIL_FULL_HOUR',
  'It reaches the safety office at the next full hour, so that the minute tells nobody who sent it',
)

/** Whether the report will be OPEN is not known yet: none of its files leaves a trace. */
export const beginOwnUpload = (
  tx: ViewTx,
  desk: Pick<Desk, 'world'>,
  asked: OwnAsked & { readonly input: UploadInput },
): Promise<OwnUpload> => {
  requireNoTrace(asked)
  return startOwnUpload(tx, desk, asked)
}

const takeOwn = async (
  tx: ViewTx,
  desk: Pick<Desk, 'world'>,
  {
    userId,
    uploadIds,
    before,
  }: { readonly userId: string; readonly uploadIds: readonly string[]; readonly before: number },
): Promise<SafetyAttachment[]> =>
  takeFiles(tx, desk, { uploadIds, from: byReporter(userId), before, until: heldUntil(await tx.now()) })

/** Read with the view of the person alone, whoever the principal is. */
export const sendReport = async (
  tx: ViewTx,
  desk: Desk,
  place: NoticeRealm,
  asked: OwnAsked & { readonly input: SafetyReportInput },
): Promise<OwnOutcome> => {
  const { input } = asked
  if (!isOpen(input)) requireNoTrace(asked)
  const userId = await ownUser(tx, asked.userId)
  await refuseTooMany(tx, userId, input.confidentiality)
  const written = await draftReport(writingAs(tx, { of: 'person', userId }), desk, input, userId)
  const drafted = withFiles(
    written,
    await takeOwn(tx, desk, { userId, uploadIds: input.uploadIdList ?? [], before: 0 }),
  )
  if (input.confidentiality === 'ANONYMOUS') await refuseTooManyUnsigned(tx, userId)
  if (!isOpen(input)) {
    await hold(tx, desk, drafted.original.userId, { kind: 'REPORT', ...drafted })
    return { safetyReport: null, warningList: [HELD] }
  }
  const report = await makeReport(tx, desk, drafted, await tx.now())
  await tellMandatory(tx, place, report)
  return { safetyReport: report, warningList: [] }
}

export interface OwnReport extends OwnAsked {
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

export interface OwnStatusSet extends OwnReport {
  readonly status: SafetyStatus
  readonly expectedVersion: number
}

export const refuseWithdrawal = (report: SafetyReport, to: SafetyStatus, sent: SafetyOriginal): void => {
  const { status, legalType, reportedToAuthorityAt } = report
  if (stepsOf(SAFETY_LIFE_CYCLE, { from: status, to, by: 'set' }, 'person').length === 0) {
    throw illegalStep(SAFETY_REPORT_RECORD, status, to, ['status'])
  }
  if (legalType === 'MANDATORY' && reportedToAuthorityAt !== null) {
    throw userError('LOCKED', 'It went to the authority, as the law asks: it is not withdrawn', ['safetyReportId'])
  }
  if (isWorkedOn(report, isOpen(report) ? sent : { title: titleUntilWritten(report), narrative: '' })) {
    throw userError('LOCKED', 'The safety office works on it already: write to the office instead', ['safetyReportId'])
  }
}

export const setOwnStatus = async (
  tx: ViewTx,
  desk: Pick<Desk, 'world'>,
  { status: to, expectedVersion, ...own }: OwnStatusSet,
): Promise<OwnOutcome> => {
  const { report, sent } = await lockOwn(tx, own)
  expectVersion(report, expectedVersion)
  refuseWithdrawal(report, to, sent)
  if (isOpen(report))
    return { safetyReport: await changeRecord(tx, SAFETY_REPORT, report, { status: to }), warningList: [] }
  const act = { kind: 'WITHDRAWAL', safetyReportId: report.safetyReportId } as const
  // Sent twice it is one act: the second would be left at the full hour, and count until then.
  if (own.userId !== null && (await isHeld(tx, own.userId, act))) return { safetyReport: report, warningList: [HELD] }
  return holdAbout(tx, desk, own, { safetyReport: report, act })
}

const holdAbout = async (
  tx: ViewTx,
  desk: Pick<Desk, 'world'>,
  own: OwnReport,
  { safetyReport, act }: { readonly safetyReport: SafetyReport; readonly act: HeldAct },
): Promise<OwnOutcome> => {
  requireNoTrace(own)
  if ((await heldCount(tx, own.userId)) >= MAX_WAITING_REPORTS) refuseMore(`${MAX_WAITING_REPORTS} of yours wait`)
  await hold(tx, desk, own.userId, act)
  return { safetyReport, warningList: [HELD] }
}

export const writeAsReporter = async (
  tx: ViewTx,
  desk: MessageDesk,
  place: NoticeRealm,
  { safetyReportId, text }: { readonly safetyReportId: string; readonly text: string },
): Promise<void> => {
  const participant = { side: 'REPORTER', name: `reporter/${safetyReportId}`, isPerson: true } as const
  const subject = { entity: 'SAFETY_REPORT', entityId: safetyReportId } as const
  await writeMessage(unrestricted(tx), desk, place, { text, participant, ...subject })
}

/** The message names nobody; the safety office is told that there is one. */
export const answerOffice = async (
  tx: ViewTx,
  desk: Desk,
  place: NoticeRealm,
  { text, ...own }: OwnReport & { readonly text: string },
): Promise<OwnOutcome> => {
  const { report } = await lockOwn(tx, own)
  const { safetyReportId } = report
  if (!isOpen(report)) {
    refuseMessageText(text)
    return holdAbout(tx, desk, own, { safetyReport: report, act: { kind: 'ANSWER', safetyReportId, text } })
  }
  await writeAsReporter(tx, desk, place, { safetyReportId, text })
  return { safetyReport: report, warningList: [] }
}

interface FilesAdded extends OwnReport {
  readonly uploadIdList: readonly string[]
  /** A field that would be written over. */
  readonly written: string | undefined
  readonly expectedVersion: number
}

/** What was sent stays as it is; files can be added as long as the report is not over. */
export const addOwnFiles = async (
  tx: ViewTx,
  desk: Pick<Desk, 'world'>,
  { uploadIdList: uploadIds, written, expectedVersion, ...own }: FilesAdded,
): Promise<OwnOutcome> => {
  const { report, sent } = await lockOwn(tx, own)
  expectVersion(report, expectedVersion)
  refuseOver(report, ['safetyReportId'])
  if (written !== undefined) {
    throw userError('LOCKED', 'It was sent as it is: add files, or write to the safety office', ['input', written])
  }
  const before = ownAttachments(report, sent).length
  const files = await takeOwn(tx, desk, { userId: sent.userId ?? '', uploadIds, before })
  const { safetyReportId } = report
  if (!isOpen(report)) {
    return holdAbout(tx, desk, own, {
      safetyReport: report,
      act: { kind: 'ATTACHMENT', safetyReportId, documentList: files },
    })
  }
  const kept = await attach(tx, files, { isOpen: true, since: await tx.now() })
  const documentList = [...report.documentList, ...kept]
  return { safetyReport: await changeRecord(tx, SAFETY_REPORT, report, { documentList }), warningList: [] }
}
