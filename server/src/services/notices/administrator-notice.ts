/** Tells the other administrators of a new one: an account that was taken over must not make another in silence. */
import { administratorAdded } from '../../domain/notices/notice-words.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { nameOf, type UserRow, userName } from '../../storage/identity/users.ts'
import type { Actor } from '../audit-trail.ts'
import type { WorldAt } from '../world.ts'
import { giveNotice } from './give-notice.ts'

export interface NewAdministrator {
  readonly user: Pick<UserRow, 'user_id' | 'name' | 'surname'>
  /** Where the operator's pages are, for the link in the mail; absent where the caller does not know. */
  readonly origin?: string | undefined
}

/** Part of the transaction that gives the role. */
export const tellAdministrators = async (
  at: WorldAt,
  tx: TenantTx,
  { user, origin }: NewAdministrator,
  actor: Actor,
): Promise<void> => {
  const madeBy = actor.kind === 'user' ? actor.id : null
  const by = madeBy === null ? null : await userName(tx, madeBy)
  await giveNotice({ randomBytes: at.randomBytes, realm: at.realm, origin: origin ?? null }, tx, {
    kind: 'ADMIN_ADDED',
    cause: `administrator ${user.user_id} ${await tx.now()}`,
    userId: null,
    madeBy,
    place: '/users',
    words: administratorAdded({ person: nameOf(user), by }),
  })
}
