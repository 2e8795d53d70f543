/** What visits and flights are now, as providers are asked to answer for it. */
import {
  type Circumstances,
  type CrewedLeg,
  circumstancesOfFlight,
  circumstancesOfVisit,
} from '../../../domain/operations/handling/circumstances.ts'
import type { Visit } from '../../../domain/operations/handling/visit.ts'
import { crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { recordsById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { rulesOf } from '../risk/rules.ts'

const legsOf = async (tx: ViewTx, ids: readonly string[]): Promise<ReadonlyMap<string, CrewedLeg>> => {
  if (ids.length === 0) return new Map()
  const all = unrestricted(tx)
  const flights = await recordsById(all, FLIGHT, ids)
  const crews = await crewOfFlights(all, ids)
  return new Map([...flights].map(([id, flight]) => [id, { flight, crewCount: crews.get(id)?.length ?? 0 }]))
}

type Place = Pick<Visit, 'airportId' | 'aircraftId' | 'arrivalFlightId' | 'departureFlightId'>

export const factsOfVisit = async (tx: ViewTx, visit: Place): Promise<Circumstances> => {
  const { arrivalFlightId, departureFlightId } = visit
  const legs = await legsOf(
    tx,
    [arrivalFlightId, departureFlightId].filter((id) => id !== null),
  )
  const leg = (id: string | null) => (id === null ? null : (legs.get(id) ?? null))
  return circumstancesOfVisit(
    visit,
    { arrival: leg(arrivalFlightId), departure: leg(departureFlightId) },
    await rulesOf(tx),
  )
}

export const factsOfFlight = async (tx: ViewTx, flightId: string): Promise<Circumstances> => {
  const leg = (await legsOf(tx, [flightId])).get(flightId)
  if (!leg) throw new Error(`The flight ${flightId} of a service request is missing`)
  return circumstancesOfFlight(leg, await rulesOf(tx))
}
