/** The signed-in member, their provider and its sandbox operator. */

import { CLOCK_COST } from '../../../../domain/limits.ts'
import { originOf, portalCallback } from '../../../../domain/tenancy/address.ts'
import type { SignedInMember } from '../../../../services/providers/members.ts'
import {
  requireSandbox,
  resetSandbox,
  type ShownSandbox,
  shownSandboxOf,
} from '../../../../services/providers/sandbox.ts'
import { advanceTestClock } from '../../../../services/tenancy/test-clock.ts'
import { nameOf } from '../../../../storage/identity/users.ts'
import { type ProviderRow, providerById } from '../../../../storage/providers/providers.ts'
import { type WantedSandbox, wantedSandboxOf } from '../../../../storage/providers/wanted-sandboxes.ts'
import { forMembers } from '../../../access-declaration.ts'
import type { QueryContext } from '../../../context.ts'
import { mutation } from '../../../mutation.ts'
import { priced } from '../../../operation/list-size.ts'
import {
  portalBuilder as builder,
  byMember,
  memberOf,
  portalParts,
  portalPayload,
} from '../../../platform/portal-builder.ts'
import { clockAt, MOVES_CLOCK, payForRest, testClockNodes } from '../../tenancy/test-clock-node.ts'

const { TestClock, TestClockPayload } = testClockNodes({
  builder,
  payloadOf: portalPayload,
  declared: forMembers,
  forMovers: forMembers,
})

const Sandbox = builder.objectRef<ShownSandbox>('Sandbox').implement({
  ...forMembers,
  description: 'The sandbox operator of the provider’s own, with demo data.',
  fields: (t) => ({
    operatorId: t.exposeID('operatorId'),
    name: t.exposeString('name'),
    origin: t.string({
      description: 'Its address.',
      resolve: ({ operatorId }, _args, { publicUrl }) => originOf(publicUrl, operatorId, 'sandbox'),
    }),
    testClock: t.field({ type: TestClock, resolve: ({ tenantId }, _args, { world }) => clockAt(world, tenantId) }),
    isSuspended: t.exposeBoolean('isSuspended', {
      description: 'Its address is closed and nothing works there, until support resumes it.',
    }),
  }),
})

const SandboxMaking = builder.objectRef<WantedSandbox>('SandboxMaking').implement({
  ...forMembers,
  description: 'A sandbox that is being made, or filled with fresh data. That takes some seconds.',
  fields: (t) => ({
    askedAt: t.field({ type: 'DateTime', resolve: ({ asked_at }) => asked_at }),
    tries: t.exposeInt('tries', { description: 'How often it was begun; more than once where it failed.' }),
    nextTryAt: t.field({
      type: 'DateTime',
      description: 'When it is begun, or begun again if it fails.',
      resolve: ({ due_at }) => due_at,
    }),
  }),
})

/** Read again: the sandbox comes with the first registration, which may be of this request. */
const currentProvider = async (context: QueryContext): Promise<ProviderRow> => {
  const { provider } = memberOf(context)
  return (await providerById(context.at.platform, provider.provider_id)) ?? provider
}

const Provider = builder.objectRef<ProviderRow>('Provider').implement({
  ...forMembers,
  description: 'The company whose applications these are.',
  fields: (t) => ({
    providerId: t.id({ resolve: ({ provider_id }) => provider_id }),
    name: t.exposeString('name'),
    signedUpAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
    sandbox: t.field({
      type: Sandbox,
      nullable: true,
      description: 'Null until it is made, after the first registration, and after it was removed.',
      resolve: async (_provider, _args, context) => shownSandboxOf(context.at.platform, await currentProvider(context)),
    }),
    sandboxMaking: t.field({
      type: SandboxMaking,
      nullable: true,
      description: 'Null while none is being made or filled.',
      resolve: async ({ provider_id }, _args, { at }) => wantedSandboxOf(at.platform, provider_id),
    }),
  }),
})

const Me = builder.objectRef<SignedInMember>('Me').implement({
  ...forMembers,
  description: 'The signed-in member.',
  fields: (t) => ({
    userId: t.id({ resolve: ({ user }) => user.user_id }),
    name: t.string({ resolve: ({ user }) => nameOf(user) }),
    email: t.string({ resolve: ({ user }) => user.email }),
    isOwner: t.exposeBoolean('isOwner'),
    provider: t.field({ type: Provider, resolve: (_member, _args, context) => currentProvider(context) }),
    callbackUri: t.string({
      description:
        'The portal’s own redirect URI, which applications can use at sandbox addresses while they are built.',
      resolve: (_member, _args, { publicUrl }) => portalCallback(publicUrl),
    }),
    canSendSms: t.boolean({
      description: 'Whether this host sends codes by SMS. Without it no secret can be made here.',
      resolve: (_member, _args, context) => portalParts(context).canSendSms,
    }),
    keptRequestDays: t.int({
      description: 'How many days this host keeps the request log.',
      resolve: (_member, _args, { requestDays }) => requestDays,
    }),
    canSendMail: t.boolean({ resolve: (_member, _args, { mail }) => mail.canSend }),
    outboxPath: t.string({
      nullable: true,
      description: 'Where a demo shows its messages.',
      resolve: (_member, _args, { mail }) => mail.outboxPath,
    }),
  }),
})

builder.queryField('me', (t) =>
  t.field({
    ...forMembers,
    description: 'The signed-in member.',
    type: Me,
    resolve: (_root, _args, context) => memberOf(context),
  }),
)

const SandboxPayload = portalPayload<{ readonly sandbox: ShownSandbox | null }>('SandboxPayload', (t) => ({
  sandbox: t.expose('sandbox', { type: Sandbox, nullable: true }),
}))

builder.mutationField('sandboxReset', (t) =>
  mutation(t, {
    ...forMembers,
    description:
      'Replaces the data of the sandbox with fresh demo data, within seconds; its users, keys and connections stay. Where it was removed, another is made.',
    type: SandboxPayload,
    args: {},
    run: async (_args, context, key) => {
      await resetSandbox(context.at, byMember(context), key)
      return { sandbox: await shownSandboxOf(context.at.platform, await currentProvider(context)) }
    },
  }),
)

builder.mutationField('testClockAdvance', (t) =>
  mutation(t, {
    ...priced(CLOCK_COST, forMembers),
    description: `Moves the clock of the provider’s own sandbox forwards, ${MOVES_CLOCK}`,
    type: TestClockPayload,
    args: { seconds: t.arg.int({ required: true }) },
    run: async ({ seconds }, context, key) => {
      const { world, at } = context
      const tenant = await requireSandbox(at.platform, await currentProvider(context))
      const { actor } = byMember(context)
      const way = await advanceTestClock({ at: at.reaching(tenant), world }, { seconds, actor, key })
      if (way !== null) payForRest(context, seconds)
      return { testClock: clockAt(world, tenant.tenantId), way }
    },
  }),
)
