/** Inviting people: a user without a password, and a one-time code by e-mail with which they choose one. */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import type { Realm } from '../../domain/identity/realm.ts'
import { INVITATION_SECONDS, INVITATION_TRIES } from '../../domain/limits.ts'
import { randomText, sameText, secretHash } from '../../domain/secret.ts'
import type { TenantTx } from '../../storage/handles.ts'
import {
  claimTry,
  insertInvitation,
  markInvitationUsed,
  openInvitation,
  removeInvitationsOf,
} from '../../storage/identity/invitations.ts'
import { changeUser, insertUser, type UserRow, userById } from '../../storage/identity/users.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeOnce } from '../change-once.ts'
import { newId, type World } from '../world.ts'
import { sendInvitation } from './messages.ts'
import { checkedPassword, hashPassword } from './password.ts'
import { checkedEmail } from './people.ts'
import type { SignedIn } from './sessions.ts'

const CODE_LENGTH = 16
const NAME_LENGTH = 100
export const ROLES = ['ADMIN', 'OPS', 'SALES', 'CREW', 'MAINTENANCE', 'SAFETY'] as const

export interface Invitee {
  readonly email: string
  readonly name: string
  readonly surname: string
  readonly roles: readonly string[]
}

/** Who invites, and where the link of an invitation leads. */
export interface Inviting {
  readonly by: SignedIn
  readonly actor: Actor
  readonly linkTo: (invitationId: string) => string
}

const refuse = (field: string, description: string): never => {
  throw new Failure('invalid_request', description, { details: { field } })
}

const checkedName = (field: 'name' | 'surname', text: string): string => {
  const name = text.trim()
  if (name === '' || name.length > NAME_LENGTH) refuse(field, `The ${field} has 1 to ${NAME_LENGTH} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line end would write headers of its own into a message
  if (/[\u0000-\u001f\u007f]/.test(name)) refuse(field, `The ${field} holds characters that cannot be shown`)
  return name
}

const checkedRoles = (roles: readonly string[]): string => {
  const unknown = roles.find((role) => !ROLES.some((known) => known === role))
  if (unknown !== undefined) refuse('roleList', `There is no role "${unknown}": choose from ${ROLES.join(', ')}`)
  return [...new Set(roles)].join(' ')
}

const invite = async (world: World, tx: TenantTx, realm: Realm, user: UserRow, inviting: Inviting): Promise<void> => {
  const invitationId = newId(world, 'inv')
  const code = randomText(CODE_LENGTH, world.randomBytes)
  const createdAt = await tx.now()
  const expiresAt = addSeconds(createdAt, INVITATION_SECONDS)
  await removeInvitationsOf(tx, user.user_id)
  await insertInvitation(tx, {
    invitation_id: invitationId,
    user_id: user.user_id,
    code_hash: secretHash(code),
    created_at: createdAt,
    expires_at: expiresAt,
  })
  await sendInvitation(world, tx, realm, {
    recipient: user.email,
    name: user.name,
    invitedBy: `${inviting.by.user.name} ${inviting.by.user.surname}`.trim(),
    link: inviting.linkTo(invitationId),
    code,
    createdAt,
    expiresAt,
  })
}

export const inviteUser = async (world: World, realm: Realm, invitee: Invitee, inviting: Inviting): Promise<string> => {
  const { outcome } = await changeOnce(world, realm, inviting.actor, async (tx) => {
    const userId = newId(world, 'usr')
    const row = {
      user_id: userId,
      email: checkedEmail(invitee.email),
      name: checkedName('name', invitee.name),
      surname: checkedName('surname', invitee.surname),
      role_list: checkedRoles(invitee.roles),
      password_hash: null,
    }
    const inserted = await insertUser(tx, row)
    const user = inserted ? await userById(tx, userId) : undefined
    if (!user) return refuse('email', `${row.email} is a user of this operator already`)
    await invite(world, tx, realm, user, inviting)
    const detail = { email: row.email, roles: invitee.roles }
    await recordAudit(world, tx, inviting.actor, 'user.invited', { kind: 'user', id: userId }, detail)
    return userId
  })
  return outcome
}

export const inviteAgain = async (world: World, realm: Realm, userId: string, inviting: Inviting): Promise<void> => {
  await changeOnce(world, realm, inviting.actor, async (tx) => {
    const user = await userById(tx, userId)
    if (!user) throw new Failure('not_found', 'There is no such user here', { details: { field: 'userId' } })
    if (user.password_hash !== null) refuse('userId', `${user.email} has chosen a password already`)
    await invite(world, tx, realm, user, inviting)
    await recordAudit(world, tx, inviting.actor, 'user.invited', { kind: 'user', id: userId }, { email: user.email })
    return userId
  })
}

/** The person whom an invitation waits for; null where it is unknown, over or used. */
export const invitedPerson = async (world: World, realm: Realm, invitationId: string): Promise<UserRow | null> => {
  const reader = world.storage.tenant(realm.tenantId)
  const invitation = await openInvitation(reader, invitationId, world.now(realm.tenantId))
  return (invitation && (await userById(reader, invitation.user_id))) ?? null
}

export type AcceptOutcome = 'accepted' | 'wrong-code' | 'over'

/** Returned rather than thrown where the code is wrong: a rollback would undo the count of tries. */
export const acceptInvitation = async (
  world: World,
  realm: Realm,
  given: { readonly invitationId: string; readonly code: string; readonly password: string },
  from: Pick<Actor, 'address' | 'requestId'>,
): Promise<AcceptOutcome> => {
  const password_hash = await hashPassword(world, checkedPassword(given.password))
  return world.storage.writeTenant(realm.tenantId, async (tx) => {
    const now = await tx.now()
    const invitation = await claimTry(tx, given.invitationId, INVITATION_TRIES, now)
    const user = invitation && (await userById(tx, invitation.user_id))
    if (!invitation || !user) return 'over'
    if (!sameText(invitation.code_hash, secretHash(given.code.trim()))) return 'wrong-code'
    await markInvitationUsed(tx, invitation.invitation_id, now)
    await changeUser(tx, user.user_id, { password_hash })
    const actor: Actor = { kind: 'user', id: user.user_id, ...from }
    await recordAudit(world, tx, actor, 'user.password-chosen', { kind: 'user', id: user.user_id }, {})
    return 'accepted'
  })
}
