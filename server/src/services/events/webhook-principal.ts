/**
 * Who a webhook sends for: a key of its operator or the grant of an application, with the rights of this moment (events
 * row 75). They are read from the store before each round and again before each message, never remembered.
 */
import { effectiveScopes, isRefreshTokenValid, type RefreshTokenFacts } from '../../domain/oauth/token-validity.ts'
import { holdsAll } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { Webhook } from '../../storage/events/webhooks.ts'
import type { TenantReader } from '../../storage/handles.ts'
import { type ApiKeyRow, apiKeyById } from '../../storage/oauth/api-keys.ts'
import { type GrantFacts, grantFacts } from '../../storage/oauth/grants.ts'
import { refreshTokensWorkUntil } from '../../storage/oauth/refresh-tokens.ts'
import { actorKeyOf, keysOf, type Principal } from '../principal.ts'
import type { World } from '../world.ts'

/** What one row of the store says. */
interface Facts extends RefreshTokenFacts {
  readonly chosenAt: number | null
}

/** As the one rule of validity takes it, without a refresh token of its own. */
const factsOf = ({ environment }: Tenant, scopes: string, of: Partial<Facts>): Facts => ({
  environment,
  tenantClosedAt: null,
  refreshTokenId: '',
  scopes,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  keyId: null,
  keyLabel: null,
  keyScopes: null,
  keyAircraftIds: null,
  keyNetworks: null,
  keyExpiresAt: null,
  keyRevokedAt: null,
  keySuspendedAt: null,
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
  applicationExtraScopesUntil: null,
  chosenAt: null,
  ...of,
})

const factsOfKey = (tenant: Tenant, key: ApiKeyRow): Facts =>
  factsOf(tenant, key.scopes, {
    keyId: key.api_key_id,
    keyLabel: key.label,
    keyScopes: key.scopes,
    keyAircraftIds: key.aircraft_id_list,
    keyExpiresAt: key.expires_at,
    keyRevokedAt: key.revoked_at,
    keySuspendedAt: key.suspended_at,
  })

/** What its own requests would be allowed, and nothing that writes: no token stands behind it. */
const READS_ONLY = { kind: 'access-token', hash: '', epochs: { tenant: -1, application: null } } as const

/** No token stands behind it that would end; the graph tells a time. */
const NEVER = Date.UTC(9999, 11, 31)

/** With when it was chosen which records an application sees, of which the principal tells nothing. */
export interface WebhookPrincipal extends Principal {
  readonly chosenAt: number | null
}

const principalOf = (tenant: Tenant, facts: Facts, now: number): WebhookPrincipal => ({
  ...keysOf(tenant, actorKeyOf(facts)),
  credential: READS_ONLY,
  kind: facts.keyId === null ? 'application' : 'api-key',
  scopes: effectiveScopes(facts, facts.scopes, now),
  issuedAt: 0,
  expiresAt: facts.keyExpiresAt ?? NEVER,
  narrowsAt: null,
  clientId: facts.clientId,
  applicationName: facts.applicationName,
  applicationKind: facts.applicationKind,
  isPersonal: facts.applicationPersonal === 1,
  userId: facts.userId,
  aircraftIds: facts.keyAircraftIds === null ? null : (JSON.parse(facts.keyAircraftIds) as string[]),
  networks: null,
  chosenAt: facts.chosenAt,
})

/** The principal is null if the key or grant does not work now; `isOver` if it never will again. */
export type WebhookRights =
  | { readonly principal: WebhookPrincipal; readonly grantScopes: string | null }
  | { readonly principal: null; readonly isOver: boolean }

const OVER: WebhookRights = { principal: null, isOver: true }
const RESTS: WebhookRights = { principal: null, isOver: false }

const rightsOf = (world: World, tenant: Tenant, facts: Facts): WebhookRights => {
  const now = world.now(tenant.tenantId)
  return isRefreshTokenValid(facts, now)
    ? { principal: principalOf(tenant, facts, now), grantScopes: facts.grantScopes }
    : RESTS
}

/** What a key or grant has no refresh token for it can read by no request: nothing is sent of it either (threats row 260). */
const hasToken = async (
  reader: TenantReader,
  owner: 'grant_id' | 'api_key_id',
  id: string,
  now: number,
): Promise<boolean> => ((await refreshTokensWorkUntil(reader, owner, id)) ?? 0) > now

export const rightsOfKey = async (world: World, tenant: Tenant, apiKeyId: string): Promise<WebhookRights> => {
  const reader = world.storage.tenant(tenant.tenantId)
  const key = await apiKeyById(reader, apiKeyId)
  const now = world.now(tenant.tenantId)
  if (!key || key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= now)) return OVER
  // An administrator can give it another token.
  if (!(await hasToken(reader, 'api_key_id', apiKeyId, now))) return RESTS
  return rightsOf(world, tenant, factsOfKey(tenant, key))
}

/** The grant, unless it is over: ended, of a person who left, or without a refresh token that works. */
const livingGrant = async (reader: TenantReader, grantId: string, now: number): Promise<GrantFacts | null> => {
  const grant = await grantFacts(reader, grantId)
  if (!grant || grant.grantEndedAt !== null || grant.userRemovedAt !== null) return null
  return (await hasToken(reader, 'grant_id', grantId, now)) ? grant : null
}

/** Looked at in the transaction that ends the connection: an operator may connect it again meanwhile. */
export const isGrantOver = async (reader: TenantReader, grantId: string, now: number): Promise<boolean> =>
  (await livingGrant(reader, grantId, now)) === null

export const rightsOfGrant = async (world: World, tenant: Tenant, grantId: string): Promise<WebhookRights> => {
  const { tenantId } = tenant
  const grant = await livingGrant(world.storage.tenant(tenantId), grantId, world.now(tenantId))
  return grant ? rightsOf(world, tenant, factsOf(tenant, grant.grantScopes, grant)) : OVER
}

export const rightsOfWebhook = (
  world: World,
  tenant: Tenant,
  { api_key_id, application }: Pick<Webhook, 'api_key_id' | 'application'>,
): Promise<WebhookRights> =>
  application === null
    ? rightsOfKey(world, tenant, api_key_id ?? '')
    : rightsOfGrant(world, tenant, application.grantId)

/** Whether everything that was allowed still is. */
export const isStillAllowed = (before: WebhookPrincipal, { principal }: WebhookRights): boolean =>
  principal !== null &&
  holdsAll(principal.scopes, before.scopes) &&
  principal.chosenAt === before.chosenAt &&
  JSON.stringify(principal.aircraftIds) === JSON.stringify(before.aircraftIds)
