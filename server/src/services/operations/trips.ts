/** Creates trips; their legs are added by creating flights. */
import type { ExternalIdChange } from '../../domain/operations/external-id.ts'
import { CONTACT } from '../../storage/operations/contacts.ts'
import { nextNumber } from '../../storage/operations/operator-profile.ts'
import { TRIP } from '../../storage/operations/trips.ts'
import { createRecord, lockRecord } from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import { newId } from '../world.ts'
import { type Desk, type Given, refuseLimitedView } from './desk.ts'
import { externalIdsAfter } from './external-ids.ts'

/** A limited view sees a trip through its legs. A new trip has none, so its creator could not see it. */
const LIMITED = 'A key limited to some aircraft cannot open a trip: open it with one that sees the whole operator'

export interface TripCreate {
  readonly clientContactId?: Given<string>
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

export const createTrip = async (tx: ViewTx, desk: Desk, input: TripCreate) => {
  refuseLimitedView(tx, LIMITED)
  const clientId = input.clientContactId ?? null
  if (clientId !== null) await lockRecord(tx, CONTACT, clientId, ['input', 'clientContactId'])
  const trip = await createRecord(tx, TRIP, {
    tripId: newId(desk.world, 'trp'),
    tripNumber: `T${String(await nextNumber(tx, 'trip')).padStart(5, '0')}`,
    status: 'OPTION',
    clientId,
    quoteId: null,
    buyer: null,
    aircraftIdList: [],
    externalIdList: await externalIdsAfter(tx, desk, { changes: input.externalIdList }),
  })
  return { trip }
}
