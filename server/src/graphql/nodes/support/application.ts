/** The dossier of an application, and the queue of what waits. */

import { MEASURED_COST } from '../../../domain/limits.ts'
import { APPLICATION_MODES, type ApplicationMode } from '../../../domain/oauth/application-mode.ts'
import { ANSWER_DAYS, type AnswerTime, answerTime, PROMISED_HOURS } from '../../../services/support/answer-time.ts'
import { type Case, casesOf, supportQueue } from '../../../services/support/queue.ts'
import { shownDigest } from '../../../services/support/shown-dossier.ts'
import { type Assignee, assigneesOf } from '../../../services/support/taking.ts'
import { type WhatStops, whatStops } from '../../../services/support/what-stops.ts'
import { type ApplicationRow, applicationByClientId } from '../../../storage/oauth/applications.ts'
import { type PhoneChangeRow, phoneChangeOf } from '../../../storage/providers/phone-changes.ts'
import { applicationsInModes } from '../../../storage/providers/provider-applications.ts'
import { providerById } from '../../../storage/providers/providers.ts'
import { forStaff } from '../../access-declaration.ts'
import { priced } from '../../operation/list-size.ts'
import { supportBuilder as builder, supportPayload } from '../../platform/support-builder.ts'
import { applicationFields, applicationParts } from '../providers/application.ts'
import { extraScopeFields, scopeDecisionNode } from '../providers/extra-scopes.ts'
import { measuredField, measuredNode } from '../providers/measured-use.ts'
import { productionFields, productionParts } from '../providers/production.ts'

const MAX_APPLICATIONS = 500

const Stops = builder.objectRef<WhatStops>('WhatStops').implement({
  ...forStaff,
  description: 'What a suspension stops: access tokens for good, refresh tokens until it resumes.',
  fields: (t) => ({
    operatorNameList: t.stringList({ resolve: ({ operatorNames }) => [...operatorNames] }),
    accessTokens: t.exposeInt('accessTokens'),
    refreshTokens: t.exposeInt('refreshTokens'),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
  }),
})

const PhoneChange = builder.objectRef<PhoneChangeRow>('PhoneChange').implement({
  ...forStaff,
  description: 'A new phone number that a member without the old one asks to have allowed.',
  fields: (t) => ({
    phoneNumber: t.string({ resolve: ({ phone_number }) => phone_number }),
    askedAt: t.field({ type: 'DateTime', resolve: ({ asked_at }) => asked_at }),
    note: t.exposeString('note'),
    allowedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ allowed_at }) => allowed_at }),
  }),
})

const AssigneeNode = builder.objectRef<Assignee>('Assignee').implement({
  ...forStaff,
  description: 'The member of staff who has taken a case.',
  fields: (t) => ({
    userId: t.exposeID('userId'),
    name: t.exposeString('name'),
    since: t.expose('since', { type: 'DateTime' }),
  }),
})

export const PARTS = { ...applicationParts(builder, forStaff), ScopeDecision: scopeDecisionNode(builder, forStaff) }
const PRODUCTION = productionParts(builder, forStaff)
const MeasuredUse = measuredNode(builder, forStaff)

export const Application = builder.objectRef<ApplicationRow>('Application').implement({
  ...forStaff,
  description: 'The dossier of an application.',
  fields: (t) => ({
    ...applicationFields(t, PARTS),
    ...extraScopeFields(t, PARTS),
    ...productionFields(t, PRODUCTION),
    measuredUse: measuredField(t, MeasuredUse),
    providerName: t.string({
      nullable: true,
      description: 'Null where the host registered it.',
      resolve: async ({ provider_id }, _args, { at }) =>
        provider_id === null ? null : ((await providerById(at.platform, provider_id))?.name ?? null),
    }),
    providerId: t.id({ nullable: true, resolve: ({ provider_id }) => provider_id }),
    phoneChange: t.field({
      type: PhoneChange,
      nullable: true,
      resolve: async ({ client_id }, _args, { at }) => (await phoneChangeOf(at.platform, client_id)) ?? null,
    }),
    assignee: t.field({
      type: AssigneeNode,
      nullable: true,
      description: 'Null where nobody has taken its case.',
      resolve: async ({ client_id }, _args, { at, loaders }) =>
        (await loaders.load('assignee', client_id, (ids) => assigneesOf(at.platform, at.read, ids))) ?? null,
    }),
    shownDigest: t.string({
      ...priced(MEASURED_COST),
      description: 'What is shown here of registration, evidence and messages: a decision names it as what was seen.',
      resolve: async (application, _args, { world, at, usage }) => {
        await usage.flush()
        return shownDigest(world.storage, application, at.now())
      },
    }),
    whatStops: t.field({
      ...priced(MEASURED_COST),
      type: Stops,
      resolve: ({ client_id }, _args, { world, at }) => whatStops(world, client_id, at.now()),
    }),
  }),
})

const WorkKind = builder.enumType('WorkKind', { values: ['SCHEDULE', 'HOLD_DEMO', 'DECIDE', 'PHONE_NUMBER'] as const })
const WaitsFor = builder.enumType('WaitsFor', { values: ['SUPPORT', 'PROVIDER', 'DATE'] as const })

const CaseNode = builder.objectRef<Case>('Case').implement({
  ...forStaff,
  description: 'Something that waits.',
  fields: (t) => ({
    application: t.expose('application', { type: Application }),
    work: t.expose('work', { type: WorkKind }),
    waitsFor: t.expose('waitsFor', { type: WaitsFor }),
    since: t.expose('since', { type: 'DateTime' }),
  }),
})

builder.objectField(Application, 'caseList', (t) =>
  t.field({
    type: [CaseNode],
    description: 'What waits of it, the oldest first.',
    resolve: (application, _args, { at }) => casesOf(at.platform, application, at.now()),
  }),
)

const AnswerTimeNode = builder.objectRef<AnswerTime>('AnswerTime').implement({
  ...forStaff,
  description: `How support kept its promise in ${ANSWER_DAYS} days: requests for a demo that it answered by a step or a message.`,
  fields: (t) => ({
    promisedHours: t.int({ resolve: () => PROMISED_HOURS }),
    answered: t.exposeInt('answered'),
    inTime: t.exposeInt('inTime', { description: 'Of those, answered within the promised hours.' }),
    overdue: t.exposeInt('overdue', { description: 'Not answered yet, for longer than promised.' }),
  }),
})

const isMode = (text: string): text is ApplicationMode => APPLICATION_MODES.some((mode) => mode === text)

builder.queryFields((t) => ({
  queue: t.field({
    ...forStaff,
    description: 'What waits, the oldest first.',
    type: [CaseNode],
    resolve: (_root, _args, { at }) => supportQueue(at.platform, at.now()),
  }),
  answerTime: t.field({
    ...forStaff,
    type: AnswerTimeNode,
    resolve: (_root, _args, { at }) => answerTime(at.platform, at.now()),
  }),
  application: t.field({
    ...forStaff,
    type: Application,
    nullable: true,
    args: { clientId: t.arg.id({ required: true }) },
    resolve: async (_root, { clientId }, { at }) => (await applicationByClientId(at.platform, clientId)) ?? null,
  }),
  applicationList: t.field({
    ...forStaff,
    description: `The newest ${MAX_APPLICATIONS}, of one mode or all.`,
    type: [Application],
    args: { mode: t.arg.string() },
    resolve: (_root, { mode }, { at }) =>
      applicationsInModes(at.platform, mode == null ? APPLICATION_MODES : [mode].filter(isMode), MAX_APPLICATIONS),
  }),
}))

export const ApplicationPayload = supportPayload<{ readonly application: ApplicationRow | null }>(
  'ApplicationPayload',
  (t) => ({ application: t.expose('application', { type: Application, nullable: true }) }),
)
