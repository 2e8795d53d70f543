/** Changes a flight's status along its life cycle. */

import { actingAs } from '../../../domain/operations/acting-as.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import { type Flight, type FlightStatus, NO_MOVEMENT } from '../../../domain/operations/flights/flight.ts'
import { flightTransition } from '../../../domain/operations/flights/flight-life-cycle.ts'
import { eachOnce } from '../../../domain/warning.ts'
import { expectVersion } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import { requireSignedLog } from '../logs/signed-log.ts'
import { illegalTransition } from '../movement/illegal-transition.ts'
import { refuseUnready } from '../risk/open-warnings.ts'
import { type FlightChange, writeFlight } from './flight-change.ts'
import { lockFlight, refuseOverlap, refuseSold } from './flight-lock.ts'

export interface StatusSet {
  readonly flightId: string
  readonly status: FlightStatus
  readonly reason: string | null
  readonly expectedVersion: number
  readonly by: 'set' | 'close'
}

/** The slot of a flight that was cancelled may have been taken. */
const refuseTakenSlot = async (tx: ViewTx, flight: Flight, aircraft: Aircraft): Promise<void> => {
  refuseSold(aircraft, ['status'])
  await refuseOverlap(tx, flight, ['status'])
}

/** Led back, a flight has to be released anew; with its times taken back it stays released. */
const releasedAt = (before: Flight, status: FlightStatus, now: number): number | null => {
  if (status === 'RELEASED') return before.releasedAt ?? now
  return status === 'CONFIRMED' || status === 'OPTION' ? null : before.releasedAt
}

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
    ...(isReturn ? { actual: NO_MOVEMENT, timeReportList: [], firstOffBlock: before.actual.offBlock } : {}),
  }
  if (asked.status === 'CLOSED') await requireSignedLog(tx, before, path)
  if (row.condition === 'free-slot') await refuseTakenSlot(tx, next, aircraft)
  const open = row.condition === 'ready' ? await refuseUnready(tx, desk.reference, next, path) : []
  const { flight, warningList } = await writeFlight(tx, desk, locked, {
    after: next,
    reason: asked.reason,
    reasonPath: ['reason'],
    needsReason: row.condition === 'reason',
    path,
    returned: isReturn ? before.timeReportList : [],
  })
  return { flight, warningList: eachOnce([...open, ...warningList]) }
}
