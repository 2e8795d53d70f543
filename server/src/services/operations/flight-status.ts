/** Changes a flight's status along its life cycle. */

import { actingAs } from '../../domain/operations/acting-as.ts'
import type { Aircraft } from '../../domain/operations/aircraft.ts'
import { type Flight, type FlightStatus, NO_MOVEMENT } from '../../domain/operations/flight.ts'
import { type FlightTransition, flightTransition } from '../../domain/operations/flight-life-cycle.ts'
import { expectVersion } from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import type { Desk } from './desk.ts'
import { type FlightChange, writeFlight } from './flight-change.ts'
import { lockFlight, refuseOverlap, refuseSold } from './flight-lock.ts'
import { illegalTransition } from './illegal-transition.ts'
import { crewOf, refuseUnready } from './readiness.ts'
import { lockCrew, settleRoster } from './roster.ts'

export interface StatusSet {
  readonly flightId: string
  readonly status: FlightStatus
  readonly reason: string | null
  readonly expectedVersion: number
  readonly by: 'set' | 'close'
}

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
}

/** Cancelling releases the crew; undoing it assigns them again, or fails. */
const settleCrew = async (tx: ViewTx, { world }: Desk, before: Flight, after: Flight) => {
  if (before.status !== 'CANCELLED' && after.status !== 'CANCELLED') return []
  const crew = (await crewOf(tx, after.flightId)).map(({ crewMemberId }) => crewMemberId)
  await lockCrew(tx, crew)
  const changed = { from: after.offBlock, to: after.onBlock }
  return settleRoster(tx, world, { crewMemberIds: crew, changed, path: ['status'] })
}

/** Led back, a flight has to be released anew; with its times taken back it stays released. */
const releasedAt = (before: Flight, status: FlightStatus, now: number): number | null => {
  if (status === 'RELEASED') return before.releasedAt ?? now
  return status === 'CONFIRMED' || status === 'OPTION' ? null : before.releasedAt
}

/** Locks the aircraft, the flight, its crew, its trip, in this order. */
export const setFlightStatus = async (tx: ViewTx, desk: Desk, asked: StatusSet): Promise<FlightChange> => {
  const locked = await lockFlight(tx, asked.flightId, ['flightId'])
  const { flight: before, aircraft } = locked
  expectVersion(before, asked.expectedVersion)
  const path = [asked.by === 'set' ? 'status' : 'flightId']
  const row = flightTransition(before.status, asked.status, actingAs(desk.principal), asked.by)
  if (!row) throw illegalTransition(before.status, asked.status, path)
  const isReturn = before.status === 'OFF_BLOCK'
  const next: Flight = {
    ...before,
    status: asked.status,
    releasedAt: releasedAt(before, asked.status, await tx.now()),
    ...(isReturn ? { actual: NO_MOVEMENT, timeReportList: [] } : {}),
  }
  await meetCondition(tx, desk, row, { flight: next, aircraft })
  const { flight, warningList } = await writeFlight(tx, desk, locked, {
    after: next,
    reason: asked.reason,
    reasonPath: ['reason'],
    needsReason: row.condition === 'reason',
    path,
  })
  return { flight, warningList: [...warningList, ...(await settleCrew(tx, desk, before, flight))] }
}
