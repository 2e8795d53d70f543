/** Why a step between modes is refused: what happened to the application last, and by whom (threats row 68). */
import { DEVELOPERS_REALM_ID, SUPPORT_REALM_ID } from '../../domain/identity/realm.ts'
import { type UserErrors, userError } from '../../domain/user-error.ts'
import type { PlatformTx, TenantReader } from '../../storage/handles.ts'
import { namesOfUsers } from '../../storage/identity/user-accounts.ts'
import { nameOf } from '../../storage/identity/users.ts'
import { type ApplicationRow, lastTransition, type TransitionRow } from '../../storage/oauth/applications.ts'
import { momentOf } from '../identity/messages.ts'

const REALMS = { provider: DEVELOPERS_REALM_ID, support: SUPPORT_REALM_ID, host: null } as const

/** Who took a step, by name. */
export const actorOf = async (
  inTenant: (tenantId: string) => TenantReader,
  { actor_kind, actor_id }: TransitionRow,
): Promise<string> => {
  const realmId = REALMS[actor_kind]
  if (realmId === null || actor_id === null) return 'The host'
  const user = (await namesOfUsers(inTenant(realmId), [actor_id])).get(actor_id)
  return user ? nameOf(user) : 'Somebody'
}

export const illegalStep = async (
  platform: PlatformTx,
  { client_id, mode }: ApplicationRow,
  path: readonly string[] | null = null,
): Promise<UserErrors> => {
  const last = await lastTransition(platform, client_id)
  const why = last
    ? `${await actorOf((tenantId) => platform.inTenant(tenantId), last)} moved it from "${last.from_mode}" to "${last.to_mode}" at ${momentOf(last.at)} (${last.action})`
    : `It is in mode "${mode}"`
  return userError('ILLEGAL_TRANSITION', `${why}: look at it again, nothing was recorded`, path)
}
