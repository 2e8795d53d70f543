/** Changes a flight's status along its life cycle. */

import { actingAs } from '../../domain/operations/acting-as.ts'
import type { Aircraft } from '../../domain/operations/aircraft.ts'
import { airborneMinutes, type Flight, type FlightStatus, NO_MOVEMENT } from '../../domain/operations/flight.ts'
import { type FlightTransition, flightTransition } from '../../domain/operations/flight-life-cycle.ts'
import { textProblems } from '../../domain/problem.ts'
import { refuseProblems, userError } from '../../domain/user-error.ts'
import { toReaders } from '../../domain/wording.ts'
import { AIRCRAFT } from '../../storage/operations/aircraft.ts'
import { FLIGHT } from '../../storage/operations/flights.ts'
import { settleTrip } from '../../storage/operations/trips.ts'
import { changeRecord, expectVersion } from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import type { Desk } from './desk.ts'
import { lockFlight, refuseOverlap, refuseSold } from './flight-lock.ts'
import type { FlightChange } from './flight-plan.ts'
import { crewOf, refuseUnready } from './readiness.ts'
import { lockCrew, settleRoster } from './roster.ts'

const REASON_LENGTH = 1000

export interface StatusSet {
  readonly flightId: string
  readonly status: FlightStatus
  readonly reason: string | null
  readonly expectedVersion: number
}

export const illegalTransition = (from: FlightStatus, to: FlightStatus, path: readonly string[]) =>
  userError(
    'ILLEGAL_TRANSITION',
    toReaders(
      'flight:read',
      `You cannot lead a flight from ${from} to ${to} this way`,
      `You cannot lead the flight to ${to} this way from where it is`,
    ),
    path,
  )

const meetCondition = async (
  tx: ViewTx,
  { reference }: Desk,
  { condition }: FlightTransition,
  { flight, aircraft }: { readonly flight: Flight; readonly aircraft: Aircraft },
): Promise<void> => {
  if (condition === 'ready') await refuseUnready(tx, reference, flight, aircraft)
  if (condition === 'free-slot') {
    refuseSold(aircraft, ['status'])
    await refuseOverlap(tx, flight, ['status'])
  }
  if (condition === 'reason' && flight.statusReason === null) {
    throw userError('VALIDATION', 'Give a reason', ['reason'])
  }
  // 'journey-log' will be checked once journey logs exist; until then all four times, which ON_BLOCK implies, are
  // enough.
}

/** Adds the hours when a flight closes, and subtracts them when it is reopened. */
const countHours = async (tx: ViewTx, before: Flight, after: Flight, aircraft: Aircraft): Promise<void> => {
  const sign = after.status === 'CLOSED' ? 1 : before.status === 'CLOSED' ? -1 : 0
  if (sign === 0) return
  await changeRecord(tx, AIRCRAFT, aircraft, {
    airframeMinutes: aircraft.airframeMinutes + sign * (airborneMinutes(after) ?? 0),
    cycles: aircraft.cycles + sign,
    hoursAsOf: after.actual.onBlock ?? aircraft.hoursAsOf,
  })
}

/** Cancelling releases the crew; undoing it assigns them again, or fails. */
const settleCrew = async (tx: ViewTx, { world }: Desk, before: Flight, after: Flight) => {
  if (before.status !== 'CANCELLED' && after.status !== 'CANCELLED') return []
  const crew = (await crewOf(tx, after.flightId)).map(({ crewMemberId }) => crewMemberId)
  await lockCrew(tx, crew)
  const changed = { from: after.offBlock, to: after.onBlock }
  return settleRoster(tx, world, { crewMemberIds: crew, changed, path: ['status'] })
}

/** Locks the aircraft, the flight, its crew, its trip, in this order. */
export const setFlightStatus = async (tx: ViewTx, desk: Desk, asked: StatusSet): Promise<FlightChange> => {
  refuseProblems(textProblems(['reason'], asked.reason, { most: REASON_LENGTH, severalLines: true }), [])
  const { flight: before, aircraft } = await lockFlight(tx, asked.flightId, ['flightId'])
  expectVersion(before, asked.expectedVersion)
  const row = flightTransition(before.status, asked.status, actingAs(desk.principal), 'set')
  if (!row) throw illegalTransition(before.status, asked.status, ['status'])
  const isReturn = before.status === 'OFF_BLOCK'
  const next = {
    ...before,
    status: asked.status,
    statusReason: asked.reason,
    actual: isReturn ? NO_MOVEMENT : before.actual,
  }
  await meetCondition(tx, desk, row, { flight: next, aircraft })
  const flight = await changeRecord(tx, FLIGHT, before, next)
  await countHours(tx, before, flight, aircraft)
  const warningList = await settleCrew(tx, desk, before, flight)
  await settleTrip(tx, flight.tripId, false)
  return { flight, warningList }
}
