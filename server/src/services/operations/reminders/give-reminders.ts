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
const DAYS_PER_STEP = 31

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

const remind = async (tx: TenantTx, now: number): Promise<number> => {
  const list = await dueReminders(tx, now, REMINDERS_PER_STEP)
  for (const reminder of list) {
    if (await claimReminder(tx, reminder)) tell(tx, reminder)
  }
  return list.length
}

const remindNow = async (tx: TenantTx): Promise<number> => remind(tx, await tx.now())

/**
 * Gives what falls due up to a time of the sandbox's clock, as if time had passed: day by day, because what is due is
 * looked for around a moment. A long way is gone in several steps. The caller holds the clock.
 */
export const remindOnTheWay = async (tx: TenantTx, to: number): Promise<void> => {
  const { reminded_to: from } = await lockTestClock(tx)
  const until = Math.min(to, from + DAYS_PER_STEP * DAY_MS)
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
  await remindOnTheWay(tenant, (await tx.now()) + clock.ahead_ms)
  return true
}

/** Gives the reminders of one tenant, so that a step stays small; true if more is left. */
export const giveReminders = async (tx: PlatformTx): Promise<boolean> => {
  const [first, ...others] = await tenantsWithReminders(tx)
  const isMore =
    first !== undefined && ((await remindNow(tx.inTenant(first))) === REMINDERS_PER_STEP || others.length > 0)
  // After everybody else's, so that nobody waits for sandboxes whose clocks were moved (threats row 228).
  return isMore || followClock(tx)
}
