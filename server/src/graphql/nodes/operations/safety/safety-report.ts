/** Safety reports as the safety office works with them. */
import { startOfDay } from '../../../../domain/interval.ts'
import { ICAO_MATRIX, type Risk as RiskValue } from '../../../../domain/operations/safety/risk.ts'
import {
  isOverdue,
  type SafetyAction as SafetyActionValue,
} from '../../../../domain/operations/safety/safety-action.ts'
import { MAX_ATTACHMENT_TITLE, MAX_ATTACHMENTS } from '../../../../domain/operations/safety/safety-attachment.ts'
import { clocksOf } from '../../../../domain/operations/safety/safety-clocks.ts'
import {
  SAFETY_CODE_LIST,
  type SafetyCode as SafetyCodeValue,
} from '../../../../domain/operations/safety/safety-code.ts'
import { isOpen, SAFETY_REPORT_RECORD, type SafetyReport } from '../../../../domain/operations/safety/safety-report.ts'
import type { NoticeRealm } from '../../../../services/notices/give-notice.ts'
import type { SafetyReportInput as CreateInput } from '../../../../services/operations/safety/new-report.ts'
import { addAction, updateAction } from '../../../../services/operations/safety/safety-actions.ts'
import { addAttachment } from '../../../../services/operations/safety/safety-attachments.ts'
import { codesOf, saveOwnCode, setMatrix } from '../../../../services/operations/safety/safety-codes.ts'
import { enterReport, safetyReports, setSafetyStatus } from '../../../../services/operations/safety/safety-reports.ts'
import { allUsers } from '../../../../storage/identity/users.ts'
import { type KeptMatrix, keptMatrix } from '../../../../storage/operations/safety/safety-codes.ts'
import { SAFETY_REPORT } from '../../../../storage/operations/safety/safety-reports.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { mutation } from '../../../mutation.ts'
import { usually } from '../../../operation/list-size.ts'
import { warningPayload } from '../../../payload.ts'
import { Actor } from '../../actor.ts'
import { PersonName, personName } from '../../identity/person-name.ts'
import { enumOf } from '../../records/record-enum.ts'
import { createInput } from '../../records/record-inputs.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { typeOf } from '../../records/record-type.ts'
import { shownAuthor } from '../../versioned.ts'
import { SafetyAttachment } from './safety-attachment.ts'
import { openedOriginal, SafetyOriginal } from './safety-original.ts'

/** Where the safety office is told. */
export const placeOf = ({ world, tenant, origin }: QueryContext): NoticeRealm => ({
  randomBytes: world.randomBytes,
  realm: tenant,
  origin,
})

const READ = needs('safety:read')
const WRITE = needs('safety:write')

const SafetyStatus = typeOf(SAFETY_REPORT, 'status')
const CodeList = enumOf(SAFETY_CODE_LIST)

const SafetyCode = builder.objectRef<SafetyCodeValue>('SafetyCode').implement({
  ...READ,
  description: 'A code of a list. The lists come filled with public values; isOwn: the operator added it.',
  fields: (t) => ({
    list: t.expose('list', { type: CodeList }),
    code: t.exposeString('code'),
    label: t.exposeString('label'),
    isOwn: t.exposeBoolean('isOwn'),
    isActive: t.exposeBoolean('isActive', {
      description: 'False: it stays on reports, and is given to none any more.',
    }),
  }),
})

const SafetyCodeInput = builder.inputType('SafetyCodeInput', {
  fields: (t) => ({
    list: t.field({ type: CodeList, required: true }),
    code: t.string({ required: true }),
  }),
})

const riskFields = { severity: 'From 1, the least.', likelihood: 'From 1, the least.' } as const

const Risk = builder.objectRef<RiskValue>('Risk').implement({
  ...READ,
  description: 'A risk as it was assessed: it keeps its words when the matrix changes.',
  fields: (t) => ({
    severity: t.exposeInt('severity', { description: riskFields.severity }),
    likelihood: t.exposeInt('likelihood', { description: riskFields.likelihood }),
    index: t.exposeString('index', { description: 'E.g. 3C.' }),
    band: t.exposeString('band', { description: 'E.g. TOLERABLE.' }),
  }),
})

const RiskInput = builder.inputType('RiskInput', {
  description: 'A cell of the operator’s matrix.',
  fields: (t) => ({
    severity: t.int({ required: true, description: riskFields.severity }),
    likelihood: t.int({ required: true, description: riskFields.likelihood }),
  }),
})

const RiskMatrix = builder.objectRef<KeptMatrix>('RiskMatrix').implement({
  ...READ,
  description: 'How bad by how likely: one per operator.',
  fields: (t) => ({
    severityList: t.stringList({ resolve: ({ severityList }) => [...severityList] }),
    likelihoodList: t.stringList({ resolve: ({ likelihoodList }) => [...likelihoodList] }),
    cellList: t.field({ ...usually(25), type: [Risk], resolve: ({ cellList }) => [...cellList] }),
    version: t.exposeInt('version', { description: '0: the one that every operator begins with, of ICAO Doc 9859.' }),
  }),
})

const SafetyAction = builder.objectRef<SafetyActionValue>('SafetyAction').implement({
  ...READ,
  description: 'What is done because of a report.',
  fields: (t) => ({
    safetyActionId: t.exposeID('safetyActionId'),
    text: t.exposeString('text'),
    owner: t.field({
      follows: ['ACCOUNTS'],
      type: PersonName,
      nullable: true,
      resolve: ({ ownerUserId }, _args, context) => personName(context, ownerUserId),
    }),
    dueDate: t.expose('dueDate', { type: 'Date' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
    effectiveness: t.exposeString('effectiveness', { nullable: true }),
    isOverdue: t.boolean({
      follows: ['TIME'],
      resolve: (action, _args, { world, tenant }) => isOverdue(action, world.now(tenant.tenantId)),
    }),
  }),
})

const DAY_ALONE = 'The day alone, unless OPEN.'

const shownTime = (report: Pick<SafetyReport, 'confidentiality'>, time: number): number =>
  isOpen(report) ? time : startOfDay(time)

const ASSESSED = {
  codeList: { type: [SafetyCodeInput], description: 'All of them; those in use are in safetyCodeList.' },
  initialRisk: { type: RiskInput, description: 'Before anything is done.' },
  residualRisk: { type: RiskInput, description: 'With all actions done.' },
  linkedReportIdList: { type: ['ID'] },
}

const { Payload: SafetyReportPayload } = recordNodes(
  SAFETY_REPORT,
  { update: safetyReports.update },
  {
    fields: (t) => ({
      reporter: t.field({
        columns: ['reporterUserId'],
        follows: ['ACCOUNTS'],
        type: PersonName,
        nullable: true,
        description: 'Null unless OPEN, and where it came from outside.',
        resolve: ({ reporterUserId }, _args, context) => (reporterUserId ? personName(context, reporterUserId) : null),
      }),
      createdAt: t.field({
        columns: ['createdAt', 'confidentiality'],
        type: 'DateTime',
        description: DAY_ALONE,
        resolve: (report) => shownTime(report, report.createdAt),
      }),
      updatedAt: t.field({
        columns: ['updatedAt', 'confidentiality'],
        type: 'DateTime',
        description: DAY_ALONE,
        resolve: (report) => shownTime(report, report.updatedAt),
      }),
      createdBy: t.field({
        columns: ['createdBy', 'confidentiality'],
        follows: [],
        type: Actor,
        nullable: true,
        description: 'Null unless OPEN.',
        resolve: (report, _args, context) => (isOpen(report) ? shownAuthor(report.createdBy, context) : null),
      }),
      original: t.field({
        ...needs('safety:reporter:read'),
        columns: ['safetyReportId', 'awareAt', 'documentList'],
        follows: [],
        type: SafetyOriginal,
        nullable: true,
        description:
          'As it was written, and by whom. Each reading is audited. Null where the operator was brought here without what people wrote.',
        resolve: (report, _args, context) => openedOriginal(context, report),
      }),
      codeList: t.field({
        ...usually(3),
        columns: ['codeList'],
        type: [SafetyCode],
        description: 'Each as it was when it was given.',
        resolve: ({ codeList }) => [...codeList],
      }),
      initialRisk: t.field({
        columns: ['initialRisk'],
        type: Risk,
        nullable: true,
        resolve: ({ initialRisk }) => initialRisk,
      }),
      residualRisk: t.field({
        columns: ['residualRisk'],
        type: Risk,
        nullable: true,
        resolve: ({ residualRisk }) => residualRisk,
      }),
      documentList: t.field({
        ...usually(1),
        columns: ['safetyReportId', 'documentList'],
        type: [SafetyAttachment],
        description: 'Unless OPEN those of the safety office alone: the reporter’s are in `original`.',
        resolve: ({ safetyReportId, documentList }) =>
          documentList.map((attachment) => ({ safetyReportId, attachment })),
      }),
      actionList: t.field({
        ...usually(2),
        columns: ['actionList'],
        type: [SafetyAction],
        resolve: ({ actionList }) => [...actionList],
      }),
      linkedReportIdList: t.field({
        ...usually(1),
        columns: ['linkedReportIdList'],
        type: ['ID'],
        resolve: ({ linkedReportIdList }) => [...linkedReportIdList],
      }),
      authorityDueAt: t.field({
        columns: ['awareAt', 'legalType'],
        type: 'DateTime',
        nullable: true,
        description: 'awareAt and 72 hours, of a MANDATORY one.',
        resolve: (report) => clocksOf(report).authorityDueAt,
      }),
      preliminaryDueAt: t.field({
        columns: ['awareAt', 'legalType'],
        type: 'DateTime',
        description: 'awareAt and 30 days.',
        resolve: (report) => clocksOf(report).preliminaryDueAt,
      }),
      finalDueAt: t.field({
        columns: ['awareAt', 'legalType'],
        type: 'DateTime',
        description: 'awareAt and three months.',
        resolve: (report) => clocksOf(report).finalDueAt,
      }),
    }),
    changes: ASSESSED,
  },
)

export const SafetyReportInput = createInput(SAFETY_REPORT_RECORD, {
  narrative: { type: 'String', required: true },
  occurredAt: { type: 'DateTime', required: true },
  uploadIdList: {
    type: ['ID'],
    description: `Files to attach, at most ${MAX_ATTACHMENTS}. A file can itself name its author.`,
  },
  submit: {
    type: 'Boolean',
    defaultValue: true,
    description: 'False: kept as DRAFT, of a report of one’s own that is OPEN.',
  },
})

const RiskCellInput = builder.inputType('RiskCellInput', {
  fields: (t) => ({
    severity: t.int({ required: true, description: riskFields.severity }),
    likelihood: t.int({ required: true, description: riskFields.likelihood }),
    index: t.string({ required: true, description: 'E.g. 3C.' }),
    band: t.string({ required: true, description: 'E.g. TOLERABLE.' }),
  }),
})

const RiskMatrixInput = builder.inputType('RiskMatrixInput', {
  description: 'From the least to the worst and the likeliest, with one cell for each place.',
  fields: (t) => ({
    severityList: t.stringList({ required: true }),
    likelihoodList: t.stringList({ required: true }),
    cellList: t.field({ type: [RiskCellInput], required: true }),
  }),
})

const SafetyCodePayload = warningPayload<{ readonly safetyCode: SafetyCodeValue | null }>('SafetyCodePayload', (t) => ({
  safetyCode: t.expose('safetyCode', { type: SafetyCode, nullable: true }),
}))

const RiskMatrixPayload = warningPayload<{ readonly riskMatrix: KeptMatrix | null }>('RiskMatrixPayload', (t) => ({
  riskMatrix: t.expose('riskMatrix', { type: RiskMatrix, nullable: true }),
}))

const SafetyActionInput = builder.inputType('SafetyActionInput', {
  fields: (t) => ({
    text: t.string({ required: true }),
    ownerUserId: t.id({ required: true, description: 'One of assigneeList.' }),
    dueDate: t.field({ type: 'Date', required: true }),
    completedAt: t.field({ type: 'DateTime' }),
    effectiveness: t.string(),
  }),
})

const SafetyActionUpdateInput = builder.inputType('SafetyActionUpdateInput', {
  description: 'What is absent stays, null clears.',
  fields: (t) => ({
    text: t.string(),
    ownerUserId: t.id({ description: 'One of assigneeList.' }),
    dueDate: t.field({ type: 'Date' }),
    completedAt: t.field({ type: 'DateTime' }),
    effectiveness: t.string(),
  }),
})

builder.queryFields((t) => ({
  safetyCodeList: t.field({
    ...usually(80, READ),
    description: 'The codes of one list, or of all.',
    type: [SafetyCode],
    args: { list: t.arg({ type: CodeList }) },
    resolve: async (_root, { list }, context) =>
      (await codesOf(context.reader)).filter((each) => !list || each.list === list),
  }),
  riskMatrix: t.field({
    ...READ,
    description: 'The operator’s risk matrix.',
    type: RiskMatrix,
    resolve: async (_root, _args, { reader }) => (await keptMatrix(reader)) ?? { ...ICAO_MATRIX, version: 0 },
  }),
  assigneeList: t.field({
    ...usually(20, READ),
    description: 'People who can own a safety action.',
    type: [PersonName],
    resolve: async (_root, _args, { reader }) => [...(await allUsers(reader))],
  }),
}))

builder.mutationFields((t) => {
  const safetyReportId = t.arg.id({ required: true })
  const expectedVersion = t.arg.int({ required: true })
  return {
    safetyReportCreate: mutation(t, {
      ...WRITE,
      description: 'Enters a report that came from outside: nobody here is its reporter.',
      type: SafetyReportPayload,
      args: { input: t.arg({ type: SafetyReportInput, required: true }) },
      write: (tx, { input }, context) => enterReport(tx, context, placeOf(context), input as CreateInput),
    }),
    safetyReportStatusSet: mutation(t, {
      ...WRITE,
      description:
        'Leads a report through its life cycle. Closing waits for every action; a closed one is taken up again with a reason.',
      type: SafetyReportPayload,
      args: {
        safetyReportId,
        status: t.arg({ type: SafetyStatus, required: true }),
        reason: t.arg.string(),
        expectedVersion,
      },
      write: (tx, args, context) => setSafetyStatus(tx, context, args),
    }),
    safetyActionAdd: mutation(t, {
      ...WRITE,
      description: 'Adds an action with its owner.',
      type: SafetyReportPayload,
      args: { safetyReportId, input: t.arg({ type: SafetyActionInput, required: true }) },
      write: (tx, args, context) => addAction(tx, context, args),
    }),
    safetyActionUpdate: mutation(t, {
      ...WRITE,
      description: 'Changes or completes an action.',
      type: SafetyReportPayload,
      args: {
        safetyReportId,
        safetyActionId: t.arg.id({ required: true }),
        input: t.arg({ type: SafetyActionUpdateInput, required: true }),
        expectedVersion,
      },
      write: (tx, args) => updateAction(tx, args),
    }),
    safetyAttachmentAdd: mutation(t, {
      ...WRITE,
      description: 'Attaches an upload, as a file of the safety office.',
      type: SafetyReportPayload,
      args: {
        safetyReportId,
        title: t.arg.string({ required: true, description: `At most ${MAX_ATTACHMENT_TITLE} characters.` }),
        uploadId: t.arg.id({ required: true }),
      },
      write: (tx, args, context) => addAttachment(tx, context, args),
    }),
    safetyCodeSave: mutation(t, {
      ...WRITE,
      description: 'Adds, renames or ends a code of the operator’s own. Reports keep the words that they were given.',
      type: SafetyCodePayload,
      args: {
        list: t.arg({ type: CodeList, required: true }),
        code: t.arg.string({ required: true, description: '1 to 30 letters, digits, - and _.' }),
        label: t.arg.string({ required: true, description: 'At most 100 characters.' }),
        isActive: t.arg.boolean({ defaultValue: true }),
      },
      write: (tx, { isActive, ...asked }) =>
        saveOwnCode(tx, { ...(asked as Pick<SafetyCodeValue, 'list' | 'code' | 'label'>), isActive: isActive ?? true }),
    }),
    riskMatrixSet: mutation(t, {
      ...WRITE,
      description: 'Sets the risk matrix; reports keep the index and band that they have.',
      type: RiskMatrixPayload,
      args: { input: t.arg({ type: RiskMatrixInput, required: true }), expectedVersion },
      write: (tx, args) => setMatrix(tx, args),
    }),
  }
})
