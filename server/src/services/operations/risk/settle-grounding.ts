/** Keeps an aircraft and its flights consistent with the blocks that ground it. */
import { DAY_MS, type Interval } from '../../../domain/interval.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import type { Grounding } from '../../../domain/operations/fleet/unavailability.ts'
import type { Warning } from '../../../domain/warning.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { groundingsOf } from '../../../storage/operations/fleet/unavailability.ts'
import { touchRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import { settleRisk } from './settle-risk.ts'

/** The feed reports a block as a change of its aircraft. */
const IN_FEED = ['unavailabilityList']

const FAR_MS = 2000 * DAY_MS

const groundingList = async (tx: ViewTx, aircraftId: string, now: number): Promise<Grounding[]> => {
  const blocks = await groundingsOf(unrestricted(tx), [aircraftId], { from: now, to: now + FAR_MS }, now)
  return blocks.map(({ from, to, reason, isEndEstimated }) => ({
    from,
    to,
    reason: reason as Grounding['reason'],
    isEndEstimated,
  }))
}

export interface Grounded {
  readonly aircraft: Aircraft
  readonly atRiskFlightIdList: readonly string[]
  readonly warningList: readonly Warning[]
}

export interface GroundingChange {
  /** Within which blocks or the status changed. */
  readonly changed: Interval
  readonly changes?: Partial<Aircraft>
  readonly touched?: readonly string[]
}

/** After blocks or the status of the aircraft changed within an interval. Its row is locked. */
export const settleGrounding = async (
  tx: ViewTx,
  { reference }: Pick<Desk, 'reference'>,
  before: Aircraft,
  { changed, changes = {}, touched = IN_FEED }: GroundingChange,
): Promise<Grounded> => {
  const { aircraftId } = before
  const list = await groundingList(tx, aircraftId, await tx.now())
  const aircraft = await touchRecord(tx, AIRCRAFT, before, { changes: { ...changes, groundingList: list }, touched })
  const found = await settleRisk(tx, reference, {
    aircraftIds: [aircraftId],
    crewMemberIds: [],
    flightIds: [],
    changed,
  })
  const hit = found.filter(({ flight }) => flight.riskReasonList.includes('AIRCRAFT_NOT_ACTIVE'))
  return {
    aircraft,
    atRiskFlightIdList: hit.map(({ flight }) => flight.flightId),
    warningList: found.flatMap(({ news }) => news).map((each) => ({ ...each, code: 'FLIGHT_AT_RISK' as const })),
  }
}
