/**
 * Runs a change that an administrator asked for only once, however often its request is sent: after a lost connection
 * the client cannot know whether the first try arrived. What is recorded is an id, never a secret (ADR 23).
 */
import type { Tenant } from '../domain/tenancy/tenant.ts'
import type { TenantTx } from '../storage/handles.ts'
import { type Outcome, once } from '../storage/idempotency.ts'
import type { Actor } from './audit-trail.ts'
import type { World } from './world.ts'

export const changeOnce = <T extends string | null>(
  world: World,
  { tenantId }: Pick<Tenant, 'tenantId'>,
  { intent }: Actor,
  job: (tx: TenantTx) => Promise<T>,
): Promise<Outcome<T>> =>
  world.storage.writeTenant(tenantId, async (tx) =>
    intent ? once(tx, intent, () => job(tx)) : { outcome: await job(tx), isRepeated: false },
  )
