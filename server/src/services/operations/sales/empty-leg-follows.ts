/** Keeps an empty leg true to its flight: it goes where the flight goes, and ends with it. */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { isPlannable } from '../../../domain/operations/flights/flight-status.ts'
import { type EmptyLeg, FREE, OPERATOR_HOLDS, statusAt, withHold } from '../../../domain/operations/sales/empty-leg.ts'
import { offeredTo } from '../../../storage/oauth/offered-aircraft.ts'
import { EMPTY_LEG, standingLegOf } from '../../../storage/operations/sales/empty-legs.ts'
import { changeRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'

/** Only a ferry that has not left can be sold. */
export const canBeSold = ({ kind, status }: Pick<Flight, 'kind' | 'status'>): boolean =>
  kind === 'FERRY' && isPlannable(status)

/** A marketplace holds nothing of an aircraft that it may not offer: others could not, and it could not see why. */
const releasedBy = async (tx: ViewTx, leg: EmptyLeg, aircraftId: string, now: number) => {
  const { holder } = leg
  if (aircraftId === leg.aircraftId || holder === null || holder === OPERATOR_HOLDS) return {}
  if (statusAt(leg, now) !== 'HELD') return {}
  if ((await offeredTo(tx, holder)).includes(aircraftId)) return {}
  return { status: 'PUBLISHED' as const, ...FREE, pastHoldList: withHold(leg, { holder, until: now }, now) }
}

/** The flight's row is locked, and written. */
export const followFlight = async (tx: ViewTx, before: Flight, flight: Flight): Promise<void> => {
  if (before.kind !== 'FERRY') return
  const leg = await standingLegOf(unrestricted(tx), flight.flightId)
  const now = await tx.now()
  if (!leg || leg.latest <= now) return
  const { aircraftId, adepId, adesId } = flight
  const changes = canBeSold(flight)
    ? { aircraftId, adepId, adesId, ...(await releasedBy(tx, leg, aircraftId, now)) }
    : { status: 'WITHDRAWN' as const, ...FREE }
  await changeRecord(tx, EMPTY_LEG, leg, changes)
}
