/** Gives the reminders that are due, each once however many processes run. */

import { DAY_MS } from '../../../domain/interval.ts'
import { aircraftViewer, buyerViewer, FLEET_VIEWER, type Viewer } from '../../../domain/view.ts'
import type { PlatformTx, TenantTx } from '../../../storage/handles.ts'
import {
  claimReminder,
  type DueReminder,
  dueReminders,
  tenantsWithReminders,
} from '../../../storage/operations/reminders/reminders.ts'
import { clockToFollow, lockTestClock, saveTestClock } from '../../../storage/tenancy/test-clocks.ts'

/** How often processes look for what is due. */
export const REMINDERS_MS = 60_000

const REMINDERS_PER_STEP = 200
/** Who has something due is looked for among all operators: once for so many, not for each (threats row 609). */
const TENANTS_PER_STEP = 20
/** Gone by the request that moves a clock, and in a step of the job: each day takes 2 ms in the same turn (threats row 599). */
export const DAYS_OF_A_MOVE = 31
const DAYS_PER_STEP = 5

/** Who sees the record: the rule of its kind. */
const viewersOf = ({ entity, aircraftId, buyer }: DueReminder): readonly Viewer[] => [
  ...(entity === 'UNAVAILABILITY' ? [FLEET_VIEWER] : []),
  ...(aircraftId === null ? [] : [aircraftViewer(aircraftId)]),
  ...(buyer === null ? [] : [buyerViewer(buyer)]),
]

const tell = (tx: TenantTx, due: DueReminder): void => {
  const viewers = viewersOf(due)
  tx.changes.push({
    entity: due.entity,
    entityId: due.entityId,
    parentId: due.parentId,
    kind: 'REMINDER',
    version: due.version,
    fieldList: [],
    reminder: { kind: due.kind, dueAt: due.dueAt },
    viewersBefore: viewers,
    viewersAfter: viewers,
  })
}

const remind = async (tx: TenantTx, now: number, most = REMINDERS_PER_STEP): Promise<number> => {
  const list = await dueReminders(tx, now, most)
  for (const reminder of list) {
    if (await claimReminder(tx, reminder)) tell(tx, reminder)
  }
  return list.length
}

const remindNow = async (tx: TenantTx, most: number): Promise<number> => remind(tx, await tx.now(), most)

/** True if more is left. */
const remindEach = async (tx: PlatformTx, tenantIds: readonly string[]): Promise<boolean> => {
  let left = REMINDERS_PER_STEP
  for (const tenantId of tenantIds.slice(0, TENANTS_PER_STEP)) {
    left -= await remindNow(tx.inTenant(tenantId), left)
    if (left === 0) return true
  }
  return tenantIds.length > TENANTS_PER_STEP
}

/**
 * Gives what falls due up to a time of the sandbox's clock, as if time had passed: day by day, because what is due is
 * looked for around a moment. A long way is gone in several steps. The caller holds the clock.
 */
export const remindOnTheWay = async (tx: TenantTx, to: number, days: number): Promise<void> => {
  const { reminded_to: from } = await lockTestClock(tx)
  const until = Math.min(to, from + days * DAY_MS)
  for (let at = Math.min(from + DAY_MS, until); ; at = Math.min(at + DAY_MS, until)) {
    while ((await remind(tx, at)) === REMINDERS_PER_STEP);
    if (at >= until) break
  }
  await saveTestClock(tx, { reminded_to: until })
}

/** One step of a sandbox whose clock is ahead; false where none has anything before it. */
const followClock = async (tx: PlatformTx): Promise<boolean> => {
  const clock = await clockToFollow(tx, REMINDERS_MS)
  if (!clock) return false
  const tenant = tx.inTenant(clock.tenant_id)
  await remindOnTheWay(tenant, (await tx.now()) + clock.ahead_ms, DAYS_PER_STEP)
  return true
}

/** Gives the reminders of some tenants, so that a step stays small; true if more is left. */
export const giveReminders = async (tx: PlatformTx): Promise<boolean> => {
  const isMore = await remindEach(tx, await tenantsWithReminders(tx))
  // After everybody else's, so that nobody waits for sandboxes whose clocks were moved (threats row 228).
  return isMore || followClock(tx)
}
