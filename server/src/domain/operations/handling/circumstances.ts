/** What a provider says yes to: where, with which aircraft, when and for how many. It is kept with the yes. */
import { MINUTE_MS } from '../../interval.ts'
import { arrivalId, type Flight } from '../flights/flight.ts'
import { expectedOffBlock, expectedOnBlock } from '../movement/expected-times.ts'
import type { TaxiMinutes } from '../movement/implied-times.ts'
import type { ReviewRule } from './review-rule.ts'
import type { ReviewReason } from './service-kind.ts'

export interface Circumstances {
  readonly airportIds: readonly string[]
  readonly aircraftId: string
  /** When it arrives and leaves at a visit; when it leaves and arrives of a flight. Null: no such leg. */
  readonly times: readonly (number | null)[]
  /** Those that were reported are facts: they move nothing any more. */
  readonly reported: readonly boolean[]
  readonly paxCounts: readonly (number | null)[]
  readonly crewCounts: readonly (number | null)[]
  readonly callsigns: readonly (string | null)[]
}

/** A leg with the number of its crew. */
export interface CrewedLeg {
  readonly flight: Flight
  readonly crewCount: number
}

const callsignOf = ({ callsign, flightNo }: Flight): string => callsign ?? flightNo

const counted = (legs: readonly (CrewedLeg | null)[]) => ({
  paxCounts: legs.map((leg) => leg?.flight.paxTotal ?? null),
  crewCounts: legs.map((leg) => leg?.crewCount ?? null),
  callsigns: legs.map((leg) => leg && callsignOf(leg.flight)),
})

export const circumstancesOfFlight = (leg: CrewedLeg, taxi: TaxiMinutes): Circumstances => ({
  airportIds: [leg.flight.adepId, arrivalId(leg.flight)],
  aircraftId: leg.flight.aircraftId,
  times: [expectedOffBlock(leg.flight), expectedOnBlock(leg.flight, taxi)],
  reported: [leg.flight.actual.offBlock !== null, leg.flight.actual.onBlock !== null],
  ...counted([leg]),
})

export const circumstancesOfVisit = (
  { airportId, aircraftId }: { readonly airportId: string; readonly aircraftId: string },
  { arrival, departure }: { readonly arrival: CrewedLeg | null; readonly departure: CrewedLeg | null },
  taxi: TaxiMinutes,
): Circumstances => ({
  airportIds: [airportId],
  aircraftId,
  times: [arrival && expectedOnBlock(arrival.flight, taxi), departure && expectedOffBlock(departure.flight)],
  reported: [(arrival?.flight.actual.onBlock ?? null) !== null, (departure?.flight.actual.offBlock ?? null) !== null],
  ...counted([arrival, departure]),
})

const differs = (a: readonly unknown[], b: readonly unknown[]): boolean => JSON.stringify(a) !== JSON.stringify(b)

const hasMoved = (agreed: Circumstances, now: Circumstances, minutes: number): boolean =>
  now.times.some((time, index) => {
    const before = agreed.times[index] ?? null
    if (now.reported[index] || time === before) return false
    return time === null || before === null || Math.abs(time - before) > minutes * MINUTE_MS
  })

/** Why a yes that was given for `agreed` has to be given again. */
export const reviewReasons = (
  { timeMinutes, reasonList }: Pick<ReviewRule, 'timeMinutes' | 'reasonList'>,
  agreed: Circumstances,
  now: Circumstances,
): ReviewReason[] => {
  const found: readonly (readonly [ReviewReason, boolean])[] = [
    ['AIRPORT', differs(agreed.airportIds, now.airportIds)],
    ['AIRCRAFT', agreed.aircraftId !== now.aircraftId],
    ['TIME', hasMoved(agreed, now, timeMinutes)],
    ['PAX_COUNT', reasonList.includes('PAX_COUNT') && differs(agreed.paxCounts, now.paxCounts)],
    ['CREW_COUNT', reasonList.includes('CREW_COUNT') && differs(agreed.crewCounts, now.crewCounts)],
    ['CALLSIGN', reasonList.includes('CALLSIGN') && differs(agreed.callsigns, now.callsigns)],
  ]
  return found.filter(([, isFound]) => isFound).map(([reason]) => reason)
}
