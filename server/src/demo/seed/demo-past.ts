/** The world with its clock set back by some days, so that its changes appear as past, in the audit log too. */
import type { World } from '../../services/world.ts'

const DAY_MS = 24 * 3_600_000

export const daysAgo = (world: World, days: number): World => {
  const offsetMs = -Math.round(days * DAY_MS)
  return world.with({
    storage: world.storage.movedBy(offsetMs),
    now: (tenantId) => world.now(tenantId) + offsetMs,
  })
}
