/** Invites users: creates a user without a password and e-mails a single-use code with which they choose one. */

import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import { isRole, ROLES } from '../../domain/identity/roles.ts'
import { INVITATION_SECONDS, MAX_INVITATION_TRIES, MAX_INVITATIONS_PER_HOUR } from '../../domain/limits.ts'
import { randomText, sameText, secretHash } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import {
  claimTry,
  type InvitationRow,
  insertInvitation,
  markInvitationUsed,
  openInvitation,
  removeInvitationsOf,
} from '../../storage/identity/invitations.ts'
import {
  changeUser,
  insertUser,
  isAdmin,
  lockUser,
  nameOf,
  type UserRow,
  userById,
} from '../../storage/identity/users.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeOnce } from '../change-once.ts'
import { tellAdministrators } from '../notices/administrator-notice.ts'
import { tellSafetyOffice } from '../notices/safety-office-notice.ts'
import { newId, type WorldAt } from '../world.ts'
import { spendInvitation } from './invitation-allowance.ts'
import { sendInvitation } from './messages.ts'
import { checkedPassword, hashInTurn } from './password.ts'
import type { SignedIn } from './sessions.ts'
import { checkedEmail, checkedName } from './users.ts'

const CODE_LENGTH = 16
const HOST_NAME = 'The host of Airside'

export interface Invitee {
  readonly email: string
  readonly name: string
  readonly surname: string
  readonly roles: readonly string[]
}

/** Who invites, and where the link of the invitation leads. */
export interface Inviting {
  /** Null stands for whoever runs the service, at its command line. */
  readonly by: SignedIn | null
  readonly actor: Actor
  readonly linkTo: (invitationId: string) => string
}

const refuse = (field: string, description: string): never => {
  throw new Failure('invalid_request', description, { details: { field } })
}

const presentName = (field: 'name' | 'surname', text: string): string =>
  checkedName(field, text) || refuse(field, `The ${field} is missing`)

const checkedRoles = (roles: readonly string[]): string => {
  const unknown = roles.find((role) => !isRole(role))
  if (unknown !== undefined) refuse('roleList', `There is no role "${unknown}": choose from ${ROLES.join(', ')}`)
  return [...new Set(roles)].join(' ')
}

/** The caller holds the lock of the user's row, so that one invitation is open at a time. */
const invite = async (at: WorldAt<Tenant>, tx: TenantTx, user: UserRow, inviting: Inviting): Promise<void> => {
  const { environment, sharesBudget: isOfProvider } = at.realm
  const timesAnHour = MAX_INVITATIONS_PER_HOUR[environment]
  await spendInvitation(tx, { sender: at.tenantId, timesAnHour, isOfProvider }, user.email)
  const invitationId = newId(at, 'inv')
  const code = randomText(CODE_LENGTH, at.randomBytes)
  const createdAt = await tx.now()
  const expiresAt = addSeconds(createdAt, INVITATION_SECONDS)
  await removeInvitationsOf(tx, user.user_id)
  await insertInvitation(tx, {
    invitation_id: invitationId,
    user_id: user.user_id,
    code_hash: secretHash(code),
    invited_by: inviting.by?.user.user_id ?? null,
    created_at: createdAt,
    expires_at: expiresAt,
  })
  await sendInvitation(at, tx, {
    recipient: user.email,
    name: user.name,
    invitedBy: inviting.by === null ? HOST_NAME : nameOf(inviting.by.user),
    link: inviting.linkTo(invitationId),
    code,
    createdAt,
    expiresAt,
  })
}

/** Adds the user and the invitation in a transaction of the caller. */
export const inviteWithin = async (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  invitee: Invitee,
  inviting: Inviting,
): Promise<string> => {
  const userId = newId(at, 'usr')
  const row = {
    user_id: userId,
    email: checkedEmail(invitee.email),
    name: presentName('name', invitee.name),
    surname: presentName('surname', invitee.surname),
    role_list: checkedRoles(invitee.roles),
    password_hash: null,
  }
  const inserted = await insertUser(tx, row)
  if (inserted === 'suspended') {
    return refuse('email', `${row.email} is suspended by whoever runs this service, who alone can lift it`)
  }
  const user = inserted === 'inserted' ? await lockUser(tx, userId) : undefined
  if (!user) return refuse('email', `${row.email} is a user of this operator already`)
  await invite(at, tx, user, inviting)
  await recordAudit(at, tx, inviting.actor, {
    action: 'user.invited',
    subject: { kind: 'user', id: userId },
    detail: { email: row.email, roles: invitee.roles },
  })
  if (isAdmin(user)) await tellAdministrators(at, tx, { user }, inviting.actor)
  if (invitee.roles.includes('SAFETY')) await tellSafetyOffice(at, tx, { user, isJoining: true }, inviting.actor)
  return userId
}

export const inviteUser = async (
  at: WorldAt<Tenant>,
  invitee: Invitee,
  inviting: Inviting,
  key: IdempotencyKey | null = null,
): Promise<string> => (await changeOnce(at, key, (tx) => inviteWithin(at, tx, invitee, inviting))).outcome

export const inviteAgain = async (
  at: WorldAt<Tenant>,
  userId: string,
  inviting: Inviting,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  await changeOnce(at, key, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new Failure('not_found', 'There is no such user here', { details: { field: 'userId' } })
    if (user.password_hash !== null) refuse('userId', `${user.email} has chosen a password already`)
    await invite(at, tx, user, inviting)
    await recordAudit(at, tx, inviting.actor, {
      action: 'user.invited',
      subject: { kind: 'user', id: userId },
      detail: { email: user.email },
    })
    return userId
  })
}

/** The invited user; null if the invitation is unknown, expired or used. */
export const invitedUser = async (at: WorldAt, invitationId: string): Promise<UserRow | null> => {
  const reader = at.read
  const invitation = await openInvitation(reader, invitationId)
  return (invitation && (await userById(reader, invitation.user_id))) ?? null
}

export type AcceptOutcome = 'accepted' | 'wrong-code' | 'over'

interface Acceptance {
  readonly invitationId: string
  readonly code: string
  readonly password: string
}

/** Rests while whoever sent it is suspended. Support's are not by a user of this operator. */
const isInviterAtRest = async (tx: TenantTx, { invited_by }: InvitationRow): Promise<boolean> => {
  const inviter = invited_by === null ? undefined : await userById(tx, invited_by)
  return inviter !== undefined && inviter.suspended_at !== null
}

/**
 * The open invitation, with the lock of its user's row taken first as everywhere. Null if it is over, or if the user
 * is suspended or has a password: an invitation never replaces one.
 */
const lockInvitation = async (
  tx: TenantTx,
  invitationId: string,
): Promise<{ invitation: InvitationRow; user: UserRow } | null> => {
  const found = await openInvitation(tx, invitationId)
  const user = found && (await lockUser(tx, found.user_id))
  if (user?.password_hash !== null || user.suspended_at !== null) return null
  const invitation = await openInvitation(tx, invitationId)
  return invitation && !(await isInviterAtRest(tx, invitation)) ? { invitation, user } : null
}

/** Counts a try, whether it succeeds or not. */
const tryCode = async (tx: TenantTx, { invitationId, code }: Acceptance): Promise<AcceptOutcome> => {
  if (!(await lockInvitation(tx, invitationId))) return 'over'
  const claimed = await claimTry(tx, invitationId, MAX_INVITATION_TRIES)
  if (!claimed) return 'over'
  return sameText(claimed.code_hash, secretHash(code.trim())) ? 'accepted' : 'wrong-code'
}

/** Checks the code before it hashes the password, so that made-up codes cannot cause expensive work. */
export const acceptInvitation = async (
  at: WorldAt,
  given: Acceptance,
  from: Pick<Actor, 'address' | 'requestId'>,
): Promise<AcceptOutcome> => {
  checkedPassword(given.password)
  const outcome = await at.write((tx) => tryCode(tx, given))
  if (outcome !== 'accepted') return outcome
  const password_hash = await hashInTurn(
    at,
    { door: 'invitation of a user', source: given.invitationId },
    given.password,
  )
  return at.write(async (tx) => {
    const locked = await lockInvitation(tx, given.invitationId)
    if (!locked) return 'over'
    const { user } = locked
    await markInvitationUsed(tx, given.invitationId, await tx.now())
    await changeUser(tx, user.user_id, { password_hash })
    const actor: Actor = { kind: 'user', id: user.user_id, ...from }
    await recordAudit(at, tx, actor, { action: 'user.password-chosen', subject: { kind: 'user', id: user.user_id } })
    return 'accepted'
  })
}
