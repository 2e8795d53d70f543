/** Tells the other administrators of a new one: an account that was taken over must not make another in silence. */

import type { Realm } from '../../domain/identity/realm.ts'
import { administratorAdded } from '../../domain/notices/notice-words.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { nameOf, type UserRow, userName } from '../../storage/identity/users.ts'
import type { Actor } from '../audit-trail.ts'
import type { Randomness } from '../world.ts'
import { giveNotice } from './give-notice.ts'

/** Somebody whose role is told. */
export interface PersonWithRole {
  readonly user: Pick<UserRow, 'user_id' | 'name' | 'surname'>
  /** Where the operator's pages are, for the link in the mail; absent where the caller does not know. */
  readonly origin?: string | undefined
}

/** Where they have the role. */
export interface AtRealm extends Randomness {
  readonly realm: Realm
}

/** Null stands for whoever runs the service. */
export const giverOf = async (tx: TenantTx, { kind, id }: Actor): Promise<string | null> => {
  if (kind === 'provider') return 'a member of the provider'
  return kind === 'user' && id !== null ? userName(tx, id) : null
}

/** Part of the transaction that gives the role. */
export const tellAdministrators = async (
  at: AtRealm,
  tx: TenantTx,
  { user, origin }: PersonWithRole,
  actor: Actor,
): Promise<void> => {
  const by = await giverOf(tx, actor)
  await giveNotice({ randomBytes: at.randomBytes, realm: at.realm, origin: origin ?? null }, tx, {
    kind: 'ADMIN_ADDED',
    cause: `administrator ${user.user_id} ${await tx.now()}`,
    userId: null,
    madeBy: actor.kind === 'user' ? actor.id : null,
    place: '/users',
    words: administratorAdded({ person: nameOf(user), by }),
  })
}
