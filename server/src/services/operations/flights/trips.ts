/** Opens, changes and removes trips; their legs are added by creating flights. */
import { userError } from '../../../domain/user-error.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { legIdsOfTrip } from '../../../storage/operations/flights/flights.ts'
import { TRIP } from '../../../storage/operations/flights/trips.ts'
import { lockRecord } from '../../../storage/records.ts'
import { unrestricted } from '../../../storage/view.ts'
import { useCases } from '../../records/use-cases.ts'
import { nextBusinessNumber } from '../business-numbers.ts'
import { refuseLimitedView } from '../desk.ts'

/** A limited view sees a trip through its legs. A new trip has none, so its creator could not see it. */
const LIMITED = 'A key limited to some aircraft cannot open a trip: open it with one that sees the whole operator'

export const trips = useCases(TRIP, null, {
  guard: ({ tx }) => refuseLimitedView(tx, LIMITED),
  beforeWrite: async ({ tx, desk, before, input, next }) => {
    if (next.clientId !== null && input.clientContactId)
      await lockRecord(tx, CONTACT, next.clientId, ['input', 'clientContactId'])
    if (before !== null) return {}
    return { tripNumber: await nextBusinessNumber(tx, desk, 'trip') }
  },
  beforeDelete: async (tx, { tripId }) => {
    const [leg] = await legIdsOfTrip(unrestricted(tx), tripId)
    if (leg)
      throw userError('LOCKED', 'The trip has legs: take them out first (flightUpdate with tripId null)', ['tripId'])
  },
})
