/** Records reports of times, delays, fuel and diversions; the flight's status follows from the times. */
import { type ActingAs, actingAs } from '../../domain/operations/acting-as.ts'
import type { Delay, Flight, FlightStatus, FuelRecord, MovementTimes } from '../../domain/operations/flight.ts'
import { flightTransition } from '../../domain/operations/flight-life-cycle.ts'
import {
  delayProblems,
  fuelProblems,
  fuelWarnings,
  impliedSteps,
  lateWarnings,
  movementProblems,
} from '../../domain/operations/movement.ts'
import { refuseProblems, UserErrors, userError } from '../../domain/user-error.ts'
import { toReaders } from '../../domain/wording.ts'
import { FLIGHT, neighbours } from '../../storage/operations/flights.ts'
import { settleTrip } from '../../storage/operations/trips.ts'
import { changeRecord, expectVersion } from '../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../storage/view.ts'
import { airportOf } from '../reference/airport-code.ts'
import type { ReferenceSnapshot } from '../reference/reference-snapshot.ts'
import type { Desk, Given } from './desk.ts'
import { lockFlight } from './flight-lock.ts'
import type { FlightChange } from './flight-plan.ts'
import { illegalTransition } from './flight-status.ts'

export interface MovementReport {
  readonly flightId: string
  readonly offBlock?: Given<number>
  readonly takeOff?: Given<number>
  readonly landing?: Given<number>
  readonly onBlock?: Given<number>
  readonly estimatedOffBlock?: Given<number>
  readonly estimatedOnBlock?: Given<number>
  readonly divertedTo?: Given<string>
  readonly delayList?: Given<readonly { code: string; minutes: number; note?: Given<string> }[]>
  readonly fuel?: Given<FuelRecord>
}

/** An absent value keeps the earlier report; null deletes it. */
const kept = <T>(given: Given<T>, before: T | null): T | null => (given === undefined ? before : given)

const reportedTimes = ({ actual }: Flight, input: MovementReport): MovementTimes => ({
  offBlock: kept(input.offBlock, actual.offBlock),
  takeOff: kept(input.takeOff, actual.takeOff),
  landing: kept(input.landing, actual.landing),
  onBlock: kept(input.onBlock, actual.onBlock),
})

const delaysOf = (input: MovementReport, before: Flight): readonly Delay[] =>
  input.delayList?.map(({ code, minutes, note }) => ({ code, minutes, note: note ?? null })) ?? before.delayList

const divertedTo = (input: MovementReport, before: Flight, reference: ReferenceSnapshot): string | null =>
  typeof input.divertedTo === 'string'
    ? airportOf(reference, input.divertedTo, ['input', 'divertedTo']).airportId
    : kept(input.divertedTo, before.divertedToId)

const MOVING: readonly FlightStatus[] = ['OFF_BLOCK', 'AIRBORNE', 'LANDED', 'ON_BLOCK']

/** Advances step by step along the life cycle; the only way back is to the stand. */
const statusAfter = (before: Flight, times: MovementTimes, actor: ActingAs): FlightStatus => {
  const reached = MOVING.filter(
    (_, index) => [times.offBlock, times.takeOff, times.landing, times.onBlock][index] !== null,
  )
  const isBack = MOVING.indexOf(before.status) >= reached.length
  const steps = isBack ? [reached.at(-1) ?? 'RELEASED'] : impliedSteps(before.status, times)
  let status = before.status
  for (const next of steps) {
    if (!flightTransition(status, next as FlightStatus, actor, 'report')) {
      throw illegalTransition(status, next as FlightStatus, ['input'])
    }
    status = next as FlightStatus
  }
  return status
}

const refuseDisorder = (times: MovementTimes, now: number): void => {
  const problems = movementProblems(times, now)
  if (problems.length === 0) return
  throw new UserErrors(problems.map(({ path, message }) => ({ code: 'TIME_ORDER', message, path: ['input', ...path] })))
}

const refuseEstimates = ({ estimatedOffBlock, estimatedOnBlock }: Flight): void => {
  if (estimatedOffBlock !== null && estimatedOnBlock !== null && estimatedOnBlock <= estimatedOffBlock) {
    throw userError('TIME_ORDER', 'estimatedOnBlock must be after estimatedOffBlock', ['input', 'estimatedOnBlock'])
  }
}

/** Locks the aircraft, the flight, its trip, in this order. Without an expected version the last report wins. */
export const reportMovement = async (
  tx: ViewTx,
  desk: Desk,
  input: MovementReport,
  expectedVersion: number | null,
): Promise<FlightChange> => {
  const { flight: before } = await lockFlight(tx, input.flightId, ['input', 'flightId'])
  if (expectedVersion !== null) expectVersion(before, expectedVersion)
  if (before.status === 'CLOSED' || before.status === 'CANCELLED') {
    const message = toReaders(
      'flight:read',
      `The flight is ${before.status}: nothing is reported of it`,
      'The flight is closed or cancelled: nothing is reported of it',
    )
    throw userError('LOCKED', message, ['input', 'flightId'])
  }
  const actual = reportedTimes(before, input)
  refuseDisorder(actual, await tx.now())
  const after: Flight = {
    ...before,
    actual,
    status: statusAfter(before, actual, actingAs(desk.principal)),
    estimatedOffBlock: kept(input.estimatedOffBlock, before.estimatedOffBlock),
    estimatedOnBlock: kept(input.estimatedOnBlock, before.estimatedOnBlock),
    divertedToId: divertedTo(input, before, desk.reference),
    delayList: delaysOf(input, before),
    fuel: kept(input.fuel, before.fuel),
  }
  refuseEstimates(after)
  refuseProblems([...delayProblems(after.delayList), ...fuelProblems(after.fuel)], ['input'])
  const flight = await changeRecord(tx, FLIGHT, before, after)
  await settleTrip(tx, flight.tripId, false)
  const { after: next } = await neighbours(unrestricted(tx), flight)
  return { flight, warningList: [...fuelWarnings(flight.fuel), ...lateWarnings(flight, next)] }
}
