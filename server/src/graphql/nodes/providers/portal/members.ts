/** The members of the provider and the invitations that wait; owners invite, name owners and remove members. */

import { endInvitation, inviteMember } from '../../../../services/providers/invitations.ts'
import { removeMember } from '../../../../services/providers/leaving.ts'
import { type LeftBehind, leftBehindBy } from '../../../../services/providers/left-behind.ts'
import { setMemberOwner } from '../../../../services/providers/members.ts'
import { hasSecondStep, nameOf } from '../../../../storage/identity/users.ts'
import { type MemberAccount, membersOf } from '../../../../storage/providers/members.ts'
import { openInvitationsOf, type SignUpRow } from '../../../../storage/providers/sign-ups.ts'
import { forMembers, forOwners } from '../../../access-declaration.ts'
import type { QueryContext } from '../../../context.ts'
import { mutation } from '../../../mutation.ts'
import { portalBuilder as builder, byMember, memberOf, portalPayload } from '../../../platform/portal-builder.ts'

const Member = builder.objectRef<MemberAccount>('Member').implement({
  ...forMembers,
  fields: (t) => ({
    userId: t.id({ resolve: ({ user_id }) => user_id }),
    name: t.string({ resolve: (member) => nameOf(member) }),
    email: t.exposeString('email'),
    isOwner: t.boolean({ resolve: ({ is_owner }) => is_owner === 1 }),
    hasSecondStep: t.boolean({ resolve: (member) => hasSecondStep(member) }),
    joinedAt: t.field({ type: 'DateTime', resolve: ({ joined_at }) => joined_at }),
  }),
})

const Invitation = builder.objectRef<SignUpRow>('Invitation').implement({
  ...forMembers,
  description: 'An invitation that waits; it says nothing of whether the address has an account.',
  fields: (t) => ({
    invitationId: t.id({ resolve: ({ sign_up_id }) => sign_up_id }),
    email: t.exposeString('email'),
    name: t.exposeString('name'),
    sentAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
    expiresAt: t.field({ type: 'DateTime', resolve: ({ expires_at }) => expires_at }),
  }),
})

const readMembers = (context: QueryContext): Promise<MemberAccount[]> =>
  membersOf(context.reader, memberOf(context).provider.provider_id)

const readInvitations = (context: QueryContext): Promise<SignUpRow[]> => {
  const { at, reader } = context
  return openInvitationsOf(reader, memberOf(context).provider.provider_id, at.now())
}

builder.queryFields((t) => ({
  memberList: t.field({
    ...forMembers,
    type: [Member],
    resolve: (_root, _args, context) => readMembers(context),
  }),
  invitationList: t.field({
    ...forMembers,
    type: [Invitation],
    resolve: (_root, _args, context) => readInvitations(context),
  }),
}))

const InvitationPayload = portalPayload<{ readonly invitation: SignUpRow | null }>('InvitationPayload', (t) => ({
  invitation: t.expose('invitation', { type: Invitation, nullable: true }),
}))

const InvitationEndPayload = portalPayload<{ readonly invitationId: string | null }>('InvitationEndPayload', (t) => ({
  invitationId: t.exposeID('invitationId', { nullable: true }),
}))

const MemberPayload = portalPayload<{ readonly member: MemberAccount | null }>('MemberPayload', (t) => ({
  member: t.expose('member', { type: Member, nullable: true }),
}))

const LeftBehindKind = builder.enumType('LeftBehindKind', { values: ['WEBHOOK', 'SECRET'] as const })

const LeftBehindNode = builder.objectRef<LeftBehind>('LeftBehind').implement({
  ...forMembers,
  description:
    'What a member made and knows, and what goes on after they left: a webhook whose address they chose or whose secret they made, or a client secret that works.',
  fields: (t) => ({
    kind: t.expose('kind', { type: LeftBehindKind }),
    clientId: t.exposeID('clientId', { description: 'Of the application.' }),
    applicationName: t.exposeString('applicationName'),
    webhookId: t.exposeID('webhookId', { nullable: true, description: 'Of a webhook.' }),
    environment: t.exposeString('environment', { nullable: true, description: 'Of a webhook: production or sandbox.' }),
    host: t.exposeString('host', { nullable: true, description: 'Of a webhook: the host that it sends to.' }),
    lastFour: t.exposeString('lastFour', { nullable: true, description: 'Of a client secret: how it ends.' }),
  }),
})

builder.queryField('leftBehindList', (t) =>
  t.field({
    ...forMembers,
    description:
      'What goes on when this member is removed, or went on after they were, until somebody takes it over or ends it.',
    type: [LeftBehindNode],
    args: { userId: t.arg.id({ required: true }) },
    resolve: (_root, { userId }, context) =>
      leftBehindBy(context.at.platform, {
        providerId: memberOf(context).provider.provider_id,
        userId,
        now: context.at.now(),
      }),
  }),
)

interface Removed {
  readonly userId: string | null
  readonly leftBehindList: readonly LeftBehind[] | null
}

const MemberRemovePayload = portalPayload<Removed>('MemberRemovePayload', (t) => ({
  userId: t.exposeID('userId', { nullable: true }),
  leftBehindList: t.field({
    type: [LeftBehindNode],
    nullable: true,
    description: 'What they made and what goes on: take each webhook over or switch it off, replace each secret.',
    resolve: ({ leftBehindList }) => leftBehindList,
  }),
}))

builder.mutationFields((t) => ({
  memberInvite: mutation(t, {
    ...forOwners,
    description: 'Invites somebody by e-mail. Inviting the same address again voids the earlier invitation.',
    asksPresence: true,
    type: InvitationPayload,
    args: {
      email: t.arg.string({ required: true }),
      name: t.arg.string({ required: true }),
    },
    run: async (args, context, key) => {
      const { origin } = context
      const linkTo = (invitationId: string) => `${origin}/invitation/?invitation=${invitationId}`
      const invited = { email: args.email, name: args.name }
      const invitationId = await inviteMember(context.at, invited, { ...byMember(context), linkTo }, key)
      const found = (await readInvitations(context)).find(({ sign_up_id }) => sign_up_id === invitationId)
      return { invitation: found ?? null }
    },
  }),
  memberInvitationEnd: mutation(t, {
    ...forOwners,
    type: InvitationEndPayload,
    args: { invitationId: t.arg.id({ required: true }) },
    run: async (args, context, key) => {
      await endInvitation(context.at, args.invitationId, byMember(context), key)
      return { invitationId: args.invitationId }
    },
  }),
  memberOwnerSet: mutation(t, {
    ...forOwners,
    description: 'Makes a member an owner, or takes that back; the last owner stays one.',
    asksPresence: ({ isOwner }) => isOwner,
    type: MemberPayload,
    args: {
      userId: t.arg.id({ required: true }),
      isOwner: t.arg.boolean({ required: true }),
    },
    run: async (args, context, key) => {
      await setMemberOwner(context.at, args, byMember(context), key)
      const found = (await readMembers(context)).find(({ user_id }) => user_id === args.userId)
      return { member: found ?? null }
    },
  }),
  memberRemove: mutation(t, {
    ...forMembers,
    description:
      'Removes a member, here and at the provider’s sandbox, and ends their sessions, the API keys that they made or rotated there, and the webhooks that they made there. Webhooks and secrets of applications go on: the answer names those that they know, and owners are mailed. Owners remove anybody, others only themselves; the last owner cannot go.',
    type: MemberRemovePayload,
    args: { userId: t.arg.id({ required: true }) },
    run: async (args, context, key) => {
      const given = { ...args, publicUrl: context.publicUrl }
      const leftBehindList = await removeMember(context.at, given, byMember(context), key)
      return { userId: args.userId, leftBehindList }
    },
  }),
}))
