/** Keeps an empty leg true to its flight: it goes where the flight goes, and ends with it. */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { isPlannable } from '../../../domain/operations/flights/flight-status.ts'
import { FREE } from '../../../domain/operations/sales/empty-leg.ts'
import { EMPTY_LEG, standingLegOf } from '../../../storage/operations/sales/empty-legs.ts'
import { changeRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'

/** Only a ferry that has not left can be sold. */
export const canBeSold = ({ kind, status }: Pick<Flight, 'kind' | 'status'>): boolean =>
  kind === 'FERRY' && isPlannable(status)

/** The flight's row is locked, and written. */
export const followFlight = async (tx: ViewTx, before: Flight, flight: Flight): Promise<void> => {
  if (before.kind !== 'FERRY') return
  const leg = await standingLegOf(unrestricted(tx), flight.flightId)
  if (!leg || leg.latest <= (await tx.now())) return
  const { aircraftId, adepId, adesId } = flight
  const changes = canBeSold(flight) ? { aircraftId, adepId, adesId } : { status: 'WITHDRAWN' as const, ...FREE }
  await changeRecord(tx, EMPTY_LEG, leg, changes)
}
