/**
 * Gives a pilot the entries of flights that were closed before they were linked to their crew member (data §12.7). What
 * another user has of that crew member's flights stays that user's alone (ADR 178).
 */
import { MINUTE_MS } from '../../../domain/interval.ts'
import type { PlatformTx } from '../../../storage/handles.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import {
  endFilling,
  flownFlightIds,
  nextLogbookToFill,
  noteFilled,
} from '../../../storage/operations/logbook/logbooks-to-fill.ts'
import { recordById, recordsById } from '../../../storage/records.ts'
import { type ViewTx, writingAs } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import { lockFlights } from '../flights/flight-lock.ts'
import { followInLogbooks } from './follow-flight.ts'

export const FILL_LOGBOOKS_MS = MINUTE_MS
/** So few that planners wait for no more. */
const FLIGHTS_PER_STEP = 10

type Around = Pick<Desk, 'world' | 'reference'>

/** Flights that are closed already: one that is closed meanwhile gives its entries itself. */
const fill = async (tx: ViewTx, around: Around, flightIds: readonly string[]): Promise<void> => {
  const seen = await recordsById(tx, FLIGHT, flightIds)
  const closed = flightIds.filter((flightId) => seen.get(flightId)?.status === 'CLOSED')
  const locked = await lockFlights(
    tx,
    closed.map((flightId) => ({ flightId, path: [] })),
  )
  for (const { flight } of locked) await followInLogbooks(tx, around, flight, flight)
}

/** Some flights of one crew member; true if more is left. */
export const fillLogbooks = async (platform: PlatformTx, around: Around): Promise<boolean> => {
  const filling = await nextLogbookToFill(platform)
  if (!filling) return false
  const tx = writingAs(platform.inTenant(filling.tenantId), { of: 'operator' })
  const member = await recordById(tx, CREW_MEMBER, filling.crewMemberId)
  const flightIds = member?.userId === filling.userId ? await flownFlightIds(tx, filling, FLIGHTS_PER_STEP) : []
  await fill(tx, around, flightIds)
  const last = flightIds.at(-1)
  if (last === undefined) await endFilling(tx, filling.crewMemberId)
  else await noteFilled(tx, filling.crewMemberId, last)
  return true
}
