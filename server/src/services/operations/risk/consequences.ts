/** What the change of a flight brings: duties of its crew, then the risk of flights after it (data §4.4). */
import type { Interval } from '../../../domain/interval.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { expectedOffBlock, expectedOnBlock } from '../../../domain/operations/movement/expected-times.ts'
import type { OperatorRules } from '../../../domain/operations/operator-rules.ts'
import { changedFields } from '../../../domain/versioned.ts'
import type { Warning } from '../../../domain/warning.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { settleRoster } from '../crew/roster.ts'
import type { Desk } from '../desk.ts'
import { rulesOf } from './rules.ts'
import { settleRisk } from './settle-risk.ts'

/** The fields of a flight on which duties and other flights depend. */
const MOVING_FIELDS = new Set([
  'status',
  'aircraftId',
  'adepId',
  'adesId',
  'divertedToId',
  'offBlock',
  'onBlock',
  'estimatedOffBlock',
  'estimatedOnBlock',
  'actual',
])

export const movesOthers = (before: Flight, after: Flight): boolean =>
  changedFields(before, after).some((field) => MOVING_FIELDS.has(field))

const spanOf = (flights: readonly Flight[], rules: OperatorRules): Interval => ({
  from: Math.min(...flights.flatMap((flight) => [flight.offBlock, expectedOffBlock(flight)])),
  to: Math.max(...flights.flatMap((flight) => [flight.onBlock, expectedOnBlock(flight, rules)])),
})

export interface FlightConsequence {
  /** Null where the flight is new. */
  readonly before: Flight | null
  readonly after: Flight
  /** Everybody who is aboard, was, or will be. */
  readonly crewMemberIds: readonly string[]
  readonly path: readonly string[]
}

export interface Consequences {
  readonly flight: Flight
  readonly warningList: readonly Warning[]
}

/** The rows of aircraft, crew and flight are locked. */
export const settleConsequences = async (
  tx: ViewTx,
  { world, reference }: Desk,
  { before, after, crewMemberIds, path }: FlightConsequence,
): Promise<Consequences> => {
  const rules = await rulesOf(tx)
  const flights = before ? [before, after] : [after]
  const changed = spanOf(flights, rules)
  const roster = await settleRoster(tx, world, { crewMemberIds, changed, path, rules })
  const aircraftIds = [...new Set(flights.map(({ aircraftId }) => aircraftId))]
  const found = await settleRisk(tx, reference, { aircraftIds, crewMemberIds, flightIds: [after.flightId], changed })
  const own = found.find(({ flight }) => flight.flightId === after.flightId)
  const risks = found.flatMap(({ news }) => news.map((each) => ({ ...each, path })))
  return { flight: own?.flight ?? after, warningList: [...roster, ...risks] }
}
