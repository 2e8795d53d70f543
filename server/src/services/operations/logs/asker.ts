/**
 * Who asked for a confirmation: an application under one grant, a key or a user. While none of it is in force nothing
 * is shown, signed or used of what it asked for, and another grant is another asker (ADR 213, threats row 401).
 */
import { grantIsValid, keyIsValid } from '../../../domain/oauth/token-validity.ts'
import type { Environment } from '../../../domain/tenancy/tenant.ts'
import type { TenantReader } from '../../../storage/handles.ts'
import { canSignIn, userById } from '../../../storage/identity/users.ts'
import { apiKeyById } from '../../../storage/oauth/api-keys.ts'
import { findActiveGrant, grantFacts } from '../../../storage/oauth/grants.ts'
import type { ConfirmationRow } from '../../../storage/operations/logs/confirmations.ts'
import type { DeskPrincipal } from '../desk.ts'

export type Asking = Pick<DeskPrincipal, 'actorKey' | 'clientId' | 'userId'>

/** The grant that the principal works under; null for a key or a user. */
export const grantOf = async (reader: TenantReader, { clientId, userId }: Asking): Promise<string | null> =>
  clientId === null ? null : ((await findActiveGrant(reader, clientId, userId))?.grant_id ?? null)

/** Whether it is the principal's own, asked for under the grant of now. */
export const isAskedBy = async (
  reader: TenantReader,
  { actor_key, grant_id }: Pick<ConfirmationRow, 'actor_key' | 'grant_id'>,
  principal: Asking,
): Promise<boolean> => actor_key === principal.actorKey && grant_id === (await grantOf(reader, principal))

/** An application's, when it was asked for under no grant, never is. */
export const isAskerInForce = async (
  reader: TenantReader,
  { actor_key, application_name, grant_id }: ConfirmationRow,
  { environment, now }: { readonly environment: Environment; readonly now: number },
): Promise<boolean> => {
  if (application_name !== null) {
    const grant = await grantFacts(reader, grant_id ?? '')
    return grant !== undefined && grantIsValid({ ...grant, environment })
  }
  const key = await apiKeyById(reader, actor_key)
  if (key) {
    const { expires_at, revoked_at, suspended_at } = key
    return keyIsValid({ keyExpiresAt: expires_at, keyRevokedAt: revoked_at, keySuspendedAt: suspended_at }, now)
  }
  const user = await userById(reader, actor_key)
  return user !== undefined && canSignIn(user)
}
