/** Opens visits, says which legs they have now, and who sees them. The rows of the aircraft's plan are locked. */
import { arrivalId, type Flight } from '../../../domain/operations/flights/flight.ts'
import type { Visit } from '../../../domain/operations/handling/visit.ts'
import { expectedOffBlock, expectedOnBlock } from '../../../domain/operations/movement/expected-times.ts'
import { lockAskedOn } from '../../../storage/operations/handling/service-requests.ts'
import { flightBeside, VISIT, visitAt } from '../../../storage/operations/handling/visits.ts'
import { changeSight, createRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { newId } from '../../world.ts'
import { nextBusinessNumber } from '../business-numbers.ts'
import type { Desk } from '../desk.ts'
import { rulesOf } from '../risk/rules.ts'

export type FlightEnd = 'ARRIVAL' | 'DEPARTURE'

export interface Legs {
  readonly arrival: Flight | null
  readonly departure: Flight | null
}

/** The legs of the visit at one end of a flight: the aircraft leaves from where it arrived, or nobody knows how it came. */
export const legsAt = async (tx: ViewTx, flight: Flight, end: FlightEnd): Promise<Legs> => {
  const all = unrestricted(tx)
  if (end === 'ARRIVAL') {
    const next = await flightBeside(all, flight, 'after')
    return { arrival: flight, departure: next?.adepId === arrivalId(flight) ? next : null }
  }
  const previous = await flightBeside(all, flight, 'before')
  const hasArrived = previous !== undefined && arrivalId(previous) === flight.adepId
  return { arrival: hasArrived ? previous : null, departure: flight }
}

type OfLegs = Pick<
  Visit,
  'airportId' | 'aircraftId' | 'arrivalFlightId' | 'departureFlightId' | 'arriveAt' | 'departAt' | 'beginsAt'
>

/** What a visit keeps of its legs; one of them is there. */
export const ofLegs = async (tx: ViewTx, { arrival, departure }: Legs): Promise<OfLegs> => {
  const first = (arrival ?? departure) as Flight
  const arriveAt = arrival && expectedOnBlock(arrival, await rulesOf(tx))
  const departAt = departure && expectedOffBlock(departure)
  return {
    airportId: arrival ? arrivalId(arrival) : first.adepId,
    aircraftId: first.aircraftId,
    arrivalFlightId: arrival?.flightId ?? null,
    departureFlightId: departure?.flightId ?? null,
    arriveAt,
    departAt,
    beginsAt: arriveAt ?? departAt ?? 0,
  }
}

/** The visit of these legs, where one was opened. */
export const visitOf = async (tx: ViewTx, { arrival, departure }: Legs): Promise<Visit | undefined> => {
  const all = unrestricted(tx)
  const arrived = arrival ? await visitAt(all, 'arrival_flight_id', arrival.flightId) : undefined
  if (arrived || !departure) return arrived
  const left = await visitAt(all, 'departure_flight_id', departure.flightId)
  return left?.arrivalFlightId === null ? left : undefined
}

export const openVisit = async (tx: ViewTx, desk: Pick<Desk, 'world'>, legs: OfLegs): Promise<Visit> =>
  createRecord(tx, VISIT, {
    ...legs,
    visitId: newId(desk.world, 'vis'),
    visitNumber: await nextBusinessNumber(tx, desk, 'visit'),
    providerContactIdList: [],
  })

/**
 * A visit is seen by whoever was asked for something there. That another was asked changes nothing that the first sees
 * (threats row 243).
 */
export const settleProviders = async (tx: ViewTx, visit: Visit): Promise<Visit> => {
  const requests = await lockAskedOn(unrestricted(tx), 'visit_id', visit.visitId)
  const asked = requests.flatMap(({ sentAt, providerContactId }) =>
    sentAt === null || providerContactId === null ? [] : [providerContactId],
  )
  const providerContactIdList = [...new Set(asked)].sort()
  return changeSight(tx, VISIT, visit, { providerContactIdList })
}
