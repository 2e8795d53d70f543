/**
 * Who a webhook sends for: its key, with the rights that it has at this moment (events row 75). It is read from the
 * store before each message, never remembered.
 */
import { effectiveScopes, isRefreshTokenValid, type RefreshTokenFacts } from '../../domain/oauth/token-validity.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { Webhook } from '../../storage/events/webhooks.ts'
import { type ApiKeyRow, apiKeyById } from '../../storage/oauth/api-keys.ts'
import { keysOf, type Principal } from '../principal.ts'
import type { World } from '../world.ts'

/** The key as the one rule of validity takes it, without a refresh token of its own. */
const factsOf = ({ environment }: Tenant, key: ApiKeyRow): RefreshTokenFacts => ({
  environment,
  tenantClosedAt: null,
  refreshTokenId: '',
  scopes: key.scopes,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  keyId: key.api_key_id,
  keyLabel: key.label,
  keyScopes: key.scopes,
  keyAircraftIds: key.aircraft_id_list,
  keyNetworks: null,
  keyExpiresAt: key.expires_at,
  keyRevokedAt: key.revoked_at,
  keySuspendedAt: key.suspended_at,
  grantId: null,
  grantScopes: null,
  grantEndedAt: null,
  grantSuspendedAt: null,
  userId: null,
  userRemovedAt: null,
  userSuspendedAt: null,
  clientId: null,
  applicationName: null,
  applicationKind: null,
  applicationPersonal: null,
  applicationMode: null,
  applicationExtraScopes: null,
})

/** What its own requests would be allowed, and nothing that writes: no token stands behind it. */
const READS_ONLY = { kind: 'access-token', hash: '', epochs: { tenant: -1, application: null } } as const

/** Null if the key does not work now; `isOver` if it never will again. */
export type WebhookRights = { readonly principal: Principal } | { readonly principal: null; readonly isOver: boolean }

export const rightsOfWebhook = async (
  world: World,
  tenant: Tenant,
  { api_key_id }: Pick<Webhook, 'api_key_id'>,
): Promise<WebhookRights> => {
  const key = await apiKeyById(world.storage.tenant(tenant.tenantId), api_key_id)
  const now = world.now(tenant.tenantId)
  if (!key || key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= now))
    return { principal: null, isOver: true }
  const facts = factsOf(tenant, key)
  if (!isRefreshTokenValid(facts, now)) return { principal: null, isOver: false }
  const ofKey = key.aircraft_id_list === null ? null : (JSON.parse(key.aircraft_id_list) as string[])
  return {
    principal: {
      ...keysOf(tenant, key.api_key_id),
      credential: READS_ONLY,
      kind: 'api-key',
      scopes: effectiveScopes(facts, key.scopes),
      issuedAt: 0,
      expiresAt: Number.POSITIVE_INFINITY,
      clientId: null,
      applicationName: null,
      applicationKind: null,
      isPersonal: false,
      userId: null,
      aircraftIds: ofKey,
      networks: null,
    },
  }
}
