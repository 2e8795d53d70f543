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

/** In the order of the plan; equal times are told apart by their ids. */
const inPlannedOrder = (a: Leg, b: Leg): number =>
  a.offBlock - b.offBlock || (a.flightId < b.flightId ? -1 : a.flightId > b.flightId ? 1 : 0)

const overlapsInPlan = (leg: Leg, other: Leg): boolean =>
  leg.flightId !== other.flightId && leg.offBlock < other.onBlock && other.offBlock < leg.onBlock

/** The options that stand beside another leg: nobody knows yet which of them is flown. */
const undecidedAmong = (legs: readonly Leg[]): ReadonlySet<Leg> => {
  const found = new Set<Leg>()
  let endsAt = Number.NEGATIVE_INFINITY
  for (const [index, leg] of legs.entries()) {
    const next = legs[index + 1]
    const isBeside = endsAt > leg.offBlock || (next !== undefined && next.offBlock < leg.onBlock)
    if (leg.status === 'OPTION' && isBeside) found.add(leg)
    endsAt = Math.max(endsAt, leg.onBlock)
  }
  return found
}

/**
 * Made once for all flights that are asked about. Each then looks at what is near it, because an operator's flights
 * around one another can be thousands: compared each with each they kept everybody waiting for seconds (threats row 436).
 */
export class Timeline {
  readonly legs: readonly Leg[]
  readonly #hasOptions: boolean
  readonly #undecided: ReadonlySet<Leg>
  readonly #longestMs: number
  readonly #arrivesAt: readonly number[]
  /** The latest arrival among a leg and all before it. */
  readonly #latestSoFar: readonly number[]

  constructor(legs: readonly Leg[], taxi: TaxiMinutes) {
    this.legs = legs.toSorted(inPlannedOrder)
    this.#hasOptions = legs.some(({ status }) => status === 'OPTION')
    this.#undecided = this.#hasOptions ? undecidedAmong(this.legs) : new Set()
    this.#longestMs = this.legs.reduce((most, { offBlock, onBlock }) => Math.max(most, onBlock - offBlock), 0)
    this.#arrivesAt = this.legs.map((leg) => expectedOnBlock(leg, taxi))
    let latest = Number.NEGATIVE_INFINITY
    this.#latestSoFar = this.#arrivesAt.map((time) => {
      latest = Math.max(latest, time)
      return latest
    })
  }

  /** How many legs are planned before this one. */
  #before(leg: Pick<Leg, 'offBlock' | 'flightId'>): number {
    let [low, high] = [0, this.legs.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (inPlannedOrder(this.legs[middle] as Leg, leg as Leg) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * Whether a leg counts as one before or after this one: its rivals do not, nor options that stand beside another leg.
   */
  #isDecided(leg: Leg, other: Leg): boolean {
    if (!this.#hasOptions && leg.status !== 'OPTION') return true
    return !overlapsInPlan(leg, other) && !this.#undecided.has(other)
  }

  /** Others that are planned at the same time, up to so many: one of each two at least is an option. */
  rivalsOf(leg: Leg, counts: (other: Leg) => boolean, most: number): readonly Leg[] {
    const found: Leg[] = []
    const first = this.#before({ offBlock: leg.offBlock - this.#longestMs, flightId: '' })
    for (let index = first; index < this.legs.length && found.length < most; index++) {
      const other = this.legs[index] as Leg
      if (other.offBlock >= leg.onBlock) break
      if (overlapsInPlan(leg, other) && counts(other)) found.push(other)
    }
    return found
  }

  /** The leg just before, as planned; among those that are decided, where that is asked for. */
  before(leg: Leg, which: 'any' | 'decided'): Leg | undefined {
    for (let index = this.#before(leg) - 1; index >= 0; index--) {
      const other = this.legs[index] as Leg
      if (other.flightId !== leg.flightId && (which === 'any' || this.#isDecided(leg, other))) return other
    }
    return undefined
  }

  /** The first of the earlier legs that arrives only after this one is to leave. */
  lateBefore(leg: Leg, which: 'any' | 'decided'): Leg | undefined {
    const leavesAt = expectedOffBlock(leg)
    const count = this.#before(leg)
    if (count === 0 || (this.#latestSoFar[count - 1] as number) <= leavesAt) return undefined
    for (let index = 0; index < count; index++) {
      if ((this.#arrivesAt[index] as number) <= leavesAt) continue
      const other = this.legs[index] as Leg
      if (other.flightId !== leg.flightId && (which === 'any' || this.#isDecided(leg, other))) return other
    }
    return undefined
  }
}

export const beginsElsewhere = (leg: Leg, before: Leg | undefined): before is Leg =>
  before !== undefined && arrivalId(before) !== leg.adepId

/** Both have left, and neither was on block before the other left: one aircraft cannot do that. */
export const overlapsInFact = (leg: Leg, other: Leg): boolean => {
  const [a, b] = [leg.actual, other.actual]
  if (leg.flightId === other.flightId || a.offBlock === null || b.offBlock === null) return false
  return a.offBlock < (b.onBlock ?? Number.POSITIVE_INFINITY) && b.offBlock < (a.onBlock ?? Number.POSITIVE_INFINITY)
}
