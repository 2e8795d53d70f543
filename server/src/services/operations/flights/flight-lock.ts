/**
 * Locks and checks that the changes of flights share. All of them lock in one order to avoid deadlocks: crew members,
 * aircraft, trips, the flight itself, other flights that it puts at risk, and last the head of the change feed. Every
 * change of a flight holds the lock of its aircraft, its trip or a member of its crew. What is checked before a write
 * is checked while the row named here is locked.
 */
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import { permits } from '../../../domain/operations/fleet/permit-to-fly.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { excludesOthers, isPlannable } from '../../../domain/operations/flights/flight-status.ts'
import { staleVersion, userError } from '../../../domain/user-error.ts'
import { toReaders, type Wording } from '../../../domain/wording.ts'
import { type CrewOnFlight, crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { groundingsOf, unavailabilityOf } from '../../../storage/operations/fleet/unavailability.ts'
import { excludingFlights, FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { TRIP } from '../../../storage/operations/flights/trips.ts'
import { lockRecords, recordsById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { lockCrew } from '../crew/roster.ts'
import { refuseCrowdedAircraft } from '../crowding.ts'
import type { Given } from '../desk.ts'

export interface LockedFlight {
  readonly flight: Flight
  readonly aircraft: Aircraft
  /** The flight's new aircraft, or its current one. */
  readonly nextAircraft: Aircraft
  readonly crew: readonly CrewOnFlight[]
}

/** What the flight will have besides. */
export interface LockedToo {
  readonly aircraftId?: Given<string>
  readonly tripId?: Given<string>
  readonly crewMemberIds?: readonly string[]
}

export interface FlightToLock {
  readonly flightId: string
  /** The argument that names the flight. */
  readonly path: readonly string[]
  /** The argument that names its new aircraft. */
  readonly aircraftPath?: readonly string[]
  readonly too?: LockedToo
}

const notFound = (noun: string, path: readonly string[]) => userError('NOT_FOUND', `There is no such ${noun}`, path)

const namesOf = (crew: readonly CrewOnFlight[]): string =>
  crew
    .map(({ crewMemberId }) => crewMemberId)
    .sort()
    .join()

/** Two planners of one aircraft, one crew member or one trip act one after the other. */
export const lockFlights = async (tx: ViewTx, list: readonly FlightToLock[]): Promise<LockedFlight[]> => {
  const ids = list.map(({ flightId }) => flightId)
  const seen = await recordsById(tx, FLIGHT, ids)
  const glimpsed = list.map((each) => {
    const flight = seen.get(each.flightId)
    if (!flight) throw notFound('flight', each.path)
    return { ...each, flight, nextAircraftId: each.too?.aircraftId ?? flight.aircraftId }
  })
  const all = unrestricted(tx)
  const crewsBefore = await crewOfFlights(all, ids)
  const joining = list.flatMap(({ too }) => too?.crewMemberIds ?? [])
  await lockCrew(tx, [...[...crewsBefore.values()].flat().map(({ crewMemberId }) => crewMemberId), ...joining])
  const aircraftIds = glimpsed.flatMap(({ flight, nextAircraftId }) => [flight.aircraftId, nextAircraftId])
  const fleet = await lockRecords(tx, AIRCRAFT, aircraftIds)
  const trips = glimpsed.flatMap(({ flight, too }) =>
    [flight.tripId, too?.tripId].filter((id) => typeof id === 'string'),
  )
  if (trips.length > 0) await lockRecords(all, TRIP, trips)
  const flights = await lockRecords(tx, FLIGHT, ids)
  const crews = await crewOfFlights(all, ids)
  return glimpsed.map(({ flight: glimpse, nextAircraftId, path, aircraftPath = ['input', 'aircraftId'] }) => {
    const { flightId } = glimpse
    const flight = flights.get(flightId)
    const crew = crews.get(flightId) ?? []
    if (!flight) throw notFound('flight', path)
    // The flight got another aircraft, trip or crew while we waited, so the wrong rows are locked.
    const isMoved = flight.aircraftId !== glimpse.aircraftId || flight.tripId !== glimpse.tripId
    if (isMoved || namesOf(crew) !== namesOf(crewsBefore.get(flightId) ?? [])) throw staleVersion()
    const aircraft = fleet.get(flight.aircraftId)
    const nextAircraft = fleet.get(nextAircraftId)
    if (!aircraft) throw notFound('flight', path)
    if (!nextAircraft) throw notFound('aircraft', aircraftPath)
    return { flight, aircraft, nextAircraft, crew }
  })
}

export const lockFlight = async (
  tx: ViewTx,
  flightId: string,
  path: readonly string[],
  too: LockedToo = {},
): Promise<LockedFlight> => (await lockFlights(tx, [{ flightId, path, too }]))[0] as LockedFlight

export const plannedFor = ({ flightNo }: Pick<Flight, 'flightNo'>): Wording =>
  toReaders(
    'flight:read',
    `The aircraft is planned for ${flightNo} at that time`,
    'The aircraft is planned for another flight at that time',
  )

/** Refuses an aircraft that was sold. A grounded one may be planned, with a warning. */
export const refuseSold = ({ status }: Aircraft, path: readonly string[]): void => {
  if (status !== 'SOLD') return
  const message = toReaders('aircraft:read', 'The aircraft is SOLD: plan another', 'The aircraft is not available')
  throw userError('AIRCRAFT_UNAVAILABLE', message, path)
}

/** Explains why a flight is LOCKED and what can still be changed. */
export const isPastPlanning = ({ status }: Flight, rest: string): Wording =>
  toReaders('flight:read', `The flight is ${status}: ${rest}`, `The flight is past planning: ${rest}`)

/**
 * One aircraft's flights from CONFIRMED on do not overlap, and no flight is planned into a block but by a permit to fly
 * (data §5.1, §4.6). The aircraft's row is locked, so a free slot stays free until COMMIT.
 */
export const refuseOverlap = async (tx: ViewTx, flight: Flight, path: readonly string[]): Promise<void> => {
  const interval = { from: flight.offBlock, to: flight.onBlock }
  const all = unrestricted(tx)
  await refuseCrowdedAircraft(tx, flight, path)
  const [other] = excludesOthers(flight.status) ? await excludingFlights(all, flight) : []
  if (other) throw userError('AIRCRAFT_OVERLAP', plannedFor(other), path)
  const aircraftIds = [flight.aircraftId]
  const planned = await unavailabilityOf(all, aircraftIds, interval)
  const met = [...planned, ...(await groundingsOf(all, aircraftIds, interval, await tx.now()))]
  const block = met.find((each) => !permits(each, flight))
  // What was flown is a fact, whatever was planned.
  if (block && isPlannable(flight.status)) {
    const general = 'The aircraft is not available at that time'
    throw userError('AIRCRAFT_UNAVAILABLE', toReaders('aircraft:read', `${general}: ${block.reason}`, general), path)
  }
}
