/** The world with its clock set back by some days, so that its changes appear as past, in the audit log too. */
import { DAY_MS } from '../../domain/interval.ts'
import type { World } from '../../services/world.ts'

export const daysAgo = (world: World, days: number): World => {
  const offsetMs = -Math.round(days * DAY_MS)
  return world.with({
    storage: world.storage.movedBy(offsetMs),
    now: (tenantId) => world.now(tenantId) + offsetMs,
  })
}
