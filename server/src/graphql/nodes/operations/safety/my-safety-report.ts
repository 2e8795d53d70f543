/** A person's own reports. Each is found by who sent it, whoever the principal is. */
import { OWN_UPLOAD, uploadFolder } from '../../../../domain/operations/documents/paths.ts'
import {
  type SafetyAttachment as Attachment,
  MAX_ATTACHMENTS,
  ownAttachments,
} from '../../../../domain/operations/safety/safety-attachment.ts'
import { DRAFT_DAYS, isDraft, MAX_DRAFTS, type SafetyDraft } from '../../../../domain/operations/safety/safety-draft.ts'
import type { SafetyOriginal } from '../../../../domain/operations/safety/safety-original.ts'
import type { SafetyReport } from '../../../../domain/operations/safety/safety-report.ts'
import { userError } from '../../../../domain/user-error.ts'
import type { SafetyReportInput as CreateInput } from '../../../../services/operations/safety/new-report.ts'
import { ownAttachmentPath } from '../../../../services/operations/safety/own-attachments.ts'
import { changeOwn, type OwnChange, sendOrKeep, setOwn } from '../../../../services/operations/safety/own-drafts.ts'
import { answerOffice, beginOwnUpload, type OwnAsked } from '../../../../services/operations/safety/own-reports.ts'
import { ownUploadId } from '../../../../services/operations/safety/own-uploads.ts'
import { messagesOf } from '../../../../storage/operations/conversations/messages.ts'
import { draftsOf, findDraft } from '../../../../storage/operations/safety/safety-drafts.ts'
import { originalsOf } from '../../../../storage/operations/safety/safety-originals.ts'
import { reportsSentBy, SAFETY_REPORT } from '../../../../storage/operations/safety/safety-reports.ts'
import { type ListRange, recordById } from '../../../../storage/records.ts'
import { unrestricted } from '../../../../storage/view.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { MIN_SECRET_KEY_LENGTH } from '../../../idempotency-claim.ts'
import { mutation } from '../../../mutation.ts'
import { usually } from '../../../operation/list-size.ts'
import { warningPayload } from '../../../payload.ts'
import { ownRecords } from '../../identity/me.ts'
import { askedPage, type Page, PageInfo, PageInput, pageOf } from '../../page.ts'
import { typeOf } from '../../records/record-type.ts'
import { Airport } from '../../reference/airport.ts'
import { airportOrNull } from '../../reference/airport-field.ts'
import { Message } from '../conversations/conversation.ts'
import { DocumentUploadInput, DocumentUploadPayload } from '../documents/document-upload.ts'
import { placeOf, SafetyReportInput } from './safety-report.ts'

const OWN = needs('own:safety')

/** The latest that the reporter reads at once. */
const MESSAGES_SHOWN = 100

const originalOf = async ({ loaders, reader }: QueryContext, safetyReportId: string): Promise<SafetyOriginal> =>
  (await loaders.load('originals of own reports', safetyReportId, (ids) => originalsOf(reader, ids))) as SafetyOriginal

interface OwnAttachment {
  readonly safetyReportId: string
  readonly attachment: Attachment
}

const MySafetyAttachment = builder.objectRef<OwnAttachment>('MySafetyAttachment').implement({
  ...OWN,
  description: 'A file that one sent with a report of one’s own.',
  fields: (t) => ({
    safetyAttachmentId: t.id({ resolve: ({ attachment }) => attachment.safetyAttachmentId }),
    title: t.string({ resolve: ({ attachment }) => attachment.title }),
    mediaType: t.string({ resolve: ({ attachment }) => attachment.mediaType }),
    byteSize: t.int({ resolve: ({ attachment }) => attachment.byteSize }),
    sha256: t.string({ resolve: ({ attachment }) => attachment.sha256 }),
    path: t.string({
      description: 'GET with the same token, or from a page of this address; no link is made, and nothing is noted.',
      resolve: ({ safetyReportId, attachment }) => ownAttachmentPath(safetyReportId, attachment),
    }),
  }),
})

/** One that was sent, or a draft. */
type Own = SafetyReport | SafetyDraft

/** What its reporter wrote. */
const wordsOf = async (own: Own, context: QueryContext): Promise<OwnWords> =>
  isDraft(own) ? own.draft : originalOf(context, own.safetyReportId)

type OwnWords = Pick<
  SafetyOriginal,
  'title' | 'narrative' | 'occurredAt' | 'airportId' | 'flightId' | 'aircraftId' | 'dutyId'
>

const MySafetyReport = builder.objectRef<Own>('MySafetyReport').implement({
  ...OWN,
  description: 'A report of one’s own, in one’s own words.',
  fields: (t) => ({
    safetyReportId: t.exposeID('safetyReportId'),
    reference: t.string({
      nullable: true,
      description: 'Null of a DRAFT.',
      resolve: (own) => (isDraft(own) ? null : own.reference),
    }),
    legalType: t.field({
      type: typeOf(SAFETY_REPORT, 'legalType'),
      resolve: (own) => (isDraft(own) ? own.draft : own).legalType,
    }),
    subject: t.field({
      type: typeOf(SAFETY_REPORT, 'subject'),
      resolve: (own) => (isDraft(own) ? own.draft : own).subject,
    }),
    confidentiality: t.field({
      type: typeOf(SAFETY_REPORT, 'confidentiality'),
      resolve: (own) => (isDraft(own) ? 'OPEN' : own.confidentiality),
    }),
    status: t.field({
      type: typeOf(SAFETY_REPORT, 'status'),
      resolve: (own) => (isDraft(own) ? 'DRAFT' : own.status),
    }),
    title: t.string({ resolve: async (own, _args, context) => (await wordsOf(own, context)).title }),
    narrative: t.string({ resolve: async (own, _args, context) => (await wordsOf(own, context)).narrative }),
    occurredAt: t.field({
      type: 'DateTime',
      resolve: async (own, _args, context) => (await wordsOf(own, context)).occurredAt,
    }),
    airport: t.field({
      type: Airport,
      nullable: true,
      resolve: async (own, _args, context) => airportOrNull(context, (await wordsOf(own, context)).airportId),
    }),
    flightId: t.id({
      nullable: true,
      resolve: async (own, _args, context) => (await wordsOf(own, context)).flightId,
    }),
    aircraftId: t.id({
      nullable: true,
      resolve: async (own, _args, context) => (await wordsOf(own, context)).aircraftId,
    }),
    dutyId: t.id({ nullable: true, resolve: async (own, _args, context) => (await wordsOf(own, context)).dutyId }),
    sentAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the safety office got it; null of a DRAFT.',
      resolve: (own) => (isDraft(own) ? null : own.createdAt),
    }),
    feedback: t.string({
      nullable: true,
      description: 'What the safety office tells at the end.',
      resolve: (own) => (isDraft(own) ? null : own.feedback),
    }),
    messageList: t.field({
      ...usually(3),
      type: [Message],
      description: `The latest ${MESSAGES_SHOWN} between the safety office and the reporter, in the order in which they were written.`,
      resolve: async ({ safetyReportId }, _args, { loaders, reader }) => {
        const latest = { after: null, isDescending: true, most: MESSAGES_SHOWN }
        const found = await loaders.loadList('messages of own reports', safetyReportId, (ids) =>
          messagesOf(reader, ids, latest),
        )
        return [...found].reverse()
      },
    }),
    documentList: t.field({
      ...usually(1),
      type: [MySafetyAttachment],
      description: 'What one sent along.',
      resolve: async (report, _args, context) => {
        const { safetyReportId } = report
        const sent = isDraft(report)
          ? report.documentList
          : ownAttachments(report, await originalOf(context, safetyReportId))
        return sent.map((attachment) => ({ safetyReportId, attachment }))
      },
    }),
    version: t.exposeInt('version'),
  }),
})

const MySafetyReportPage = builder.objectRef<Page<Own>>('MySafetyReportPage').implement({
  ...OWN,
  fields: (t) => ({
    nodeList: t.field({ type: [MySafetyReport], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const compared = (a: readonly (string | number)[], b: readonly (string | number)[]): number => {
  const at = a.findIndex((part, index) => part !== b[index])
  if (at < 0) return 0
  return (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
}

const sortKey = ({ createdAt, safetyReportId }: Own): readonly (string | number)[] => [createdAt, safetyReportId]

/** Drafts, of which a person has few, among a page of what was sent. */
const merged = (
  reports: readonly SafetyReport[],
  drafts: readonly SafetyDraft[],
  { after, isDescending, most }: ListRange,
): Own[] => {
  const sign = isDescending ? -1 : 1
  const isInRange = (own: Own) => !after || sign * compared(sortKey(own), after) > 0
  return [...reports, ...drafts.filter(isInRange)]
    .toSorted((a, b) => sign * compared(sortKey(a), sortKey(b)))
    .slice(0, most)
}

/** Null where it is nobody's, or somebody else's. */
const ownReport = async (context: QueryContext, safetyReportId: string): Promise<Own | null> => {
  const { user } = await ownRecords(context)
  const original = (await originalsOf(context.reader, [safetyReportId])).get(safetyReportId)
  if (!original) return (await findDraft(context.reader, user.user_id, safetyReportId)) ?? null
  if (original.userId !== user.user_id) return null
  return (await recordById(unrestricted(context.reader), SAFETY_REPORT, safetyReportId)) ?? null
}

builder.queryFields((t) => ({
  mySafetyReport: t.field({
    ...OWN,
    description: 'One of one’s own reports, or drafts.',
    type: MySafetyReport,
    nullable: true,
    args: { safetyReportId: t.arg.id({ required: true }) },
    resolve: (_root, { safetyReportId }, context) => ownReport(context, safetyReportId),
  }),
  mySafetyReportList: t.field({
    ...OWN,
    description: 'Own reports and drafts, newest first.',
    type: MySafetyReportPage,
    args: { page: t.arg({ type: PageInput }) },
    resolve: async (_root, { page }, context) => {
      const { user } = await ownRecords(context)
      const asked = askedPage('mySafetyReportList', page, ['number', 'string'], {})
      const range = { ...asked.range, isDescending: !asked.range.isDescending }
      const reports = await reportsSentBy(unrestricted(context.reader), user.user_id, range)
      const drafts = await draftsOf(context.reader, user.user_id)
      return pageOf(merged(reports, drafts, range), asked, ({ createdAt, safetyReportId }) => [
        createdAt,
        safetyReportId,
      ])
    },
  }),
}))

interface Written {
  /** All that the outcome of an idempotency key keeps: the text of a draft goes with it (threats row 392). */
  readonly safetyReport: Pick<Own, 'safetyReportId'> | null
}

const MySafetyReportPayload = warningPayload<Written>('MySafetyReportPayload', (t) => ({
  safetyReport: t.field({
    type: MySafetyReport,
    nullable: true,
    resolve: ({ safetyReport }, _args, context) => safetyReport && ownReport(context, safetyReport.safetyReportId),
  }),
}))

const idAlone = async <O extends Written>(doing: Promise<O>): Promise<O & Written> => {
  const { safetyReport, ...outcome } = await doing
  return { ...outcome, safetyReport: safetyReport && { safetyReportId: safetyReport.safetyReportId } } as O & Written
}

const MySafetyReportUpdateInput = builder.inputType('MySafetyReportUpdateInput', {
  description: 'What is absent stays, null clears. A report that was sent takes uploadIdList alone.',
  fields: (t) => ({
    legalType: t.field({ type: typeOf(SAFETY_REPORT, 'legalType') }),
    subject: t.field({ type: typeOf(SAFETY_REPORT, 'subject') }),
    confidentiality: t.field({
      type: typeOf(SAFETY_REPORT, 'confidentiality'),
      description: 'A draft is OPEN: what is not is sent anew.',
    }),
    title: t.string(),
    narrative: t.string(),
    occurredAt: t.field({ type: 'DateTime' }),
    airport: t.string(),
    flightId: t.id(),
    aircraftId: t.id(),
    dutyId: t.id(),
    uploadIdList: t.idList({ description: `Files to add; a report has at most ${MAX_ATTACHMENTS} of its reporter.` }),
    submit: t.boolean({ description: 'True: sends the draft as it is then.' }),
  }),
})

const askedBy = ({ principal, trace }: QueryContext): OwnAsked => ({
  userId: principal.userId,
  leavesNoTrace: trace.leavesNoTrace,
})

/** Whoever has the store could try short ones, and find who sent it. */
const refuseShortKey = ({ confidentiality }: { readonly confidentiality: string }, args: object): void => {
  const { idempotencyKey: key } = args as { readonly idempotencyKey?: string | null }
  if (confidentiality === 'OPEN' || !key || key.length >= MIN_SECRET_KEY_LENGTH) return
  const message = `The idempotency key of a report that is not OPEN has at least ${MIN_SECRET_KEY_LENGTH} random characters`
  throw userError('VALIDATION', message, ['idempotencyKey'])
}

builder.mutationFields((t) => {
  const safetyReportId = t.arg.id({ required: true })
  return {
    mySafetyReportCreate: mutation(t, {
      ...OWN,
      isSecret: true,
      description:
        'Sends a report to the safety office, or keeps an OPEN one as DRAFT. One that is not OPEN is sent in a request of its own and made at the next full hour: safetyReport is null, and an ANONYMOUS one is not among one’s own later either.',
      type: MySafetyReportPayload,
      args: { input: t.arg({ type: SafetyReportInput, required: true }) },
      write: (tx, { input, ...args }, context) => {
        refuseShortKey(input, args)
        return idAlone(sendOrKeep(tx, context, placeOf(context), { ...askedBy(context), input: input as CreateInput }))
      },
    }),
    mySafetyUploadStart: mutation(t, {
      ...OWN,
      isKeyless: true,
      description:
        'First step of an attachment to one’s own report, in a request about nothing else. Neither who sends it is kept nor the minute; the title is ours, but the file can itself name its author: a photo says when and with which device it was taken, a document who wrote it.',
      type: DocumentUploadPayload,
      args: { input: t.arg({ type: DocumentUploadInput, required: true }) },
      write: async (tx, { input }, context) => {
        const upload = await beginOwnUpload(tx, context, { ...askedBy(context), input })
        const uploadId = ownUploadId(upload)
        const path = `${uploadFolder(context.principal.kind)}${OWN_UPLOAD}?upload=${uploadId}`
        return { upload: { uploadId, path, expiresAt: upload.expiresAt } }
      },
    }),
    mySafetyReportUpdate: mutation(t, {
      ...OWN,
      isSecret: true,
      description: `Changes a DRAFT, or adds files to a report of one’s own that is not over; to one that is not OPEN at the next full hour. A draft goes ${DRAFT_DAYS} days after its last change; ${MAX_DRAFTS} of one person.`,
      type: MySafetyReportPayload,
      args: {
        safetyReportId,
        input: t.arg({ type: MySafetyReportUpdateInput, required: true }),
        expectedVersion: t.arg.int({ required: true }),
      },
      write: (tx, { input, ...args }, context) =>
        idAlone(changeOwn(tx, context, placeOf(context), { ...args, ...askedBy(context), input: input as OwnChange })),
    }),
    mySafetyReportStatusSet: mutation(t, {
      ...OWN,
      isSecret: true,
      description:
        'SUBMITTED: sends a DRAFT. WITHDRAWN: drops one (safetyReport is null), or takes back a report that nobody has taken up; a MANDATORY one that went to the authority stays. One that is not OPEN is taken back at the next full hour.',
      type: MySafetyReportPayload,
      args: {
        safetyReportId,
        status: t.arg({ type: typeOf(SAFETY_REPORT, 'status'), required: true }),
        expectedVersion: t.arg.int({ required: true }),
      },
      write: (tx, args, context) => idAlone(setOwn(tx, context, placeOf(context), { ...args, ...askedBy(context) })),
    }),
    mySafetyMessageSend: mutation(t, {
      ...OWN,
      isSecret: true,
      description:
        'Answers the safety office; the reporter is not named. About a report that is not OPEN it is written at the next full hour.',
      type: MySafetyReportPayload,
      args: { safetyReportId, text: t.arg.string({ required: true }) },
      write: (tx, args, context) =>
        idAlone(answerOffice(tx, context, placeOf(context), { ...args, ...askedBy(context) })),
    }),
  }
})
