/**
 * The clock of a sandbox (events §4): forwards only, a bounded way ahead, back with the sandbox's reset. Every decision
 * that asks for the tenant's time follows it; sign-in, limits, mails and the audit log keep the world's. Production has
 * none, whatever is asked.
 */
import { Failure } from '../../domain/failure.ts'
import { MAX_TEST_CLOCK_MOVES_PER_HOUR, MAX_TEST_CLOCK_SECONDS } from '../../domain/limits.ts'
import type { ClockWay } from '../../domain/tenancy/clock-way.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { TEST_CLOCK_AREA } from '../../domain/validity-area.ts'
import { followGrantsAgain } from '../../storage/events/application-webhooks.ts'
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import type { Storage } from '../../storage/storage.ts'
import { endIssuedAhead } from '../../storage/tenancy/issued-ahead.ts'
import { findTenant } from '../../storage/tenancy/tenants.ts'
import { lockTestClock, removeTestClock, saveTestClock, testClocks } from '../../storage/tenancy/test-clocks.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { spendOrRefuse } from '../identity/allowance.ts'
import { erasePassengersOf } from '../operations/passengers/retention.ts'
import { DAYS_OF_A_MOVE, remindOnTheWay } from '../operations/reminders/give-reminders.ts'
import type { ValidityWatch } from '../validity-watch.ts'
import type { World, WorldAt } from '../world.ts'
import { wayOf } from './clock-way.ts'

const refuse = (message: string): never => {
  throw new Failure('invalid_request', message, { details: { field: 'seconds' } })
}

/** One reading after the other: an older answer never takes the place of a newer one. */
interface Readings {
  running: Promise<void>
  /** Begins when the running one has ended, and serves whoever asks until then. */
  next: Promise<void> | null
}
const readings = new WeakMap<Storage, Readings>()

/** Reads how far the clocks are ahead; what this process decides follows from then on. */
export const learnTestClocks = (storage: Storage): Promise<void> => {
  const known = readings.get(storage) ?? { running: Promise.resolve(), next: null }
  readings.set(storage, known)
  known.next ??= known.running
    .catch(() => {})
    .then(() => {
      known.next = null
      known.running = testClocks(storage.platform).then((clocks) => storage.knowTestClocks(clocks))
      return known.running
    })
  return known.next
}

/** Learns at once, and whenever any process moved or reset one. */
export const followTestClocks = async (storage: Storage, watch: ValidityWatch): Promise<void> => {
  // A reading that fails leaves what is known; the store is then away, and nothing is served from memory.
  watch.onChange(TEST_CLOCK_AREA, () => void learnTestClocks(storage).catch(() => {}))
  await learnTestClocks(storage)
}

export interface Advance {
  readonly seconds: number
  readonly actor: Actor
  readonly key: IdempotencyKey | null
}

/** Returns what happened on the way, as it was to happen; null where the same request moved it before. */
export const advanceTestClock = async (
  { at, world }: { readonly at: WorldAt<Tenant>; readonly world: World },
  { seconds, actor, key }: Advance,
): Promise<ClockWay | null> => {
  const way = await at.writeWithPlatform(async (tx, platform) => {
    if (at.realm.environment !== 'sandbox')
      throw new Failure('forbidden', 'There is no test clock here: production keeps the world’s time')
    if (!(await findTenant(platform, at.realm.operatorId, 'sandbox')))
      throw new Failure('forbidden', 'This sandbox is closed: its clock stands')
    if (seconds < 1) refuse('The clock goes forwards only, by 1 second or more: to start again, reset the sandbox')
    const clock = await lockTestClock(tx)
    const name = key && JSON.stringify([key.principal, key.key, key.argumentsHash])
    if (name !== null && clock.last_key === name) return null
    const aheadMs = clock.ahead_ms + seconds * 1000
    if (aheadMs > MAX_TEST_CLOCK_SECONDS * 1000)
      refuse(`The clock goes at most ${MAX_TEST_CLOCK_SECONDS / 86_400} days ahead`)
    const allowance = { subject: `test clock of ${at.tenantId}`, times: MAX_TEST_CLOCK_MOVES_PER_HOUR, seconds: 3600 }
    await spendOrRefuse(tx, allowance, `The clock is moved at most ${MAX_TEST_CLOCK_MOVES_PER_HOUR} times an hour`)
    const to = (await tx.realNow()) + aheadMs
    const happens = await wayOf(tx, { from: to - seconds * 1000, to })
    await saveTestClock(tx, { ahead_ms: aheadMs, last_key: name })
    await remindOnTheWay(tx, to, DAYS_OF_A_MOVE)
    // What is left of a long list is done by the job, within the hour.
    await erasePassengersOf(tx, at, to)
    platform.changeValidity(TEST_CLOCK_AREA)
    const subject = { kind: 'operator', id: at.realm.operatorId }
    await recordAudit(at, tx, actor, { action: 'test-clock.advanced', subject, detail: { seconds } })
    return happens
  })
  await learnTestClocks(world.storage)
  return way
}

/**
 * The world's time again, as part of the sandbox's reset; what was issued by the clock that was ahead does not outlive
 * it, and what had ended by it stays so. Returns the handle that the sandbox is filled with.
 */
export const resetTestClock = async (tx: PlatformTx, tenantId: string): Promise<TenantTx> => {
  const tenant = tx.inTenant(tenantId, 'world')
  const aheadMs = await removeTestClock(tenant)
  if (aheadMs === null) return tenant
  await endIssuedAhead(tenant, aheadMs)
  await followGrantsAgain(tenant)
  tenant.changeValidity()
  tx.changeValidity(TEST_CLOCK_AREA)
  return tenant
}
