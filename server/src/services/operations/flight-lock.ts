/**
 * What mutations do, step by step, inside their transaction. Everyone locks in one order, so that no two wait for
 * one another: aircraft, flight, crew members, trip, and last the head of the change feed. What is checked before it
 * is written is checked behind the lock of the row that is named here.
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
  /** The aircraft that the flight is to change to, or its own. */
  readonly nextAircraft: Aircraft
}

const notFound = (noun: string, path: readonly string[]) => userError('NOT_FOUND', `There is no such ${noun}`, path)

/** Locks the aircraft's row first, then the flight's: of two who plan one aircraft the second waits, then sees. */
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
  // It was moved to another aircraft while we waited: the wrong row is locked.
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

/** Nobody flies what is no longer theirs; what is only grounded today may be planned, with a warning. */
export const refuseSold = ({ status }: Aircraft, path: readonly string[]): void => {
  if (status !== 'SOLD') return
  const message = toReaders('aircraft:read', 'The aircraft is SOLD: plan another', 'The aircraft is not available')
  throw userError('AIRCRAFT_UNAVAILABLE', message, path)
}

/** Why a flight is LOCKED, and what is still open. */
export const isPastPlanning = ({ status }: Flight, rest: string): Wording =>
  toReaders('flight:read', `The flight is ${status}: ${rest}`, `The flight is past planning: ${rest}`)

/** Invariant 1. The aircraft's row is locked, so what is free now stays free until COMMIT. */
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
