/**
 * A safety report. Of one that is not OPEN this record has nothing that can tell who reported: that stands apart
 * (safety-original.ts) and needs a scope of its own (data §11.2).
 */
import { type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { airport, anyText, day, idOf, oneOf, text, time, truth, value, values } from '../../records/fields.ts'
import { among, byId, equal, joined } from '../../records/filter.ts'
import type { Step } from '../step.ts'
import type { Risk } from './risk.ts'
import type { SafetyAction } from './safety-action.ts'
import type { SafetyAttachment } from './safety-attachment.ts'
import type { SafetyCode } from './safety-code.ts'

export const SAFETY_STATUSES = ['DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'ACTION_REQUIRED', 'CLOSED', 'WITHDRAWN'] as const
export type SafetyStatus = (typeof SAFETY_STATUSES)[number]

const SAFETY_STATUS = enumeration(
  'SafetyStatus',
  SAFETY_STATUSES,
  'DRAFT: of one’s own reports alone; nobody else has any.',
)
const LEGAL_TYPE = enumeration('SafetyLegalType', ['MANDATORY', 'VOLUNTARY'])
const SUBJECT = enumeration('SafetySubject', [
  'BIRD_STRIKE',
  'FATIGUE',
  'GROUND_DAMAGE',
  'HAZARD',
  'OCCURRENCE',
  'SECURITY',
  'SUGGESTION',
])
const CONFIDENTIALITY = enumeration(
  'SafetyConfidentiality',
  ['ANONYMOUS', 'CONFIDENTIAL', 'OPEN'],
  'Who may know the reporter. OPEN: everybody who reads the report. CONFIDENTIAL: who holds safety:reporter:read. ANONYMOUS: nobody; it is not kept.',
)

const MAX_NARRATIVE = 20_000
const UNLESS_OPEN = 'Null unless confidentiality is OPEN.'

export const SAFETY_REPORT_RECORD = record('SafetyReport', {
  file: 'domain/operations/safety/safety-report.ts',
  entity: 'SAFETY_REPORT',
  noun: 'safety report',
  calledBy: ['reference'],
  listed: ['title', 'subject', 'status', 'legalType', 'occurredOn'],
  says: 'What somebody reported, and what is done about it.',
  id: { field: 'safetyReportId', prefix: 'sfr' },
  read: 'safety:read',
  write: 'safety:write',
  conversation: {
    sides: ['SAFETY_OFFICE', 'REPORTER'],
    since: 'repliesSince',
    unseen: 'Nobody here reads about this report as its reporter',
  },
  names: { filter: 'SafetyFilter' },
  fields: {
    reference: anyText({ required: true, written: 'never', label: 'Report' }),
    legalType: oneOf(LEGAL_TYPE, {
      initial: 'VOLUNTARY',
      label: 'By law',
      says: 'MANDATORY: it must be reported by law, and the authority’s clock runs.',
    }),
    subject: oneOf(SUBJECT, { required: true }),
    confidentiality: oneOf(CONFIDENTIALITY, { required: true, written: 'create', label: 'How given' }),
    status: oneOf(SAFETY_STATUS, { written: 'never', initial: 'SUBMITTED' }),
    statusReason: text({ most: 1000, lines: 'several', written: 'never', label: 'Reason' }),
    title: text({ required: true, most: 200 }),
    narrative: text({ most: MAX_NARRATIVE, lines: 'several', label: 'What happened' }),
    occurredAt: time({ written: 'create', says: UNLESS_OPEN }),
    occurredOn: day({ required: true, written: 'never', says: 'The day in UTC.' }),
    airportId: airport({ as: 'airport' }),
    flightId: idOf('Flight', { written: 'create', says: UNLESS_OPEN }),
    aircraftId: idOf('Aircraft', { written: 'create', says: UNLESS_OPEN }),
    dutyId: idOf('Duty', { written: 'create', says: `Of FATIGUE. ${UNLESS_OPEN}` }),
    /** Null unless OPEN, and where somebody outside reported. */
    reporterUserId: idOf('User', { written: 'never', shown: 'reporter' }),
    /** Since when somebody reads what the safety office writes to the reporter; null where nobody does. */
    repliesSince: time({ written: 'never', shown: null }),
    /** Each as it was when it was given. */
    codeList: values<SafetyCode>()({ written: 'never', shown: 'codeList' }),
    initialRisk: value<Risk>()({ written: 'never', shown: 'initialRisk' }),
    residualRisk: value<Risk>()({ written: 'never', shown: 'residualRisk' }),
    investigation: text({ most: MAX_NARRATIVE, lines: 'several', written: 'update' }),
    feedback: text({ most: 4000, lines: 'several', written: 'update', says: 'What the reporter is told at the end.' }),
    /** Of one that is not OPEN those of the safety office alone: the reporter's stand in the original. */
    documentList: values<SafetyAttachment>()({ written: 'never', shown: 'documentList' }),
    actionList: values<SafetyAction>()({ written: 'never', shown: 'actionList' }),
    linkedReportIdList: values<string>()({ written: 'never', shown: 'linkedReportIdList' }),
    awareAt: time({ required: true, written: 'never', says: 'When the organisation knew.' }),
    reportedToAuthorityAt: time({ written: 'update' }),
    authorityReference: text({ most: 100, written: 'update' }),
    preliminarySentAt: time({ written: 'update' }),
    finalSentAt: time({ written: 'update' }),
    isLate: truth({ required: true, written: 'never', says: 'Reported more than 72 h after it occurred.' }),
  },
  order: { field: 'createdAt' },
  filters: {
    safetyReportIdList: byId,
    statusList: among('status'),
    subjectList: among('subject'),
    legalType: equal('legalType'),
    flightId: equal('flightId', { isIndexed: true, findsFew: true, says: 'Finds OPEN reports only.' }),
    occurred: joined('interval', { maxDays: 4000, says: 'By the day.' }),
  },
  visible: { aircraft: 'none', buyer: 'none', provider: 'none', person: 'none' },
  one: 'One safety report.',
  list: 'Safety reports in the order they came.',
  create: false,
  update: 'Codes and assesses a report, and notes what went to the authority.',
  delete: false,
})

export type SafetyReport = RecordOf<typeof SAFETY_REPORT_RECORD>

/** Whoever reads it reads who reported, where and when. */
export const isOpen = ({ confidentiality }: Pick<SafetyReport, 'confidentiality'>): boolean =>
  confidentiality === 'OPEN'

/** What a report that is not OPEN is called until the safety office gives it a title: its own words can tell whose they are. */
export const titleUntilWritten = ({
  subject,
  confidentiality,
}: Pick<SafetyReport, 'subject' | 'confidentiality'>): string => {
  const about = subject.toLowerCase().replaceAll('_', ' ')
  return `${about.charAt(0).toUpperCase()}${about.slice(1)}, ${confidentiality === 'ANONYMOUS' ? 'anonymous' : 'confidential'}`
}

/** Nothing that could tell who reported: all of it stands in the original. */
export const withoutReporter = <R extends Pick<SafetyReport, 'subject' | 'confidentiality'>>(report: R) => ({
  ...report,
  title: titleUntilWritten(report),
  narrative: null,
  occurredAt: null,
  airportId: null,
  flightId: null,
  aircraftId: null,
  dutyId: null,
  reporterUserId: null,
  documentList: [],
})

type SafetyStep = Step<SafetyStatus>

const step = (
  from: SafetyStatus,
  to: SafetyStatus,
  actors: SafetyStep['actors'],
  [by, condition = '']: readonly [string, string?] = ['set'],
): SafetyStep => ({ from, to, actors, by, condition })

const OFFICE = ['operator', 'safety-office'] as const

/** The reporter, whichever door they come through. */
const REPORTER = ['person'] as const

/** Mutations obey it, `docs/life-cycles.md` is generated from it, and a test tries every triple against it. */
export const SAFETY_LIFE_CYCLE: readonly SafetyStep[] = [
  step('DRAFT', 'SUBMITTED', REPORTER, ['set', 'or with `submit` of `mySafetyReportUpdate`']),
  step('DRAFT', 'WITHDRAWN', REPORTER, ['set', 'nothing of it is kept']),
  step('SUBMITTED', 'WITHDRAWN', REPORTER, [
    'set',
    'the safety office has written nothing of its own; not a MANDATORY one that went to the authority',
  ]),
  step('SUBMITTED', 'UNDER_REVIEW', OFFICE),
  step('UNDER_REVIEW', 'ACTION_REQUIRED', OFFICE),
  step('UNDER_REVIEW', 'CLOSED', OFFICE, ['set', 'every action is done']),
  step('ACTION_REQUIRED', 'CLOSED', OFFICE, ['set', 'every action is done']),
  step('CLOSED', 'UNDER_REVIEW', OFFICE, ['set', 'with a reason']),
]

/** What the safety office writes: any of it, and the report is worked on, whatever its state. */
const OFFICE_FIELDS = [
  'initialRisk',
  'residualRisk',
  'investigation',
  'feedback',
  'reportedToAuthorityAt',
  'authorityReference',
  'preliminarySentAt',
  'finalSentAt',
] as const satisfies readonly (keyof SafetyReport)[]

const OFFICE_LISTS = ['codeList', 'actionList', 'linkedReportIdList'] as const satisfies readonly (keyof SafetyReport)[]

type Worked = Pick<
  SafetyReport,
  (typeof OFFICE_FIELDS)[number] | (typeof OFFICE_LISTS)[number] | 'documentList' | 'title' | 'narrative'
>

/** The office has written of its own, or written over what was sent. */
export const isWorkedOn = (report: Worked, sent: { readonly title: string; readonly narrative: string }): boolean =>
  OFFICE_FIELDS.some((field) => report[field] !== null) ||
  OFFICE_LISTS.some((field) => report[field].length > 0) ||
  report.documentList.some(({ isOfReporter }) => !isOfReporter) ||
  report.title !== sent.title ||
  (report.narrative ?? '') !== sent.narrative

/** Nothing of it changes any more; the office takes a closed one up again first. */
export const isOver = ({ status }: Pick<SafetyReport, 'status'>): boolean =>
  status === 'CLOSED' || status === 'WITHDRAWN'
