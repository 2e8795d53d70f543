/** Providers as support sees them: their members, their applications and their sandbox operator. */
import { DEVELOPERS_REALM_ID } from '../../../domain/identity/realm.ts'
import { hasSecondStep, nameOf } from '../../../storage/identity/users.ts'
import { type MemberAccount, membersOf } from '../../../storage/providers/members.ts'
import { applicationsOf } from '../../../storage/providers/provider-applications.ts'
import { allProviders, type ProviderRow, providerById } from '../../../storage/providers/providers.ts'
import { forStaff } from '../../access-declaration.ts'
import type { QueryContext } from '../../context.ts'
import { supportBuilder as builder } from '../../platform/support-builder.ts'
import { Application } from './application.ts'

const Member = builder.objectRef<MemberAccount>('Member').implement({
  ...forStaff,
  fields: (t) => ({
    userId: t.id({ resolve: ({ user_id }) => user_id }),
    name: t.string({ resolve: (member) => nameOf(member) }),
    email: t.exposeString('email'),
    isOwner: t.boolean({ resolve: ({ is_owner }) => is_owner === 1 }),
    joinedAt: t.field({ type: 'DateTime', resolve: ({ joined_at }) => joined_at }),
    hasSecondStep: t.boolean({ resolve: (member) => hasSecondStep(member) }),
  }),
})

const readMembers = ({ provider_id }: ProviderRow, { world }: QueryContext): Promise<MemberAccount[]> =>
  membersOf(world.storage.tenant(DEVELOPERS_REALM_ID), provider_id)

const Provider = builder.objectRef<ProviderRow>('Provider').implement({
  ...forStaff,
  fields: (t) => ({
    providerId: t.id({ resolve: ({ provider_id }) => provider_id }),
    name: t.exposeString('name'),
    signedUpAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
    sandboxOperatorId: t.string({ nullable: true, resolve: ({ sandbox_operator_id }) => sandbox_operator_id }),
    memberEmailList: t.stringList({
      resolve: async (provider, _args, context) => (await readMembers(provider, context)).map(({ email }) => email),
    }),
    memberList: t.field({
      type: [Member],
      description: 'The longest there first.',
      resolve: (provider, _args, context) => readMembers(provider, context),
    }),
    applicationList: t.field({
      type: [Application],
      resolve: ({ provider_id }, _args, { at }) => applicationsOf(at.platform, provider_id),
    }),
  }),
})

builder.queryFields((t) => ({
  providerList: t.field({
    ...forStaff,
    description: 'By name.',
    type: [Provider],
    resolve: (_root, _args, { at }) => allProviders(at.platform),
  }),
  provider: t.field({
    ...forStaff,
    type: Provider,
    nullable: true,
    args: { providerId: t.arg.id({ required: true }) },
    resolve: async (_root, { providerId }, { at }) => (await providerById(at.platform, providerId)) ?? null,
  }),
}))
