/**
 * Invites members by e-mail. The account is made when the code of the message was right, and an invitation to an
 * address that has an account looks the same to whoever sends it (threats row 66).
 */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import { INVITATION_SECONDS, MAX_INVITATION_TRIES, MAX_INVITATIONS_PER_HOUR } from '../../domain/limits.ts'
import { randomText, secretHash } from '../../domain/secret.ts'
import type { TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { nameOf, userByEmail, userById } from '../../storage/identity/users.ts'
import {
  claimSignUpTry,
  insertSignUp,
  lockSignUpsBeside,
  openSignUp,
  removeInvitations,
  type SignUpRow,
  withdrawInvitation,
} from '../../storage/providers/sign-ups.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeOnce } from '../change-once.ts'
import { spendInvitation } from '../identity/invitation-allowance.ts'
import { checkedPassword, hashInTurn } from '../identity/password.ts'
import { checkedEmail, checkedName } from '../identity/users.ts'
import { newId, type WorldAt } from '../world.ts'
import type { ByMember } from './members.ts'
import { mailInvitation, mailInvitationToMember } from './messages.ts'
import { isCodeOf, makeMember } from './sign-up.ts'

const CODE_LENGTH = 16

export interface InvitedMember {
  readonly email: string
  readonly name: string
}

/** The id of the invitation. */
export const inviteMember = async (
  at: WorldAt,
  invited: InvitedMember,
  { by, actor, linkTo }: ByMember & { readonly linkTo: (invitationId: string) => string },
  key: IdempotencyKey | null = null,
): Promise<string> => {
  const email = checkedEmail(invited.email)
  const name = checkedName('name', invited.name)
  if (name === '') throw new Failure('invalid_request', 'The name is missing', { details: { field: 'name' } })
  const { outcome } = await changeOnce(at, key, async (tx) => {
    const { provider_id: providerId } = by.provider
    const timesAnHour = MAX_INVITATIONS_PER_HOUR.production
    await spendInvitation(tx, { sender: providerId, timesAnHour, isOfProvider: true }, email)
    const isKnown = (await userByEmail(tx, email)) !== undefined
    const invitationId = newId(at, 'inv')
    const code = randomText(CODE_LENGTH, at.randomBytes)
    const createdAt = await tx.now()
    const expiresAt = addSeconds(createdAt, INVITATION_SECONDS)
    await removeInvitations(tx, email, providerId)
    await insertSignUp(tx, {
      sign_up_id: invitationId,
      email,
      name,
      surname: '',
      company: null,
      provider_id: providerId,
      invited_by: by.user.user_id,
      password_hash: null,
      code_hash: secretHash(`${invitationId} ${code}`),
      created_at: createdAt,
      expires_at: expiresAt,
    })
    const mail = { email, name, company: by.provider.name, invitedBy: nameOf(by.user), createdAt, expiresAt }
    if (isKnown) await mailInvitationToMember(at, tx, mail)
    else await mailInvitation(at, tx, { ...mail, link: linkTo(invitationId), code })
    await recordAudit(at, tx, actor, {
      action: 'member.invited',
      subject: { kind: 'invitation', id: invitationId },
      detail: { email },
    })
    return invitationId
  })
  return outcome
}

export const endInvitation = async (
  at: WorldAt,
  invitationId: string,
  { by, actor }: ByMember,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  await changeOnce(at, key, async (tx) => {
    const { provider_id: providerId } = by.provider
    if (!(await withdrawInvitation(tx, providerId, invitationId))) {
      throw new Failure('not_found', 'There is no such invitation here', { details: { field: 'invitationId' } })
    }
    await recordAudit(at, tx, actor, {
      action: 'member.invitation-ended',
      subject: { kind: 'invitation', id: invitationId },
    })
    return invitationId
  })
}

/** The open invitation behind a link; null where it is unknown, too old or used. */
export const openMemberInvitation = async (at: WorldAt, invitationId: string): Promise<SignUpRow | null> => {
  const reader = at.read
  const found = await openSignUp(reader, invitationId)
  return found?.provider_id ? found : null
}

/** Rests while the owner who sent it is suspended. */
const isInviterAtRest = async (tx: TenantTx, { invited_by }: SignUpRow): Promise<boolean> => {
  const inviter = invited_by === null ? undefined : await userById(tx, invited_by)
  return inviter !== undefined && inviter.suspended_at !== null
}

export type JoinOutcome = 'joined' | 'wrong-code' | 'over'

/** Checks the code before it hashes the password, so that made-up codes cannot cause expensive work. */
export const joinProvider = async (
  at: WorldAt,
  given: { readonly invitationId: string; readonly code: string; readonly password: string },
  from: Pick<Actor, 'address' | 'requestId'>,
): Promise<JoinOutcome> => {
  checkedPassword(given.password)
  const tried = await at.write(async (tx): Promise<JoinOutcome> => {
    const invitation = await claimSignUpTry(tx, given.invitationId, MAX_INVITATION_TRIES)
    if (!invitation?.provider_id) return 'over'
    return isCodeOf(invitation, given.code) ? 'joined' : 'wrong-code'
  })
  if (tried !== 'joined') return tried
  const passwordHash = await hashInTurn(
    at,
    { door: 'invitation of a member', source: given.invitationId },
    given.password,
  )
  return at.write(async (tx) => {
    await lockSignUpsBeside(tx, given.invitationId)
    const invitation = await openSignUp(tx, given.invitationId)
    if (!invitation?.provider_id || (await isInviterAtRest(tx, invitation))) return 'over'
    const userId = newId(at, 'usr')
    const providerId = invitation.provider_id
    const user = await makeMember(tx, invitation, { userId, providerId, isOwner: false, passwordHash })
    if (typeof user === 'string') return 'over'
    const actor: Actor = { kind: 'user', id: userId, ...from }
    await recordAudit(at, tx, actor, {
      action: 'member.joined',
      subject: { kind: 'user', id: userId },
      detail: { email: invitation.email },
    })
    return 'joined'
  })
}
