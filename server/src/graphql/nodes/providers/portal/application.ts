/** The provider's own applications. Another provider's is as unknown as one that does not exist (threats row 64). */

import { summarizeConsent } from '../../../../domain/oauth/consent-summary.ts'
import { SCOPES } from '../../../../domain/scopes.ts'
import { liveSecrets } from '../../../../services/oauth/applications.ts'
import { type SentCode, sentCode } from '../../../../services/providers/credentials/phone-code.ts'
import { secretIdOf } from '../../../../services/providers/credentials/secrets.ts'
import type { ApplicationRow, ApplicationSecretRow } from '../../../../storage/oauth/applications.ts'
import { type PhoneChangeRow, phoneChangeOf } from '../../../../storage/providers/phone-changes.ts'
import type { PhonePurpose } from '../../../../storage/providers/phone-codes.ts'
import { applicationsOf, ownApplication } from '../../../../storage/providers/provider-applications.ts'
import { credentialEntries, type PlatformAuditRow } from '../../../../storage/support/staff-log.ts'
import { forMembers } from '../../../access-declaration.ts'
import type { QueryContext } from '../../../context.ts'
import { portalBuilder as builder, memberOf, portalPayload } from '../../../platform/portal-builder.ts'
import { badInput } from '../../page.ts'
import { applicationFields, applicationParts, askableScopes, nameOfActor } from '../application.ts'
import { extraScopeFields, scopeDecisionNode } from '../extra-scopes.ts'
import { measuredField, measuredNode } from '../measured-use.ts'
import { productionFields, productionParts } from '../production.ts'
import { nameOfWhoLeft } from './who-left.ts'

const MAX_CREDENTIAL_EVENTS = 20

const Secret = builder.objectRef<ApplicationSecretRow>('ClientSecret').implement({
  ...forMembers,
  description: 'A client secret that works. The secret itself is shown once, where it is made.',
  fields: (t) => ({
    secretId: t.id({ resolve: (secret) => secretIdOf(secret) }),
    lastFour: t.string({ resolve: ({ last_four }) => last_four }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
    expiresAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ expires_at }) => expires_at }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was last accepted, to the minute; null where it never was.',
      resolve: ({ last_used_at }) => last_used_at,
    }),
    leftMakerName: t.string({
      nullable: true,
      description: 'The member who made it and saw it, where they left: make another one and end this.',
      resolve: ({ made_by }, _args, context) => (made_by === null ? null : nameOfWhoLeft(context, made_by)),
    }),
  }),
})

const CREDENTIAL_EVENTS = {
  'application.secret-added': 'SECRET_MADE',
  'application.secret-ended': 'SECRET_ENDED',
  'application.secret-renewed': 'SECRETS_REPLACED',
  'application.phone-changed': 'NUMBER_CHANGED',
  'application.phone-change-asked': 'NUMBER_CHANGE_ASKED',
  'application.phone-change-allowed': 'NUMBER_CHANGE_ALLOWED',
} as const

const CredentialEventKind = builder.enumType('CredentialEventKind', { values: Object.values(CREDENTIAL_EVENTS) })

/** What an entry tells besides who and when. */
interface EventDetail {
  readonly lastFour?: string
  readonly at?: number
}

const detailOf = ({ detail }: PlatformAuditRow): EventDetail => JSON.parse(detail) as EventDetail

const ACTORS: Readonly<Record<string, 'provider' | 'support' | 'host'>> = { provider: 'provider', staff: 'support' }

const CredentialEvent = builder.objectRef<PlatformAuditRow>('CredentialEvent').implement({
  ...forMembers,
  description: 'Something that happened to the secrets or the phone number.',
  fields: (t) => ({
    eventId: t.id({ resolve: ({ audit_entry_id }) => audit_entry_id }),
    at: t.expose('at', { type: 'DateTime' }),
    kind: t.field({
      type: CredentialEventKind,
      resolve: ({ action }) => CREDENTIAL_EVENTS[action as keyof typeof CREDENTIAL_EVENTS],
    }),
    lastFour: t.string({
      nullable: true,
      description: 'Of the secret that was made or ended.',
      resolve: (entry) => detailOf(entry).lastFour ?? null,
    }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The end that was set; null where it ended at once.',
      resolve: (entry) => detailOf(entry).at ?? null,
    }),
    byName: t.string({
      resolve: ({ actor_kind, actor_id }, _args, context) =>
        nameOfActor(context, { actor_kind: ACTORS[actor_kind] ?? 'host', actor_id }),
    }),
  }),
})

const CodeDelivery = builder.enumType('CodeDelivery', { values: ['WAITING', 'SENT', 'FAILING'] })

const DELIVERIES = { waiting: 'WAITING', sent: 'SENT', failing: 'FAILING' } as const

const PhoneCode = builder.objectRef<SentCode>('PhoneCode').implement({
  ...forMembers,
  description: 'A code that this session asked for and that can still be typed.',
  fields: (t) => ({
    phoneNumber: t.exposeString('phoneNumber'),
    sentAt: t.expose('sentAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    triesLeft: t.exposeInt('triesLeft'),
    delivery: t.field({
      type: CodeDelivery,
      description: 'WAITING for its turn, SENT to the gateway, or FAILING there and tried again.',
      resolve: ({ delivery }) => DELIVERIES[delivery],
    }),
  }),
})

const PhoneChange = builder.objectRef<PhoneChangeRow>('PhoneChange').implement({
  ...forMembers,
  description: 'A new phone number that support was asked to allow without a code from the old one.',
  fields: (t) => ({
    phoneNumber: t.string({ resolve: ({ phone_number }) => phone_number }),
    askedAt: t.field({ type: 'DateTime', resolve: ({ asked_at }) => asked_at }),
    allowedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ allowed_at }) => allowed_at }),
  }),
})

const openCode = (context: QueryContext, clientId: string, purpose: PhonePurpose): Promise<SentCode | null> => {
  const { session } = memberOf(context)
  return sentCode(context.reader, clientId, { purpose, session: session.hash }, context.at.now())
}

const PARTS = { ...applicationParts(builder, forMembers), ScopeDecision: scopeDecisionNode(builder, forMembers) }
const PRODUCTION = productionParts(builder, forMembers)
const MeasuredUse = measuredNode(builder, forMembers)

export const Application = builder.objectRef<ApplicationRow>('Application').implement({
  ...forMembers,
  description: 'An application of the provider.',
  fields: (t) => ({
    ...applicationFields(t, PARTS),
    ...extraScopeFields(t, PARTS),
    ...productionFields(t, PRODUCTION),
    measuredUse: measuredField(t, MeasuredUse),
    consentDenialList: t.stringList({
      description:
        'What the consent page says that it will not be able to do, where it asks for these scopes. What it may not ask for counts as not asked for.',
      args: { scopeList: t.arg.stringList({ required: true }) },
      resolve: (application, { scopeList }, { at }) => {
        if (scopeList.length > SCOPES.length)
          throw badInput(`scopeList holds at most the ${SCOPES.length} scopes there are, not ${scopeList.length}.`)
        const asked = askableScopes(application, at.now()).filter((scope) => scopeList.includes(scope))
        return summarizeConsent(asked, null, application.personal === 1).denied.map(({ text }) => text)
      },
    }),
    secretList: t.field({
      type: [Secret],
      description: 'Those that work, newest first: at most two.',
      resolve: ({ client_id }, _args, context) => liveSecrets(context.at.platform, client_id, context.at.now()),
    }),
    credentialEventList: t.field({
      type: [CredentialEvent],
      description: 'What happened to its secrets and its phone number, newest first: the last 20.',
      resolve: ({ client_id }, _args, { at }) => credentialEntries(at.platform, client_id, MAX_CREDENTIAL_EVENTS),
    }),
    secretsBlockedUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'No secret can be made before: the phone number was changed by way of support.',
      resolve: ({ secrets_blocked_until: until }, _args, context) =>
        until !== null && until > context.at.now() ? until : null,
    }),
    secretCode: t.field({
      type: PhoneCode,
      nullable: true,
      resolve: ({ client_id }, _args, context) => openCode(context, client_id, 'secret'),
    }),
    oldNumberCode: t.field({
      type: PhoneCode,
      nullable: true,
      resolve: ({ client_id }, _args, context) => openCode(context, client_id, 'old-number'),
    }),
    newNumberCode: t.field({
      type: PhoneCode,
      nullable: true,
      resolve: ({ client_id }, _args, context) => openCode(context, client_id, 'new-number'),
    }),
    phoneChange: t.field({
      type: PhoneChange,
      nullable: true,
      resolve: async ({ client_id }, _args, { at }) => (await phoneChangeOf(at.platform, client_id)) ?? null,
    }),
  }),
})

export const readOwn = async (context: QueryContext, clientId: string): Promise<ApplicationRow | null> => {
  const { provider } = memberOf(context)
  return (await ownApplication(context.at.platform, provider.provider_id, clientId)) ?? null
}

builder.queryFields((t) => ({
  applicationList: t.field({
    ...forMembers,
    description: 'The provider’s applications, oldest first.',
    type: [Application],
    resolve: (_root, _args, context) => applicationsOf(context.at.platform, memberOf(context).provider.provider_id),
  }),
  application: t.field({
    ...forMembers,
    type: Application,
    nullable: true,
    args: { clientId: t.arg.id({ required: true }) },
    resolve: (_root, { clientId }, context) => readOwn(context, clientId),
  }),
}))

export const ApplicationPayload = portalPayload<{ readonly application: ApplicationRow | null }>(
  'ApplicationPayload',
  (t) => ({ application: t.expose('application', { type: Application, nullable: true }) }),
)
