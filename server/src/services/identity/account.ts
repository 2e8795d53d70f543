/** Changes a user's password and ends personal grants; second steps and passkeys have their own files. */
import { Failure } from '../../domain/failure.ts'
import { removeResetsOf } from '../../storage/identity/password-resets.ts'
import { endHandedOver, endSessionsOf } from '../../storage/identity/sessions.ts'
import { changeUser } from '../../storage/identity/users.ts'
import { endGrant } from '../../storage/oauth/grants.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { WorldAt } from '../world.ts'
import { checkedPassword, hashInTurn } from './password.ts'
import { personAt } from './password-guess.ts'
import { requirePassword } from './presence.ts'
import { tellOwner } from './security-notice.ts'
import { type SignedIn, subjectOf } from './sessions.ts'

/** Ends all other sessions and open resets, in case somebody else knew the old password or reads the mail. */
export const changePassword = async (
  at: WorldAt,
  user: SignedIn,
  change: { readonly current: string; readonly next: string },
  actor: Actor,
): Promise<void> => {
  await requirePassword(at, user, change.current)
  const password_hash = await hashInTurn(
    at,
    { door: 'new password in a session', source: personAt(at.tenantId, user.user.email) },
    checkedPassword(change.next),
  )
  await at.write(async (tx) => {
    await changeUser(tx, user.user.user_id, { password_hash })
    await removeResetsOf(tx, user.user.user_id)
    await endSessionsOf(tx, user.user.user_id, { exceptHash: user.session.hash }, await tx.now())
    await endHandedOver(tx, user.user.user_id, await tx.now())
    await recordAudit(at, tx, actor, { action: 'user.password-changed', subject: subjectOf(user) })
    await tellOwner(at, tx, user, { address: actor.address, what: 'your password was changed' })
  })
}

/** Ends a grant that the user gave for their own account; grants of the operator cannot be ended here. */
export const endPersonalGrant = (at: WorldAt, user: SignedIn, grantId: string, actor: Actor): Promise<void> =>
  at.write(async (tx) => {
    const ended = await endGrant(tx, grantId, user.user.user_id, await tx.now())
    if (!ended) throw new Failure('not_found', 'There is no such connection, or it was ended before')
    const detail = { clientId: ended.client_id, scopes: ended.scopes }
    await recordAudit(at, tx, actor, { action: 'grant.ended', subject: { kind: 'grant', id: grantId }, detail })
  })
