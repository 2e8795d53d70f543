/** Erases passengers `passengerRetentionDays` after their last flight (data §3.5). */

import { HOUR_MS } from '../../../domain/interval.ts'
import type { PlatformTx, TenantTx } from '../../../storage/handles.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { passengersPast, passengersToErase } from '../../../storage/operations/passengers/passenger-retention.ts'
import { lockRecords } from '../../../storage/records.ts'
import { type ViewTx, writingAs } from '../../../storage/view.ts'
import type { Actor } from '../../audit-trail.ts'
import type { Randomness } from '../../world.ts'
import { erase, isOnOpenFlight } from './erasure.ts'

export const RETENTION_MS = HOUR_MS
const PEOPLE_PER_STEP = 50
const BY_SYSTEM: Actor = { kind: 'system', id: null, address: null, requestId: null }
const REASON = 'The days that passengers are kept after their last flight have passed'

/** A new flight may have come up since the passenger was found. */
const eraseAll = async (tx: ViewTx, world: Randomness, contactIds: readonly string[]): Promise<void> => {
  for (const contact of (await lockRecords(tx, CONTACT, contactIds)).values()) {
    if (contact.erasedAt !== null || (await isOnOpenFlight(tx, contact))) continue
    await erase(tx, world, contact, { actor: BY_SYSTEM, reason: REASON })
  }
}

/** One small step at one tenant, for a sandbox whose clock is moved to this time (events §4). */
export const erasePassengersOf = async (tx: TenantTx, world: Randomness, to: number): Promise<void> => {
  const due = await passengersPast(tx, to, PEOPLE_PER_STEP)
  const ids = due.map(({ contactId }) => contactId)
  await eraseAll(writingAs(tx, { of: 'operator' }), world, ids)
}

/** One small step; true if more is left to do. */
export const erasePastPassengers = async (tx: PlatformTx, world: Randomness): Promise<boolean> => {
  const due = await passengersToErase(tx, await tx.now(), PEOPLE_PER_STEP)
  for (const [tenantId, people] of Map.groupBy(due, (person) => person.tenantId)) {
    const ids = people.map(({ contactId }) => contactId)
    await eraseAll(writingAs(tx.inTenant(tenantId), { of: 'operator' }), world, ids)
  }
  return due.length === PEOPLE_PER_STEP
}
