/** The signed-in user: name, rights and own account (access-model §10). */

import { scopesIn, splitScopes } from '../../../domain/scopes.ts'
import { logoPath } from '../../../domain/tenancy/address.ts'
import { MIN_PASSWORD_CHARACTERS } from '../../../services/identity/password.ts'
import { isRecentSignIn } from '../../../services/identity/presence.ts'
import { secondStepOf } from '../../../services/identity/second-step.ts'
import { type SignedIn, sessionsOf } from '../../../services/identity/sessions.ts'
import type { WorldAt } from '../../../services/world.ts'
import { passkeysOf } from '../../../storage/identity/passkeys.ts'
import type { SessionRow } from '../../../storage/identity/sessions.ts'
import { applicationsWithLogo } from '../../../storage/oauth/add-ons.ts'
import { type PersonalGrant as PersonalGrantRow, personalGrants } from '../../../storage/oauth/grants.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { signedInUser } from '../../signed-in-user.ts'
import { inWords, ScopeInWords } from '../oauth/scope-in-words.ts'
import { Passkey } from './passkey.ts'

const SecondStepState = builder.enumType('SecondStepState', { values: ['OFF', 'ENROLLING', 'ON'] })

interface SecondStepValue {
  readonly state: 'OFF' | 'ENROLLING' | 'ON'
  readonly since: number | null
  readonly secret: string | null
  readonly otpauthUri: string | null
  readonly recoveryCodesLeft: number | null
}

const OFF: SecondStepValue = { state: 'OFF', since: null, secret: null, otpauthUri: null, recoveryCodesLeft: null }

/** The secret is shown while it is being set up, and at no other time. */
const secondStepValue = async (at: WorldAt, user: SignedIn): Promise<SecondStepValue> => {
  const setting = await secondStepOf(at, user)
  if (setting.kind === 'off') return OFF
  if (setting.kind === 'on')
    return { ...OFF, state: 'ON', since: setting.sinceMs, recoveryCodesLeft: setting.recoveryCodesLeft }
  const { secret, otpauthUri } = setting
  return { ...OFF, state: 'ENROLLING', secret, otpauthUri }
}

const SecondStep = builder.objectRef<SecondStepValue>('SecondStep').implement({
  ...needs('account:read'),
  fields: (t) => ({
    state: t.expose('state', { type: SecondStepState }),
    since: t.expose('since', { type: 'DateTime', nullable: true }),
    secret: t.exposeString('secret', { nullable: true, description: 'While it is being set up.' }),
    otpauthUri: t.exposeString('otpauthUri', { nullable: true, description: 'While it is being set up.' }),
    recoveryCodesLeft: t.exposeInt('recoveryCodesLeft', { nullable: true, description: 'Null while it is off.' }),
  }),
})

const ViewerSession = builder.objectRef<SessionRow>('ViewerSession').implement({
  ...needs('account:read'),
  fields: (t) => ({
    sessionId: t.id({ resolve: ({ session_id }) => session_id }),
    device: t.exposeString('device'),
    address: t.exposeString('address'),
    startedAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
    lastSeenAt: t.field({ type: 'DateTime', resolve: ({ last_seen_at }) => last_seen_at }),
    isCurrent: t.boolean({ resolve: ({ hash }, _args, { person }) => hash === person?.session.hash }),
  }),
})

const PersonalGrant = builder.objectRef<PersonalGrantRow>('PersonalGrant').implement({
  ...needs('account:read'),
  description: 'What a user allowed an application for their own account.',
  fields: (t) => ({
    grantId: t.exposeID('grantId'),
    clientId: t.exposeID('clientId'),
    applicationName: t.exposeString('applicationName'),
    logoPath: t.string({
      nullable: true,
      resolve: async ({ clientId }, _args, { loaders, reader }) => {
        const load = (ids: readonly string[]) => applicationsWithLogo(reader, ids)
        return (await loaders.load('logo', clientId, load)) ? logoPath(clientId) : null
      },
    }),
    scopeList: t.field({ type: [ScopeInWords], resolve: ({ scopes }) => inWords(splitScopes(scopes)) }),
    grantedAt: t.field({ type: 'DateTime', resolve: ({ changedAt }) => changedAt }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
  }),
})

export const Viewer = builder.objectRef<SignedIn>('Viewer').implement({
  ...needs('account:read'),
  description: 'The signed-in user.',
  fields: (t) => ({
    userId: t.id({ resolve: ({ user }) => user.user_id }),
    name: t.string({ resolve: ({ user }) => user.name }),
    surname: t.string({ resolve: ({ user }) => user.surname }),
    email: t.string({ resolve: ({ user }) => user.email }),
    roleList: t.stringList({ resolve: ({ user }) => user.role_list.split(' ').filter(Boolean) }),
    isAdmin: t.exposeBoolean('isAdmin'),
    scopeList: t.stringList({ resolve: (_person, _args, { principal }) => scopesIn(principal.scopes) }),
    operatorId: t.string({ resolve: (_person, _args, { tenant }) => tenant.operatorId }),
    operatorName: t.string({ resolve: (_person, _args, { tenant }) => tenant.name }),
    environment: t.string({ resolve: (_person, _args, { tenant }) => tenant.environment }),
    origin: t.string({
      description: 'The address of this operator, from the configuration.',
      resolve: (_person, _args, { origin }) => origin,
    }),
    passwordCharactersLeast: t.int({ resolve: () => MIN_PASSWORD_CHARACTERS }),
    isSecondStepRequired: t.boolean({
      description: 'Whether everybody here must have a second step or a passkey.',
      resolve: (_person, _args, { tenant }) => tenant.requiresSecondStep,
    }),
    secondStep: t.field({
      type: SecondStep,
      resolve: (user, _args, { at }) => secondStepValue(at, user),
    }),
    passkeyList: t.field({
      type: [Passkey],
      resolve: ({ user }, _args, { reader }) => passkeysOf(reader, user.user_id),
    }),
    isRecentSignIn: t.boolean({
      description:
        'Signed in a few minutes ago: a passkey or a second step is added without typing the password again.',
      resolve: (user, _args, { at }) => isRecentSignIn(at, user),
    }),
    sessionList: t.field({
      type: [ViewerSession],
      resolve: ({ user }, _args, { at }) => sessionsOf(at, user.user_id),
    }),
    personalGrantList: t.field({
      type: [PersonalGrant],
      resolve: ({ user }, _args, { reader }) => personalGrants(reader, user.user_id),
    }),
    outboxPath: t.string({
      nullable: true,
      description: 'Where a demo shows its messages to administrators.',
      resolve: ({ isAdmin }, _args, { mail }) => (isAdmin ? mail.outboxPath : null),
    }),
  }),
})

builder.queryField('viewer', (t) =>
  t.field({
    ...needs('account:read'),
    description: 'The signed-in user.',
    type: Viewer,
    resolve: (_root, _args, context) => signedInUser(context),
  }),
)
