/** The dossier of an application, and the queue of what waits. */

import { APPLICATION_MODES, type ApplicationMode } from '../../../domain/oauth/application-mode.ts'
import { scopeCeiling, splitScopes } from '../../../domain/scopes.ts'
import { EVIDENCE_DAYS, type MeasuredUse, measuredUse } from '../../../services/providers/evidence.ts'
import { type Case, supportQueue } from '../../../services/support/queue.ts'
import { type WhatStops, whatStops } from '../../../services/support/what-stops.ts'
import { type ApplicationRow, applicationByClientId } from '../../../storage/oauth/applications.ts'
import { type PhoneChangeRow, phoneChangeOf } from '../../../storage/providers/phone-changes.ts'
import { applicationsInModes } from '../../../storage/providers/provider-applications.ts'
import { providerById } from '../../../storage/providers/providers.ts'
import { forStaff } from '../../access-declaration.ts'
import { supportBuilder as builder, supportPayload } from '../../platform/support-builder.ts'
import { applicationFields, applicationParts } from '../providers/application.ts'
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

interface MeasuredScope {
  readonly name: string
  readonly isAsked: boolean
  readonly isOfKind: boolean
  readonly uses: number
}

const ScopeUse = builder.objectRef<MeasuredScope>('ScopeUse').implement({
  ...forStaff,
  description: 'A scope that operators allowed or that requests needed, beside what the kind may have.',
  fields: (t) => ({
    name: t.exposeString('name'),
    isAsked: t.exposeBoolean('isAsked'),
    isOfKind: t.exposeBoolean('isOfKind', { description: 'Whether an application of its kind may have it.' }),
    uses: t.exposeInt('uses', { description: 'Requests that needed it.' }),
  }),
})

interface Measured {
  readonly application: ApplicationRow
  readonly use: MeasuredUse
}

const scopesOf = ({ application, use }: Measured): MeasuredScope[] => {
  const { kind, personal, extra_scopes } = application
  const ceiling = new Set<string>([...scopeCeiling(kind, personal === 1), ...splitScopes(extra_scopes)])
  const names = [...new Set([...use.askedScopes, ...use.scopeUses.keys()])].sort()
  return names.map((name) => ({
    name,
    isAsked: use.askedScopes.includes(name),
    isOfKind: ceiling.has(name),
    uses: use.scopeUses.get(name) ?? 0,
  }))
}

const MeasuredNode = builder.objectRef<Measured>('MeasuredUse').implement({
  ...forStaff,
  description: `What it did in the last ${EVIDENCE_DAYS} days, at every operator that allowed it.`,
  fields: (t) => ({
    requests: t.int({ resolve: ({ use }) => use.requests }),
    failed: t.int({ description: 'Failed or refused.', resolve: ({ use }) => use.failed }),
    tokens: t.int({ description: 'Access tokens made.', resolve: ({ use }) => use.tokens }),
    scopeList: t.field({ type: [ScopeUse], resolve: (measured) => scopesOf(measured) }),
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

const PARTS = applicationParts(builder, forStaff)
const PRODUCTION = productionParts(builder, forStaff)

export const Application = builder.objectRef<ApplicationRow>('Application').implement({
  ...forStaff,
  description: 'The dossier of an application.',
  fields: (t) => ({
    ...applicationFields(t, PARTS),
    ...productionFields(t, PRODUCTION),
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
    measuredUse: t.field({
      type: MeasuredNode,
      resolve: async (application, _args, { world, at }) => ({
        application,
        use: await measuredUse(world, application, at.now()),
      }),
    }),
    whatStops: t.field({
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

const isMode = (text: string): text is ApplicationMode => APPLICATION_MODES.some((mode) => mode === text)

builder.queryFields((t) => ({
  queue: t.field({
    ...forStaff,
    description: 'What waits, the oldest first.',
    type: [CaseNode],
    resolve: (_root, _args, { at }) => supportQueue(at.platform, at.now()),
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
