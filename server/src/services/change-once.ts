/**
 * A change that an administrator asks for, done once however often its request is sent: after a lost connection nobody
 * knows whether the first try arrived. What is noted under the intent is an id, never a secret (ADR 23).
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
