/**
 * Keeps trips consistent with their legs: the place of each leg follows from the schedule, its buyer from the trip, and
 * the trip's status from theirs. Whoever bought a trip sees the legs that it has now, and no other (threats row 454).
 */

import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { type Trip, tripStatus } from '../../../domain/operations/flights/trip.ts'
import { FLIGHT, legIdsOfTrip } from '../../../storage/operations/flights/flights.ts'
import { TRIP } from '../../../storage/operations/flights/trips.ts'
import { changeRecord, lockRecords, recordById, touchRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'

const inOrder = (a: Flight, b: Flight): number => a.offBlock - b.offBlock || (a.flightId < b.flightId ? -1 : 1)

/** Its buyer comes with the trip in one change, as the store keeps it (ADR 238). The trip's row is locked. */
export const withBuyer = async (tx: ViewTx, before: Flight, after: Flight): Promise<Flight> => {
  if (after.tripId === before.tripId) return after
  const trip = after.tripId === null ? undefined : await recordById(unrestricted(tx), TRIP, after.tripId)
  return { ...after, buyer: trip?.buyer ?? null }
}

/** A cancelled leg has no place. */
const settleLegs = async (tx: ViewTx, { buyer }: Trip, legs: readonly Flight[]): Promise<Flight[]> => {
  let place = 0
  const settled: Flight[] = []
  for (const leg of [...legs].sort(inOrder)) {
    const legNumber = leg.status === 'CANCELLED' ? null : ++place
    settled.push(await changeRecord(tx, FLIGHT, leg, { legNumber, buyer }))
  }
  return settled
}

/** The trip's row is locked, so that nobody else adds or moves one of its legs. */
export const settleTrip = async (tx: ViewTx, tripId: string, legsChanged: boolean): Promise<readonly Flight[]> => {
  const all = unrestricted(tx)
  const trip = (await lockRecords(all, TRIP, [tripId])).get(tripId)
  if (!trip) return []
  const ids = await legIdsOfTrip(all, tripId)
  const legs = await settleLegs(tx, trip, [...(await lockRecords(all, FLIGHT, ids)).values()])
  const status = tripStatus(legs.map((leg) => leg.status))
  const aircraftIdList = [...new Set(legs.map((leg) => leg.aircraftId))].sort()
  await touchRecord(tx, TRIP, trip, {
    changes: { status, aircraftIdList },
    touched: legsChanged ? ['flightList'] : [],
  })
  return legs
}

/** After a leg was added, changed, or moved from the trip that it belonged to before; answers the leg. */
export const settleTrips = async (tx: ViewTx, tripIdBefore: string | null, flight: Flight): Promise<Flight> => {
  const isMoved = tripIdBefore !== flight.tripId
  if (isMoved && tripIdBefore !== null) await settleTrip(tx, tripIdBefore, true)
  if (flight.tripId === null) return changeRecord(tx, FLIGHT, flight, { legNumber: null, buyer: null })
  const legs = await settleTrip(tx, flight.tripId, isMoved)
  return legs.find(({ flightId }) => flightId === flight.flightId) ?? flight
}
