/**
 * Tells the safety office, and the person themselves, who joins and leaves it: its people read who reported what in
 * confidence, and administrators choose them, themselves among them (ADR 220, threats row 432).
 */
import { safetyOfficeChanged } from '../../domain/notices/notice-words.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { nameOf } from '../../storage/identity/users.ts'
import type { Actor } from '../audit-trail.ts'
import { type AtRealm, giverOf, type PersonWithRole } from './administrator-notice.ts'
import { giveNotice } from './give-notice.ts'

/** Part of the transaction that gives or takes the role. */
export const tellSafetyOffice = async (
  at: AtRealm,
  tx: TenantTx,
  { user, origin, isJoining }: PersonWithRole & { readonly isJoining: boolean },
  actor: Actor,
): Promise<void> => {
  const by = await giverOf(tx, actor)
  await giveNotice({ randomBytes: at.randomBytes, realm: at.realm, origin: origin ?? null }, tx, {
    kind: 'SAFETY_OFFICE',
    cause: `safety office ${isJoining ? 'with' : 'without'} ${user.user_id} ${await tx.now()}`,
    userId: user.user_id,
    madeBy: actor.kind === 'user' ? actor.id : null,
    place: isJoining ? '/safety' : '/account',
    words: safetyOfficeChanged({ person: nameOf(user), isJoining, by }),
  })
}
