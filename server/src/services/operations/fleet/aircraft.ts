/** Adds aircraft to the fleet and changes them. */
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import { paxWarnings, rangeWarnings } from '../../../domain/operations/flights/flight-plan.ts'
import { userError } from '../../../domain/user-error.ts'
import { subject, type Warning } from '../../../domain/warning.ts'
import { AIRCRAFT, aircraftByRegistration } from '../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { lockNames } from '../../../storage/operations/name-lock.ts'
import { plannedFlightIds } from '../../../storage/operations/risk/assessed-anew.ts'
import { recordsById } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { unrestricted } from '../../../storage/view.ts'
import { useCases } from '../../records/use-cases.ts'
import { type Desk, refuseLimitedView } from '../desk.ts'
import { setAircraftStatus } from '../risk/aircraft-status.ts'
import { settlePapers } from '../risk/settle-papers.ts'

const refuseUnknownType = ({ reference }: Desk, acftTypeId: string): void => {
  if (reference.aircraftTypeById(acftTypeId)) return
  throw userError('NOT_FOUND', 'There is no such aircraft type: aircraftTypeList has them', ['input', 'acftTypeId'])
}

/** The lock on names is held. */
const refuseTaken = async (tx: ViewTx, registration: string): Promise<void> => {
  if (!(await aircraftByRegistration(tx, registration))) return
  throw userError('VALIDATION', `Another aircraft has the registration ${registration}`, ['input', 'registration'])
}

/** Planned flights that a smaller aircraft no longer carries, or that are too far for it now. */
const warningsOfLimits = async (tx: ViewTx, before: Aircraft, after: Aircraft): Promise<Warning[]> => {
  if (before.seatCount === after.seatCount && before.maxRangeNm === after.maxRangeNm) return []
  const all = unrestricted(tx)
  const ids = await plannedFlightIds(all, after.aircraftId, await tx.now())
  if (ids.length === 0) return []
  const flights = [...(await recordsById(all, FLIGHT, ids)).values()].toSorted((a, b) => a.offBlock - b.offBlock)
  return flights.flatMap((flight) => {
    const about = [subject('FLIGHT', flight.flightId, flight.flightNo)]
    return [
      ...(before.seatCount === after.seatCount ? [] : paxWarnings(flight, after, ['input', 'seatCount'])),
      ...(before.maxRangeNm === after.maxRangeNm ? [] : rangeWarnings(flight, after, ['input', 'maxRangeNm'])),
    ].map((each) => ({ ...each, subjects: about }))
  })
}

const LIMITED = 'A key limited to some aircraft cannot add one: use a key that sees the whole operator'

export const aircraft = useCases(AIRCRAFT, null, {
  // A change of registration locks the names, then the aircraft's row.
  lock: async (tx, { registration }) => {
    if (registration) await lockNames(tx, 'aircraft')
  },
  guard: ({ tx, before }) => {
    if (before === null) refuseLimitedView(tx, LIMITED)
  },
  beforeWrite: async ({ tx, desk, input, before, next }) => {
    if (input.acftTypeId) refuseUnknownType(desk, input.acftTypeId)
    if (next.registration !== before?.registration) await refuseTaken(tx, next.registration)
    // A status is set by its own steps, once the rest is written.
    return before === null ? { hoursAsOf: await tx.now() } : { status: before.status }
  },
  afterWrite: async ({ tx, desk, before, after, input }) => {
    if (after === null) return {}
    const isRetyped = before !== null && before.acftTypeId !== after.acftTypeId
    const retyped = { aircraftIds: [after.aircraftId], path: ['input', 'acftTypeId'] }
    const papers = isRetyped ? await settlePapers(tx, desk, retyped) : []
    const limits = before === null ? [] : await warningsOfLimits(tx, before, after)
    if (!input.status) return { warningList: [...papers, ...limits] }
    const set = await setAircraftStatus(tx, desk, after, { status: input.status, changes: {} })
    const path = ['input', 'status']
    const grounded = set.warningList.map((each) => ({ ...each, path }))
    return { aircraft: set.aircraft, warningList: [...papers, ...limits, ...grounded] }
  },
})
