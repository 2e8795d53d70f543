/** The legs of one aircraft, or of one crew member, in the order of the plan. */
import { arrivalId, type Flight } from '../flights/flight.ts'
import { expectedOffBlock, expectedOnBlock } from '../movement/expected-times.ts'
import type { TaxiMinutes } from '../movement/implied-times.ts'

export const LEG_FIELDS = [
  'flightId',
  'flightNo',
  'aircraftId',
  'status',
  'kind',
  'adepId',
  'adesId',
  'divertedToId',
  'offBlock',
  'onBlock',
  'estimatedOffBlock',
  'estimatedOnBlock',
  'actual',
  'firstOffBlock',
] as const satisfies readonly (keyof Flight)[]

export type Leg = Pick<Flight, (typeof LEG_FIELDS)[number]>

/** Where the aircraft is once the leg was to leave: at its end if it has landed, else where it began. */
export const placeOf = (leg: Leg): string =>
  leg.actual.landing !== null || leg.actual.onBlock !== null ? arrivalId(leg) : leg.adepId

const isEarlier =
  (leg: Leg) =>
  (other: Leg): boolean =>
    other.flightId !== leg.flightId &&
    (other.offBlock < leg.offBlock || (other.offBlock === leg.offBlock && other.flightId < leg.flightId))

const overlapsInPlan = (leg: Leg, other: Leg): boolean =>
  leg.flightId !== other.flightId && leg.offBlock < other.onBlock && other.offBlock < leg.onBlock

/** Others of one aircraft that are planned at the same time: one of them at least is an option. */
export const rivalsOf = (leg: Leg, legs: readonly Leg[]): readonly Leg[] =>
  legs.filter((other) => overlapsInPlan(leg, other))

/**
 * The legs that are before or after this one: without its rivals, and without options that stand beside another leg,
 * because nobody knows yet which of them is flown.
 */
export const decidedLegs = (leg: Leg, legs: readonly Leg[]): readonly Leg[] =>
  leg.status === 'OPTION' || legs.some(({ status }) => status === 'OPTION')
    ? legs.filter(
        (other) => !overlapsInPlan(leg, other) && (other.status !== 'OPTION' || rivalsOf(other, legs).length === 0),
      )
    : legs

/** The leg just before, as planned. */
export const legBefore = (leg: Leg, legs: readonly Leg[]): Leg | undefined => {
  const earlier = legs.filter(isEarlier(leg))
  return earlier.reduce<Leg | undefined>((last, next) => (last && isEarlier(last)(next) ? last : next), undefined)
}

/** An earlier leg that arrives only after this one is to leave. */
export const lateBefore = (leg: Leg, legs: readonly Leg[], taxi: TaxiMinutes): Leg | undefined =>
  legs.filter(isEarlier(leg)).find((other) => expectedOnBlock(other, taxi) > expectedOffBlock(leg))

export const beginsElsewhere = (leg: Leg, before: Leg | undefined): before is Leg =>
  before !== undefined && arrivalId(before) !== leg.adepId

/** Both have left, and neither was on block before the other left: one aircraft cannot do that. */
export const overlapsInFact = (leg: Leg, other: Leg): boolean => {
  const [a, b] = [leg.actual, other.actual]
  if (leg.flightId === other.flightId || a.offBlock === null || b.offBlock === null) return false
  return a.offBlock < (b.onBlock ?? Number.POSITIVE_INFINITY) && b.offBlock < (a.onBlock ?? Number.POSITIVE_INFINITY)
}
