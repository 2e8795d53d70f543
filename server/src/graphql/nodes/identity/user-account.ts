/**
 * Who can sign in at this operator: administrators invite users, change the administrator role and remove users
 * (access-model §10).
 */

import { startOfDay } from '../../../domain/interval.ts'
import { userError } from '../../../domain/user-error.ts'
import { removeUserAccount, setAdministrator, setUserRoles } from '../../../services/identity/administrators.ts'
import { type Inviting, inviteAgain, inviteUser } from '../../../services/identity/invitations.ts'
import { openInvitations } from '../../../storage/identity/invitations.ts'
import { passkeyCounts } from '../../../storage/identity/passkeys.ts'
import { recoveryCodeCounts } from '../../../storage/identity/recovery-codes.ts'
import { lastSeen } from '../../../storage/identity/user-accounts.ts'
import { allUsers, hasSecondStep, isAdmin, type UserRow, userById } from '../../../storage/identity/users.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { payload } from '../../payload.ts'
import { actorOf, signedInUser } from '../../signed-in-user.ts'

const UserAccountState = builder.enumType('UserAccountState', {
  description: 'SUSPENDED by the host: signs in nowhere until the host lets them in again.',
  values: ['INVITED', 'INVITATION_EXPIRED', 'ACTIVE', 'SUSPENDED'],
})

const invitationOf = ({ loaders, reader, at }: QueryContext, { user_id }: UserRow) =>
  loaders.load('invitation', user_id, (ids) => openInvitations(reader, ids, at.now()))

const stateOf = async (context: QueryContext, user: UserRow) => {
  if (user.suspended_at !== null) return 'SUSPENDED' as const
  if (user.password_hash !== null) return 'ACTIVE' as const
  return (await invitationOf(context, user)) ? ('INVITED' as const) : ('INVITATION_EXPIRED' as const)
}

const UserAccount = builder.objectRef<UserRow>('UserAccount').implement({
  ...needs('user:read'),
  description: 'A user who can sign in here, as administrators see them.',
  fields: (t) => ({
    userId: t.id({ resolve: ({ user_id }) => user_id }),
    name: t.exposeString('name'),
    surname: t.exposeString('surname'),
    email: t.exposeString('email'),
    roleList: t.stringList({ resolve: ({ role_list }) => role_list.split(' ').filter(Boolean) }),
    isAdmin: t.boolean({ resolve: isAdmin }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
    state: t.field({ type: UserAccountState, resolve: (user, _args, context) => stateOf(context, user) }),
    invitationExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: async (user, _args, context) => (await invitationOf(context, user))?.expires_at ?? null,
    }),
    hasSecondStep: t.boolean({ resolve: hasSecondStep }),
    passkeyCount: t.int({
      resolve: async ({ user_id }, _args, { loaders, reader }) =>
        (await loaders.load('passkeys of users', user_id, (ids) => passkeyCounts(reader, ids))) ?? 0,
    }),
    recoveryCodesLeft: t.int({
      resolve: async ({ user_id }, _args, { loaders, reader }) =>
        (await loaders.load('recovery codes of users', user_id, (ids) => recoveryCodeCounts(reader, ids))) ?? 0,
    }),
    lastSeenAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The day alone: the minute would tell who may have sent a report just then.',
      resolve: async ({ user_id }, _args, { loaders, reader }) => {
        const seen = await loaders.load('last seen', user_id, (ids) => lastSeen(reader, ids))
        return seen === undefined ? null : startOfDay(seen)
      },
    }),
    isViewer: t.boolean({
      description: 'Whether this is the signed-in user.',
      resolve: ({ user_id }, _args, { principal }) => user_id === principal.userId,
    }),
  }),
})

builder.queryField('userAccountList', (t) =>
  t.field({
    ...needs('user:read'),
    description: 'Everybody who can sign in here, by surname.',
    type: [UserAccount],
    resolve: (_root, _args, { reader }) => allUsers(reader),
  }),
)

export const UserAccountPayload = payload<{ readonly userAccount: UserRow | null }>('UserAccountPayload', (t) => ({
  userAccount: t.expose('userAccount', { type: UserAccount, nullable: true }),
}))

const UserRemovePayload = payload<{ readonly userId: string | null }>('UserRemovePayload', (t) => ({
  userId: t.exposeID('userId', { nullable: true }),
}))

const UserInviteInput = builder.inputType('UserInviteInput', {
  fields: (t) => ({
    email: t.string({ required: true }),
    name: t.string({ required: true }),
    surname: t.string({ required: true }),
    roleList: t.stringList({ required: true, description: 'Any of ADMIN, OPS, SALES, CREW, MAINTENANCE, SAFETY.' }),
  }),
})

const invitingBy = (context: QueryContext): Inviting => {
  if (!context.mail.canSend) {
    throw userError('NOT_ALLOWED', 'This server sends no e-mail: its host sets AIRSIDE_SMTP_URL first')
  }
  return {
    by: signedInUser(context),
    actor: actorOf(context),
    linkTo: (invitationId) => `${context.origin}/invitation/?invitation=${invitationId}`,
  }
}

export const accountOf = async (
  { reader }: QueryContext,
  userId: string,
): Promise<{ userAccount: UserRow | null }> => ({
  userAccount: (await userById(reader, userId)) ?? null,
})

builder.mutationFields((t) => ({
  userInvite: mutation(t, {
    ...needs('user:write'),
    description: 'Adds a user without a password and sends them an invitation to choose one.',
    asksPresence: true,
    type: UserAccountPayload,
    args: { input: t.arg({ type: UserInviteInput, required: true }) },
    under: ['input'],
    run: async (args, context, key) => {
      const { email, name, surname, roleList: roles } = args.input
      const invitee = { email, name, surname, roles }
      return accountOf(context, await inviteUser(context.at, invitee, invitingBy(context), key))
    },
  }),
  userInviteAgain: mutation(t, {
    ...needs('user:write'),
    description: 'Sends a new invitation to somebody who has no password yet; the earlier one stops working.',
    asksPresence: true,
    type: UserAccountPayload,
    args: { userId: t.arg.id({ required: true }) },
    run: async (args, context, key) => {
      await inviteAgain(context.at, args.userId, invitingBy(context), key)
      return accountOf(context, args.userId)
    },
  }),
  userAdminSet: mutation(t, {
    ...needs('user:write'),
    description: 'Grants or withdraws the administrator role; the last administrator keeps it.',
    asksPresence: ({ isAdmin }) => isAdmin,
    type: UserAccountPayload,
    args: {
      userId: t.arg.id({ required: true }),
      isAdmin: t.arg.boolean({ required: true }),
    },
    run: async (args, context, key) => {
      await setAdministrator(context.at, { ...args, origin: context.origin }, actorOf(context), key)
      return accountOf(context, args.userId)
    },
  }),
  userRoleSet: mutation(t, {
    ...needs('user:write'),
    description:
      'Replaces the roles of a user, from their next request on; the last administrator stays one. Any of ADMIN, OPS, SALES, CREW, MAINTENANCE, SAFETY.',
    asksPresence: true,
    type: UserAccountPayload,
    args: {
      userId: t.arg.id({ required: true }),
      roleList: t.arg.stringList({ required: true }),
    },
    run: async (args, context, key) => {
      await setUserRoles(context.at, { ...args, origin: context.origin }, actorOf(context), key)
      return accountOf(context, args.userId)
    },
  }),
  userRemove: mutation(t, {
    ...needs('user:write'),
    description:
      'Removes a user and ends their sessions and personal grants; the last administrator cannot be removed. Who has a logbook gets a mail with a link to it, for 30 days.',
    type: UserRemovePayload,
    args: { userId: t.arg.id({ required: true }) },
    run: async (args, context, key) => {
      await removeUserAccount(context.at, { ...args, origin: context.origin }, actorOf(context), key)
      return { userId: args.userId }
    },
  }),
}))
