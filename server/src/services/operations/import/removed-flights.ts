/** What the removal of flights brings: the risk of the flights around them, and the legs of their trips. */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { TRIP } from '../../../storage/operations/flights/trips.ts'
import { lockRecords, recordsById } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { lockCrew } from '../crew/roster.ts'
import type { Desk } from '../desk.ts'
import { settleRisk } from '../risk/settle-risk.ts'
import { settleTrip } from '../risk/trip-legs.ts'

/** Of a flight, as the feed names them: its plan's neighbours and its trip decide them. */
export const DERIVED_OF_FLIGHTS: ReadonlySet<string> = new Set(['riskReasonList', 'legNumber'])

/** Locks the crew, aircraft and trips of these flights, in the order of all transactions. */
export const lockPlanOf = async (tx: ViewTx, flightIds: readonly string[]): Promise<void> => {
  const crews = [...(await crewOfFlights(tx, flightIds)).values()].flat()
  await lockCrew(tx, [...new Set(crews.map(({ crewMemberId }) => crewMemberId))])
  const flights = [...(await recordsById(tx, FLIGHT, flightIds)).values()]
  const aircraftIds = [...new Set(flights.map(({ aircraftId }) => aircraftId))]
  const tripIds = [...new Set(flights.flatMap(({ tripId }) => tripId ?? []))]
  if (aircraftIds.length > 0) await lockRecords(tx, AIRCRAFT, aircraftIds)
  if (tripIds.length > 0) await lockRecords(tx, TRIP, tripIds)
}

/** The removed flights had no crew, so nobody's roster changes. */
export const settleAfterRemoval = async (
  tx: ViewTx,
  { reference }: Desk,
  removed: readonly Flight[],
): Promise<void> => {
  for (const [aircraftId, flights] of Map.groupBy(removed, (flight) => flight.aircraftId)) {
    const changed = {
      from: Math.min(...flights.map(({ offBlock }) => offBlock)),
      to: Math.max(...flights.map(({ onBlock }) => onBlock)),
    }
    await settleRisk(tx, reference, { aircraftIds: [aircraftId], crewMemberIds: [], flightIds: [], changed })
  }
  const tripIds = new Set(removed.flatMap(({ tripId }) => tripId ?? []))
  for (const tripId of tripIds) await settleTrip(tx, tripId, true)
}
