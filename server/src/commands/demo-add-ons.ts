/** Connects the demo's made-up applications to its operators, and fills in what they and the keys have done so far. */
import { randomUUID } from 'node:crypto'
import { moveApplication, registerApplication } from '../access/applications.ts'
import { HOST, recordAudit } from '../access/audit-trail.ts'
import { newId, type World } from '../access/world.ts'
import { DEMO_ADD_ONS, DEMO_KEY_USE, type DemoAddOn } from '../demo/add-ons.ts'
import { latestRequestsOf, type UsePlan, useHistory } from '../demo/use-history.ts'
import { addSeconds } from '../domain/clock.ts'
import { ACCESS_TOKEN_TTL_SECONDS, GRANT_REFRESH_TOKEN_IDLE_SECONDS } from '../domain/limits.ts'
import { lastFour, makeSecret, secretHash } from '../domain/secret.ts'
import type { Tenant } from '../domain/tenant.ts'
import { demoRedirectUri } from '../http/demo/demo-show.ts'
import { insertAccessToken } from '../storage/access-tokens.ts'
import { applicationNamed } from '../storage/add-ons.ts'
import { apiKeys, insertApiKey } from '../storage/api-keys.ts'
import { agreeGrant, findActiveGrant } from '../storage/grants.ts'
import type { TenantTx } from '../storage/handles.ts'
import { insertRefreshToken } from '../storage/refresh-tokens.ts'
import { tokenGauges } from '../storage/token-gauges.ts'
import { actorsSeen, addRequests, fillUsageCounts, noteActors } from '../storage/usage.ts'
import { userByEmail } from '../storage/users.ts'

const DAY_SECONDS = 24 * 3600
const HISTORY_DAYS = 90

/** Registered once, found again by name and website. */
const clientIdOf = async (world: World, publicUrl: URL, addOn: DemoAddOn): Promise<string> => {
  const known = await applicationNamed(world.storage.platform, addOn.name, addOn.website)
  if (known) return known
  const { clientId } = await registerApplication(
    world,
    {
      name: addOn.name,
      kind: addOn.kind,
      personal: false,
      description: addOn.description,
      redirectUris: [demoRedirectUri(publicUrl)],
      phoneNumber: '+41446681800',
      contact: addOn.provider,
      website: addOn.website,
      connectUrl: null,
      logo: null,
    },
    HOST,
  )
  const steps = ['request-demo', 'schedule-demo', 'hold-demo'] as const
  if (addOn.inProduction) await moveApplication(world, clientId, steps, 'host', 'It belongs to the demo', HOST)
  return clientId
}

/** A grant and a refresh token as consent would have made them, some days ago. Nobody holds the token. */
const connect = async (
  world: World,
  tx: TenantTx,
  tenant: Tenant,
  addOn: DemoAddOn,
  clientId: string,
  adminId: string,
): Promise<string> => {
  const now = await tx.now()
  const at = addSeconds(now, -(addOn.connected?.daysAgo ?? 0) * DAY_SECONDS)
  const granted = { clientId, userId: null, scopes: addOn.scope, grantedBy: adminId, at }
  const grantId = await agreeGrant(tx, { grantId: newId(world, 'gra'), ...granted })
  const secret = makeSecret('rt', tenant.environment, world.randomBytes)
  await insertRefreshToken(tx, {
    refreshTokenId: newId(world, 'rt'),
    hash: secretHash(secret),
    lastFour: lastFour(secret),
    apiKeyId: null,
    grantId,
    scopes: addOn.scope,
    createdAt: at,
    expiresAt: addSeconds(now, GRANT_REFRESH_TOKEN_IDLE_SECONDS),
  })
  const actor = { ...HOST, kind: 'user', id: adminId } as const
  await recordAudit(world, tx, actor, 'consent.allowed', { kind: 'application', id: clientId }, { scopes: addOn.scope })
  return grantId
}

/** Active tokens for the gauge to show; they expire like any other within half an hour. */
const fillGauge = async (tx: TenantTx, grantId: string, scopes: string, wanted: number): Promise<void> => {
  const now = await tx.now()
  const [gauge] = await tokenGauges(tx, 'grant_id', [grantId], now)
  if (!gauge) return
  for (let count = gauge.active; count < wanted; count++) {
    const issuedAt = addSeconds(now, -Math.floor((count / wanted) * (ACCESS_TOKEN_TTL_SECONDS - 60)))
    await insertAccessToken(tx, {
      hash: secretHash(randomUUID()),
      refreshTokenId: gauge.refreshTokenId,
      scopes,
      issuedAt,
      expiresAt: addSeconds(issuedAt, ACCESS_TOKEN_TTL_SECONDS),
    })
  }
}

/** From where the last start left off up to now; what really happened since is left alone. */
const fillHistory = async (tx: TenantTx, actor: string, plan: UsePlan, since: number, seed: string): Promise<void> => {
  const now = await tx.now()
  const [seen] = await actorsSeen(tx, [actor])
  await fillUsageCounts(tx, useHistory(actor, plan, seed, seen?.last_at ?? since, now))
  const latest = latestRequestsOf(actor, plan, `${seed}/${now}`, now)
  await addRequests(tx, latest)
  const newest = latest[0]
  if (!newest) return
  const first = { first_at: since, first_request_id: `${newest.request_id}_1` }
  await noteActors(tx, [{ actor, ...first, last_at: newest.at }])
}

/** A key that nobody has used for six weeks, for the console to point out. */
const addForgottenKey = async (world: World, tx: TenantTx, tenant: Tenant, adminId: string): Promise<void> => {
  const scopes = 'aircraft:read flight:read'
  const createdAt = addSeconds(await tx.now(), -45 * DAY_SECONDS)
  const apiKeyId = newId(world, 'key')
  const secret = makeSecret('ak', tenant.environment, world.randomBytes)
  await insertApiKey(tx, {
    api_key_id: apiKeyId,
    label: 'Old wallboard',
    scopes,
    aircraft_id_list: null,
    expires_at: null,
    created_at: createdAt,
    created_by: adminId,
  })
  await insertRefreshToken(tx, {
    refreshTokenId: newId(world, 'rt'),
    hash: secretHash(secret),
    lastFour: lastFour(secret),
    apiKeyId,
    grantId: null,
    scopes,
    createdAt,
    expiresAt: null,
  })
}

const seedAddOn = async (
  world: World,
  tenant: Tenant,
  addOn: DemoAddOn,
  clientId: string,
  adminId: string,
  isNew: boolean,
): Promise<void> => {
  const { connected, scope } = addOn
  if (connected === null) return
  await world.storage.writeTenant(tenant.tenantId, async (tx) => {
    const known = await findActiveGrant(tx, clientId, null)
    // Whoever disconnected it in the demo meant it.
    if (!known && !isNew) return
    const grantId = known?.grant_id ?? (await connect(world, tx, tenant, addOn, clientId, adminId))
    await fillGauge(tx, grantId, scope, connected.activeTokens)
    if (connected.use === null) return
    const since = addSeconds(await tx.now(), -connected.daysAgo * DAY_SECONDS)
    await fillHistory(tx, clientId, connected.use, since, `${tenant.operatorId}/${addOn.name}`)
  })
}

const seedKeys = (world: World, tenant: Tenant, adminId: string, isNew: boolean): Promise<void> =>
  world.storage.writeTenant(tenant.tenantId, async (tx) => {
    if (isNew) await addForgottenKey(world, tx, tenant, adminId)
    const demoKey = (await apiKeys(tx)).find(({ label, revoked_at }) => label === 'Demo key' && revoked_at === null)
    if (!demoKey) return
    const since = addSeconds(await tx.now(), -HISTORY_DAYS * DAY_SECONDS)
    await fillHistory(tx, demoKey.api_key_id, DEMO_KEY_USE, since, `${tenant.operatorId}/key`)
  })

/** `isNew`: the operator was made by this start. */
export const seedAddOns = async (
  world: World,
  publicUrl: URL,
  tenant: Tenant,
  adminEmail: string,
  isNew: boolean,
): Promise<void> => {
  const admin = await userByEmail(world.storage.tenant(tenant.tenantId), adminEmail)
  if (!admin) return
  for (const addOn of DEMO_ADD_ONS) {
    const clientId = await clientIdOf(world, publicUrl, addOn)
    await seedAddOn(world, tenant, addOn, clientId, admin.user_id, isNew)
  }
  await seedKeys(world, tenant, admin.user_id, isNew)
}
