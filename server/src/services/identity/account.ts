/** Changes a user's password and ends personal grants; second steps and passkeys have their own files. */
import { Failure } from '../../domain/failure.ts'
import type { Realm } from '../../domain/identity/realm.ts'
import { endSessionsOf } from '../../storage/identity/sessions.ts'
import { changeUser } from '../../storage/identity/users.ts'
import { endGrant } from '../../storage/oauth/grants.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { World } from '../world.ts'
import { checkedPassword, hashInTurn } from './password.ts'
import { requirePassword } from './presence.ts'
import { tellOwner } from './security-notice.ts'
import { type SignedIn, subjectOf } from './sessions.ts'

/** Ends all other sessions, in case somebody else knew the old password. */
export const changePassword = async (
  world: World,
  realm: Realm,
  person: SignedIn,
  change: { readonly current: string; readonly next: string },
  actor: Actor,
): Promise<void> => {
  await requirePassword(world, realm, person, change.current)
  const password_hash = await hashInTurn(world, realm.tenantId, person.user.user_id, checkedPassword(change.next))
  await world.storage.writeTenant(realm.tenantId, async (tx) => {
    await changeUser(tx, person.user.user_id, { password_hash })
    await endSessionsOf(tx, person.user.user_id, { exceptHash: person.session.hash }, await tx.now())
    await recordAudit(world, tx, actor, 'user.password-changed', subjectOf(person), {})
    await tellOwner(world, tx, realm, person, actor, 'your password was changed')
  })
}

/** Ends a grant that the user gave for their own account; grants of the operator cannot be ended here. */
export const endPersonalGrant = (
  world: World,
  realm: Realm,
  person: SignedIn,
  grantId: string,
  actor: Actor,
): Promise<void> =>
  world.storage.writeTenant(realm.tenantId, async (tx) => {
    const ended = await endGrant(tx, grantId, person.user.user_id, await tx.now())
    if (!ended) throw new Failure('not_found', 'There is no such connection, or it was ended before')
    const detail = { clientId: ended.client_id, scopes: ended.scopes }
    await recordAudit(world, tx, actor, 'grant.ended', { kind: 'grant', id: grantId }, detail)
  })
