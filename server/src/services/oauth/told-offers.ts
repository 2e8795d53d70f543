/** What a marketplace hears when other aircraft are offered to it. */
import { buyerViewer } from '../../domain/view.ts'
import { SIGHT } from '../../storage/change-draft.ts'
import { fragment } from '../../storage/engines/fragment.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { AIRCRAFT } from '../../storage/operations/fleet/aircraft.ts'
import { UNAVAILABILITY } from '../../storage/operations/fleet/unavailability.ts'
import { EMPTY_LEG } from '../../storage/operations/sales/empty-legs.ts'
import { QUOTE } from '../../storage/operations/sales/quotes.ts'
import { scheduleStamps } from '../../storage/operations/sales/schedules.ts'
import { oneOf } from '../../storage/record-kind.ts'
import { writingAs } from '../../storage/view.ts'
import { type Chosen, tellChosen, tellRecords } from './told-sight.ts'

export const tellOffers = async (tx: TenantTx, clientId: string, offers: Chosen): Promise<void> => {
  const now = await tx.now()
  await tellChosen(offers, buyerViewer(clientId), async (aircraftIds, sight) => {
    const of = (table: string) => oneOf(`${table}.aircraft_id`, aircraftIds)
    await tellRecords(tx, AIRCRAFT, sight, [of('aircraft')])
    await tellRecords(tx, UNAVAILABILITY, sight, [of('unavailability'), fragment`unavailability."to" > ${now}`])
    await tellRecords(tx, EMPTY_LEG, sight, [
      of('empty_leg'),
      fragment`empty_leg.status in ('PUBLISHED', 'HELD') and empty_leg.latest > ${now}`,
    ])
    await tellRecords(tx, QUOTE, sight, [
      of('quote'),
      fragment`quote.buyer = ${clientId} and quote.status = 'SENT' and quote.sent_at is not null`,
    ])
    const stamps = await scheduleStamps(writingAs(tx, { of: 'operator' }), aircraftIds)
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
  })
}
