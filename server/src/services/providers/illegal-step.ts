/** Why a step between modes is refused: what happened to the application last, and by whom (threats row 68). */
import { DEVELOPERS_REALM_ID, SUPPORT_REALM_ID } from '../../domain/identity/realm.ts'
import { type UserErrors, userError } from '../../domain/user-error.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import { type NamedUser, namesOfUsers } from '../../storage/identity/user-accounts.ts'
import { nameOf } from '../../storage/identity/users.ts'
import { type ApplicationRow, lastTransition, type TransitionRow } from '../../storage/oauth/applications.ts'
import { momentOf } from '../identity/messages.ts'

const REALMS = { provider: DEVELOPERS_REALM_ID, support: SUPPORT_REALM_ID, host: null } as const

/** Looks a person of a realm up. */
type FindPerson = (realmId: string, userId: string) => Promise<NamedUser | undefined>

/** Who took a step, by name. */
export const actorOf = async (
  find: FindPerson,
  { actor_kind, actor_id }: Pick<TransitionRow, 'actor_kind' | 'actor_id'>,
): Promise<string> => {
  const realmId = REALMS[actor_kind]
  if (realmId === null || actor_id === null) return 'The host'
  const user = await find(realmId, actor_id)
  return user ? nameOf(user) : 'Somebody'
}

export const illegalStep = async (
  platform: PlatformTx,
  { client_id, mode }: ApplicationRow,
  path: readonly string[] | null = null,
): Promise<UserErrors> => {
  const last = await lastTransition(platform, client_id)
  const find: FindPerson = async (realmId, userId) =>
    (await namesOfUsers(platform.inTenant(realmId), [userId])).get(userId)
  const why = last
    ? `${await actorOf(find, last)} moved it from "${last.from_mode}" to "${last.to_mode}" at ${momentOf(last.at)} (${last.action})`
    : `It is in mode "${mode}"`
  return userError('ILLEGAL_TRANSITION', `${why}: look at it again, nothing was recorded`, path)
}
