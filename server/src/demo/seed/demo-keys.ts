/** The API keys of a demo operator with their past usage; the secret of the first one is printed. */

import { addSeconds } from '../../domain/clock.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { HOST } from '../../services/audit-trail.ts'
import { type ApiKeyRequest, createApiKey } from '../../services/oauth/api-keys.ts'
import type { World } from '../../services/world.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { apiKeys } from '../../storage/oauth/api-keys.ts'
import { actorsSeen } from '../../storage/usage/usage.ts'
import { DEMO_KEY, type DemoKey, OTHER_DEMO_KEYS } from '../data/keys.ts'
import { daysAgo } from './demo-past.ts'
import { fromTheOffice } from './demo-people.ts'
import { fillUse } from './demo-use.ts'

const DAY_SECONDS = 24 * 3600
/** The range of the charts. */
const HISTORY_DAYS = 90
/** Seconds from creation to the first request. */
const FIRST_REQUEST_SECONDS = 340

export const makeDemoKey = async (world: World, tenant: Tenant, hasPast: boolean): Promise<string> => {
  const then = hasPast ? daysAgo(world, DEMO_KEY.madeDaysAgo) : world
  return (await createApiKey(then.at(tenant), { label: DEMO_KEY.label, scope: DEMO_KEY.scope }, HOST)).refreshToken
}

/** Nobody has their secrets. */
export const makeOtherKeys = async (
  world: World,
  tenant: Tenant,
  adminId: string,
  aircraftIds: readonly string[],
): Promise<void> => {
  for (const { label, scope, madeDaysAgo, expiresInDays, aircraftCount } of OTHER_DEMO_KEYS) {
    const request: ApiKeyRequest = {
      label,
      scope,
      ...(expiresInDays === null
        ? {}
        : { expiresAt: addSeconds(world.now(tenant.tenantId), expiresInDays * DAY_SECONDS) }),
      ...(aircraftCount === null ? {} : { aircraftIds: aircraftIds.slice(0, aircraftCount) }),
    }
    const actor = fromTheOffice(world, adminId)
    await createApiKey(daysAgo(world, madeDaysAgo).at(tenant), request, actor)
  }
}

const fillUseOf = async (tx: TenantTx, tenant: Tenant, planned: DemoKey): Promise<void> => {
  const key = (await apiKeys(tx)).find(({ label, revoked_at }) => label === planned.label && revoked_at === null)
  if (!key) return
  // A key that is no longer used stopped once: its last use stands still, however long the demo goes on.
  if (planned.usedUntilDaysAgo > 0 && (await actorsSeen(tx, [key.api_key_id])).length > 0) return
  const now = await tx.now()
  await fillUse(tx, {
    actor: key.api_key_id,
    owner: { of: 'api_key_id', id: key.api_key_id, scopes: key.scopes },
    plan: planned.use,
    seed: `${tenant.operatorId}/${planned.label}`,
    firstAt: addSeconds(key.created_at, FIRST_REQUEST_SECONDS),
    since: addSeconds(now, -Math.min(HISTORY_DAYS, planned.madeDaysAgo) * DAY_SECONDS),
    until: addSeconds(now, -planned.usedUntilDaysAgo * DAY_SECONDS),
  })
}

export const seedKeyUse = (world: World, tenant: Tenant): Promise<void> =>
  world.storage.writeTenant(tenant.tenantId, async (tx) => {
    for (const planned of [DEMO_KEY, ...OTHER_DEMO_KEYS]) await fillUseOf(tx, tenant, planned)
  })
