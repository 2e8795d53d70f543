/**
 * What a person does with reports of their own that may be drafts: keeps, changes, sends and drops them. A draft is no
 * report yet: it is in no list, feed, count or log but its writer's, and only OPEN ones are kept, because a draft has its
 * writer's name (data §11.9, ADR 207).
 */
import { DAY_MS, startOfDay } from '../../../domain/interval.ts'
import {
  DRAFT_DAYS,
  type DraftText,
  MAX_DRAFTS,
  type SafetyDraft,
} from '../../../domain/operations/safety/safety-draft.ts'
import {
  isOpen,
  SAFETY_LIFE_CYCLE,
  SAFETY_REPORT_RECORD,
  type SafetyReport,
  type SafetyStatus,
} from '../../../domain/operations/safety/safety-report.ts'
import { stepsOf } from '../../../domain/operations/step.ts'
import { userError } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { draftsOf, findDraft, removeDraft, writeDraft } from '../../../storage/operations/safety/safety-drafts.ts'
import { abandonFiles, keepFilesUntil } from '../../../storage/operations/safety/safety-files.ts'
import { expectVersion } from '../../../storage/records.ts'
import { type ViewTx, writingAs } from '../../../storage/view.ts'
import type { NoticeRealm } from '../../notices/give-notice.ts'
import type { Desk, Given } from '../desk.ts'
import { illegalStep } from '../illegal-step.ts'
import { type Drafted, draftReport, makeReport, type SafetyReportInput, withFiles } from './new-report.ts'
import {
  addOwnFiles,
  type OwnAsked,
  type OwnReport,
  type OwnStatusSet,
  ownUser,
  refuseTooMany,
  sendReport,
  setOwnStatus,
} from './own-reports.ts'
import { byReporter, takeFiles } from './own-uploads.ts'
import { tellMandatory } from './tell-mandatory.ts'

/** Null where it is made at the next full hour, or was a draft that is gone. */
interface Outcome {
  readonly safetyReport: SafetyReport | SafetyDraft | null
  readonly warningList: readonly Warning[]
}

const done = (safetyReport: Outcome['safetyReport']): Outcome => ({ safetyReport, warningList: [] })

const refuseUnlessOpen = (report: Pick<SafetyReport, 'confidentiality'>): void => {
  if (isOpen(report)) return
  const message =
    'A draft is kept with its writer: one that is not OPEN stays on your device until you send it with mySafetyReportCreate'
  throw userError('NOT_ALLOWED', message, ['input', 'confidentiality'])
}

const refuseExternalIds = ({ externalIdList }: Pick<SafetyReportInput, 'externalIdList'>): void => {
  if (!externalIdList || externalIdList.length === 0) return
  throw userError('VALIDATION', 'A draft has no external ids: no other system knows it', ['input', 'externalIdList'])
}

const endOf = (now: number): number => startOfDay(now) + DRAFT_DAYS * DAY_MS

const checked = (tx: ViewTx, desk: Desk, input: SafetyReportInput, userId: string): Promise<Drafted> =>
  draftReport(writingAs(tx, { of: 'person', userId }), desk, input, userId)

const textOf = (input: SafetyReportInput, { report, original }: Drafted): DraftText => ({
  legalType: report.legalType,
  subject: report.subject,
  title: original.title,
  narrative: original.narrative,
  occurredAt: original.occurredAt,
  airport: input.airport ?? null,
  airportId: original.airportId,
  flightId: original.flightId,
  aircraftId: input.aircraftId ?? null,
  dutyId: original.dutyId,
})

type Sending = OwnAsked & { readonly input: SafetyReportInput & { readonly submit?: Given<boolean> } }

const keepDraft = async (tx: ViewTx, desk: Desk, { input, ...asked }: Sending): Promise<Outcome> => {
  refuseUnlessOpen(input)
  refuseExternalIds(input)
  const userId = await ownUser(tx, asked.userId)
  if ((await draftsOf(tx, userId)).length >= MAX_DRAFTS) {
    throw userError('LIMIT_EXCEEDED', `You have ${MAX_DRAFTS} drafts: send one, or withdraw it`)
  }
  const drafted = await checked(tx, desk, input, userId)
  const now = await tx.now()
  const until = endOf(now)
  const files = { uploadIds: input.uploadIdList ?? [], from: byReporter(userId), before: 0, until }
  const kept: SafetyDraft = {
    safetyReportId: drafted.report.safetyReportId,
    userId,
    draft: textOf(input, drafted),
    documentList: await takeFiles(tx, desk, files),
    version: 1,
    createdAt: now,
  }
  await writeDraft(tx, kept, until)
  return done(kept)
}

export const sendOrKeep = (tx: ViewTx, desk: Desk, place: NoticeRealm, asked: Sending): Promise<Outcome> =>
  asked.input.submit === false ? keepDraft(tx, desk, asked) : sendReport(tx, desk, place, asked)

/** As if it was written now: what it names may be gone since. It keeps its id. */
const sendDraft = async (
  tx: ViewTx,
  desk: Desk,
  place: NoticeRealm,
  { safetyReportId, userId, draft, documentList }: SafetyDraft,
): Promise<Outcome> => {
  await refuseTooMany(tx, userId, 'OPEN')
  const { report, original } = await checked(tx, desk, inputOf(draft), userId)
  const named = { report: { ...report, safetyReportId }, original: { ...original, safetyReportId } }
  const sent = await makeReport(tx, desk, withFiles(named, documentList), await tx.now())
  await tellMandatory(tx, place, sent)
  return done(sent)
}

const inputOf = ({ airportId: _, ...text }: DraftText): SafetyReportInput => ({ ...text, confidentiality: 'OPEN' })

export type OwnChange = Partial<{ readonly [Name in keyof SafetyReportInput]: Given<SafetyReportInput[Name]> }> & {
  readonly submit?: Given<boolean>
}

/** What a report cannot be without. */
const NEEDED = ['legalType', 'subject', 'confidentiality', 'title', 'narrative', 'occurredAt'] as const

const inputAfter = (before: DraftText, change: OwnChange): SafetyReportInput => {
  const missing = NEEDED.find((field) => change[field] === null)
  if (missing) throw userError('VALIDATION', 'A value is required', ['input', missing])
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...inputOf(before), ...given } as SafetyReportInput
}

interface Changing extends OwnReport {
  readonly input: OwnChange
  readonly expectedVersion: number
}

const changeDraft = async (tx: ViewTx, desk: Desk, before: SafetyDraft, change: OwnChange): Promise<SafetyDraft> => {
  const { userId } = before
  const input = inputAfter(before.draft, change)
  refuseUnlessOpen(input)
  const drafted = await checked(tx, desk, input, userId)
  const until = endOf(await tx.now())
  const kept = before.documentList
  await keepFilesUntil(
    tx,
    kept.map(({ fileId }) => fileId),
    until,
  )
  const added = await takeFiles(tx, desk, {
    uploadIds: change.uploadIdList ?? [],
    from: byReporter(userId),
    before: kept.length,
    until,
  })
  const after = {
    ...before,
    draft: textOf(input, drafted),
    documentList: [...kept, ...added],
    version: before.version + 1,
  }
  await writeDraft(tx, after, until)
  return after
}

/** What a change says beside new files. */
const writtenIn = ({ uploadIdList: _, ...change }: OwnChange): string | undefined =>
  Object.entries(change).find(([, value]) => value !== undefined)?.[0]

/** Changes a draft, and sends it where that is asked for; to a report that was sent files are added. */
export const changeOwn = async (
  tx: ViewTx,
  desk: Desk,
  place: NoticeRealm,
  { input, expectedVersion, ...own }: Changing,
): Promise<Outcome> => {
  const draft = await draftAsked(tx, own)
  if (!draft) {
    const files = { uploadIdList: input.uploadIdList ?? [], written: writtenIn(input) }
    return addOwnFiles(tx, desk, { ...own, expectedVersion, ...files })
  }
  expectVersion(draft, expectedVersion)
  const after = await changeDraft(tx, desk, draft, input)
  if (input.submit !== true) return done(after)
  await removeDraft(tx, after)
  return sendDraft(tx, desk, place, after)
}

/** The person is locked: of two who send one draft, the second finds none. */
const draftAsked = async (tx: ViewTx, { userId: asked, safetyReportId }: OwnReport): Promise<SafetyDraft | undefined> =>
  findDraft(tx, await ownUser(tx, asked), safetyReportId)

/** SUBMITTED sends a draft, WITHDRAWN takes back a report or drops a draft with its files. */
export const setOwn = async (tx: ViewTx, desk: Desk, place: NoticeRealm, asked: OwnStatusSet): Promise<Outcome> => {
  const draft = await draftAsked(tx, asked)
  if (!draft) return setOwnStatus(tx, desk, asked)
  expectVersion(draft, asked.expectedVersion)
  refuseDraftStep(asked.status)
  await removeDraft(tx, draft)
  if (asked.status === 'SUBMITTED') return sendDraft(tx, desk, place, draft)
  await abandonFiles(
    tx,
    draft.documentList.map(({ fileId }) => fileId),
    await tx.now(),
  )
  return done(null)
}

const refuseDraftStep = (to: SafetyStatus): void => {
  if (stepsOf(SAFETY_LIFE_CYCLE, { from: 'DRAFT', to, by: 'set' }, 'person').length > 0) return
  throw illegalStep(SAFETY_REPORT_RECORD, 'DRAFT', to, ['status'])
}
