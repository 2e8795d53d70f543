/** The members of a provider: who is signed in for which one, owners, and who leaves. A provider always has an owner. */
import { Failure } from '../../domain/failure.ts'
import type { Standing } from '../../domain/identity/audience.ts'
import type { TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { canSignIn } from '../../storage/identity/users.ts'
import { lockMembers, lockMembership, memberById, setOwner } from '../../storage/providers/members.ts'
import { type ProviderRow, providerById } from '../../storage/providers/providers.ts'
import { removeInvitationsBy } from '../../storage/providers/sign-ups.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeOnce } from '../change-once.ts'
import { type SignedIn, signedIn } from '../identity/sessions.ts'
import type { WorldAt } from '../world.ts'

/** A signed-in member, and the provider whose applications they see. */
export interface SignedInMember extends SignedIn {
  readonly provider: ProviderRow
  readonly isOwner: boolean
}

export const signedInMember = async (at: WorldAt, secret: string | null): Promise<SignedInMember | null> => {
  const person = await signedIn(at, secret)
  const member = person && (await memberById(at.read, person.user.user_id))
  const provider = member && (await providerById(at.platform, member.provider_id))
  return provider ? { ...person, provider, isOwner: member.is_owner === 1 } : null
}

const isMember = (person: SignedIn): person is SignedInMember => 'provider' in person

/** What a signed-in person was when the request began. */
export const standingOf = (person: SignedIn): Standing => ({
  roleList: person.user.role_list,
  isOwner: isMember(person) ? person.isOwner : null,
})

/** Which member acts, and as whom the audit log names them. */
export interface ByMember {
  readonly by: SignedInMember
  readonly actor: Actor
}

/**
 * For what only some callers of a node need to be owners for. Locks all members before it looks, so that what it finds
 * holds until COMMIT.
 */
export const requireOwner = async (tx: TenantTx, userId: string): Promise<void> => {
  const member = await lockMembership(tx, userId)
  if (member?.is_owner !== 1) throw new Failure('forbidden', 'Only an owner of the provider can do this')
}

export const NO_MEMBER = 'There is no such member here'

/** Locks all members of the provider; `mustStayOwned` refuses the only owner who can sign in. */
export const lockedMember = async (tx: TenantTx, providerId: string, userId: string, mustStayOwned: boolean) => {
  const members = await lockMembers(tx, providerId)
  const member = members.find(({ user_id }) => user_id === userId)
  if (!member) throw new Failure('not_found', NO_MEMBER, { details: { field: 'userId' } })
  const others = members.filter((other) => other.user_id !== userId && other.is_owner === 1 && canSignIn(other))
  if (mustStayOwned && member.is_owner === 1 && others.length === 0) {
    const description = 'This is the only owner who can sign in: make somebody else owner first'
    throw new Failure('forbidden', description, { details: { field: 'userId' } })
  }
  return member
}

export const setMemberOwner = async (
  at: WorldAt,
  { userId, isOwner }: { readonly userId: string; readonly isOwner: boolean },
  { by, actor }: ByMember,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  await changeOnce(at, key, async (tx) => {
    const member = await lockedMember(tx, by.provider.provider_id, userId, !isOwner)
    if ((member.is_owner === 1) === isOwner) return userId
    await setOwner(tx, userId, isOwner)
    if (!isOwner) await removeInvitationsBy(tx, userId)
    await recordAudit(at, tx, actor, {
      action: 'member.owner-set',
      subject: { kind: 'user', id: userId },
      detail: { isOwner },
    })
    return userId
  })
}
