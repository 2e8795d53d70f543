/** Gives the reminders that are due, each once however many processes run. */

import { aircraftViewer, buyerViewer, FLEET_VIEWER, type Viewer } from '../../../domain/view.ts'
import type { PlatformTx, TenantTx } from '../../../storage/handles.ts'
import {
  claimReminder,
  type DueReminder,
  dueReminders,
  tenantsWithReminders,
} from '../../../storage/operations/reminders/reminders.ts'

/** How often processes look for what is due. */
export const REMINDERS_MS = 60_000

const REMINDERS_PER_STEP = 200

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

const remind = async (tx: TenantTx): Promise<number> => {
  const list = await dueReminders(tx, REMINDERS_PER_STEP)
  for (const reminder of list) {
    if (await claimReminder(tx, reminder)) tell(tx, reminder)
  }
  return list.length
}

/** Gives the reminders of one tenant, so that a step stays small; true if more is left. */
export const giveReminders = async (tx: PlatformTx): Promise<boolean> => {
  const [first, ...others] = await tenantsWithReminders(tx)
  if (first === undefined) return false
  return (await remind(tx.inTenant(first))) === REMINDERS_PER_STEP || others.length > 0
}
