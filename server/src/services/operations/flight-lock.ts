/**
 * Locks and checks that the changes of flights share. All of them lock in one order to avoid deadlocks: aircraft,
 * flight, crew members, trip, and last the head of the change feed. What is checked before a write is checked while the
 * row named here is locked.
 */
import type { Aircraft } from '../../domain/operations/aircraft.ts'
import type { Flight } from '../../domain/operations/flight.ts'
import { staleVersion, userError } from '../../domain/user-error.ts'
import { toReaders, type Wording } from '../../domain/wording.ts'
import { AIRCRAFT } from '../../storage/operations/aircraft.ts'
import { FLIGHT, occupyingFlights } from '../../storage/operations/flights.ts'
import { unavailabilityOf } from '../../storage/operations/unavailability.ts'
import { lockRecord, lockRecords, recordById } from '../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../storage/view.ts'

export interface LockedFlight {
  readonly flight: Flight
  readonly aircraft: Aircraft
  /** The flight's new aircraft, or its current one. */
  readonly nextAircraft: Aircraft
}

const notFound = (noun: string, path: readonly string[]) => userError('NOT_FOUND', `There is no such ${noun}`, path)

/** Locks the aircraft's row, then the flight's, so that two planners of one aircraft act one after the other. */
export const lockFlight = async (
  tx: ViewTx,
  flightId: string,
  path: readonly string[],
  nextAircraftId: string | null = null,
): Promise<LockedFlight> => {
  const glimpsed = await recordById(tx, FLIGHT, flightId)
  if (!glimpsed) throw notFound('flight', path)
  const locked = await lockRecords(tx, AIRCRAFT, [glimpsed.aircraftId, nextAircraftId ?? glimpsed.aircraftId])
  const flight = await lockRecord(tx, FLIGHT, flightId, path)
  // The flight was moved to another aircraft while we waited for the lock, so the wrong row is locked.
  if (flight.aircraftId !== glimpsed.aircraftId) throw staleVersion()
  const aircraft = locked.get(flight.aircraftId)
  const nextAircraft = locked.get(nextAircraftId ?? flight.aircraftId)
  if (!aircraft) throw notFound('flight', path)
  if (!nextAircraft) throw notFound('aircraft', ['input', 'aircraftId'])
  return { flight, aircraft, nextAircraft }
}

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

/** Invariant 1. The aircraft's row is locked, so a free slot stays free until COMMIT. */
export const refuseOverlap = async (tx: ViewTx, flight: Flight, path: readonly string[]): Promise<void> => {
  const interval = { from: flight.offBlock, to: flight.onBlock }
  const all = unrestricted(tx)
  const [other] = await occupyingFlights(all, flight.aircraftId, interval, flight.flightId)
  if (other) throw userError('AIRCRAFT_OVERLAP', plannedFor(other), path)
  const [block] = await unavailabilityOf(all, [flight.aircraftId], interval)
  if (block) {
    const general = 'The aircraft is not available at that time'
    throw userError('AIRCRAFT_UNAVAILABLE', toReaders('aircraft:read', `${general}: ${block.reason}`, general), path)
  }
}
