/** The feed of a marketplace when other aircraft are offered to it: what enters reads as CREATED, what leaves as DELETED. */
import type { Versioned } from '../../domain/versioned.ts'
import { buyerViewer } from '../../domain/view.ts'
import { SIGHT } from '../../storage/change-draft.ts'
import { fragment } from '../../storage/engines/fragment.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { AIRCRAFT } from '../../storage/operations/fleet/aircraft.ts'
import { UNAVAILABILITY } from '../../storage/operations/fleet/unavailability.ts'
import { EMPTY_LEG } from '../../storage/operations/sales/empty-legs.ts'
import { QUOTE } from '../../storage/operations/sales/quotes.ts'
import { scheduleStamps } from '../../storage/operations/sales/schedules.ts'
import { type Condition, oneOf, type RecordKind } from '../../storage/record-kind.ts'
import { selectRecords, tellSight } from '../../storage/records.ts'
import { writingAs } from '../../storage/view.ts'

interface Offers {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Of one kind, what is told at most: what was long ago is found by reading. */
const MAX_TOLD = 2000

export const tellOffers = async (tx: TenantTx, clientId: string, { before, after }: Offers): Promise<void> => {
  const viewer = [buyerViewer(clientId)]
  const all = writingAs(tx, { of: 'operator' })
  const now = await tx.now()
  const tell = async (aircraftIds: readonly string[], isGained: boolean): Promise<void> => {
    if (aircraftIds.length === 0) return
    const sight = isGained ? { before: [], after: viewer } : { before: viewer, after: [] }
    const tellAll = async <R extends Versioned>(kind: RecordKind<R>, more: Condition[]): Promise<void> => {
      const where = [oneOf(`${kind.table}.aircraft_id`, aircraftIds), ...more]
      for (const record of await selectRecords(all, kind, { where, most: MAX_TOLD })) tellSight(tx, kind, record, sight)
    }
    await tellAll(AIRCRAFT, [])
    await tellAll(UNAVAILABILITY, [fragment`unavailability."to" > ${now}`])
    await tellAll(EMPTY_LEG, [fragment`empty_leg.status in ('PUBLISHED', 'HELD') and empty_leg.latest > ${now}`])
    await tellAll(QUOTE, [fragment`quote.buyer = ${clientId} and quote.status = 'SENT' and quote.sent_at is not null`])
    const stamps = await scheduleStamps(all, aircraftIds)
    for (const aircraftId of aircraftIds) {
      tx.changes.push({
        entity: 'AVAILABILITY',
        entityId: aircraftId,
        parentId: null,
        kind: SIGHT,
        version: stamps.get(aircraftId)?.version ?? 1,
        fieldList: [],
        reminder: null,
        viewersBefore: sight.before,
        viewersAfter: sight.after,
      })
    }
  }
  await tell(
    after.filter((id) => !before.includes(id)),
    true,
  )
  await tell(
    before.filter((id) => !after.includes(id)),
    false,
  )
}
