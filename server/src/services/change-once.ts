/**
 * Runs a change in one transaction, and only once under an idempotency key, however often its request is sent: after a
 * lost connection the client cannot know whether the first try arrived. What the job returns is recorded under the key,
 * so a job whose response contains a secret returns an id instead (ADR 23).
 */
import type { PlatformTx, TenantTx } from '../storage/handles.ts'
import { type IdempotencyKey, type Outcome, once } from '../storage/idempotency.ts'
import type { WorldAt } from './world.ts'

export const changeOnce = <T>(
  at: Pick<WorldAt, 'write'>,
  key: IdempotencyKey | null,
  job: (tx: TenantTx) => Promise<T>,
): Promise<Outcome<T>> =>
  at.write(async (tx) => (key === null ? { outcome: await job(tx), isRepeated: false } : once(tx, key, () => job(tx))))

/** The same for members and staff, who also write what all tenants share. */
export const changeWithPlatformOnce = <T>(
  at: Pick<WorldAt, 'writeWithPlatform'>,
  key: IdempotencyKey | null,
  job: (tx: TenantTx, platform: PlatformTx) => Promise<T>,
): Promise<Outcome<T>> =>
  at.writeWithPlatform(async (tx, platform) =>
    key === null ? { outcome: await job(tx, platform), isRepeated: false } : once(tx, key, () => job(tx, platform)),
  )
