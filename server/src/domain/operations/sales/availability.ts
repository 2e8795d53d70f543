/** When an aircraft is taken, without saying by whom, and how it could fly what a buyer asks for (data §7.1). */
import { type Interval, MINUTE_MS } from '../../interval.ts'
import { blockTimeMs } from '../../reference/great-circle.ts'
import type { Aircraft } from '../fleet/aircraft.ts'
import { grounds, type Unavailability } from '../fleet/unavailability.ts'
import { arrivalId } from '../flights/flight.ts'
import { expectedOffBlock, expectedOnBlock } from '../movement/expected-times.ts'
import type { TaxiMinutes } from '../movement/implied-times.ts'
import type { Leg } from '../risk/timeline.ts'
import type { RequestedLeg } from './requested-leg.ts'

export const AVAILABILITY_KINDS = ['BUSY', 'EMPTY_LEG', 'MAINTENANCE', 'OPTION'] as const

export interface AvailabilityBlock extends Interval {
  readonly kind: (typeof AVAILABILITY_KINDS)[number]
  readonly startId: string
  readonly endId: string
  readonly emptyLegId: string | null
}

export interface Taken {
  /** In the order of the plan. */
  readonly legs: readonly Leg[]
  readonly unavailability: readonly Pick<Unavailability, 'from' | 'to' | 'reason'>[]
  /** By the flight that is offered. */
  readonly emptyLegs: ReadonlyMap<string, string>
  readonly taxi: TaxiMinutes
}

const ofFlight = (leg: Leg, { emptyLegs, taxi }: Taken): AvailabilityBlock => {
  const emptyLegId = emptyLegs.get(leg.flightId) ?? null
  return {
    kind: emptyLegId !== null ? 'EMPTY_LEG' : leg.status === 'OPTION' ? 'OPTION' : 'BUSY',
    from: expectedOffBlock(leg),
    to: expectedOnBlock(leg, taxi),
    startId: leg.adepId,
    endId: arrivalId(leg),
    emptyLegId,
  }
}

const byStart = (a: Interval, b: Interval): number => a.from - b.from || a.to - b.to

/** A block on the ground is where the last flight before it ends. */
export const blocksOf = ({ baseId }: Pick<Aircraft, 'baseId'>, taken: Taken): readonly AvailabilityBlock[] => {
  const flown = taken.legs.map((leg) => ofFlight(leg, taken)).toSorted(byStart)
  const onGround = taken.unavailability.map(({ from, to, reason }): AvailabilityBlock => {
    const place = flown.findLast((block) => block.kind !== 'OPTION' && block.from < from)?.endId ?? baseId
    return { kind: grounds(reason) ? 'MAINTENANCE' : 'BUSY', from, to, startId: place, endId: place, emptyLegId: null }
  })
  return [...flown, ...onGround].toSorted(byStart)
}

export interface PlannedLeg {
  readonly adepId: string
  readonly adesId: string
  readonly offBlock: number
  readonly onBlock: number
  readonly distanceNm: number
  readonly isPositioning: boolean
}

export interface Plan {
  readonly legs: readonly PlannedLeg[]
  readonly positioningNm: number
}

type Flying = Pick<Aircraft, 'baseId' | 'cruiseKt' | 'maxRangeNm' | 'seatCount'>

export interface Planning {
  readonly requested: readonly RequestedLeg[]
  readonly now: number
  readonly maxPositioningNm: number
  readonly nm: (fromId: string, toId: string) => number
}

/** Between two legs of one aircraft. */
const TURN_MS = 45 * MINUTE_MS

/** A time in which nothing is planned: where it begins, and where the aircraft must be at its end. */
interface Gap extends Interval {
  readonly startId: string
  readonly endId: string
}

/** Options stand beside other flights, so they close no gap. */
const gapsOf = ({ baseId }: Flying, blocks: readonly AvailabilityBlock[], now: number): Gap[] => {
  const taken = blocks.filter(({ kind }) => kind !== 'OPTION')
  const gaps: Gap[] = []
  let [from, startId] = [now, baseId]
  for (const block of taken) {
    if (block.from > from) gaps.push({ from, to: block.from, startId, endId: block.startId })
    from = Math.max(from, block.to + TURN_MS)
    startId = block.endId
  }
  return [...gaps, { from, to: Number.POSITIVE_INFINITY, startId, endId: baseId }]
}

const toWholeMinute = (time: number): number => Math.ceil(time / MINUTE_MS) * MINUTE_MS

/** Flies as early as it can: if that does not fit, nothing later does. Null where it does not. */
class Route {
  readonly #aircraft: Flying
  readonly #planning: Planning
  readonly legs: PlannedLeg[] = []
  positioningNm = 0
  #free: number
  #placeId: string

  constructor(aircraft: Flying, planning: Planning, { from, startId }: Gap) {
    this.#aircraft = aircraft
    this.#planning = planning
    this.#free = from
    this.#placeId = startId
  }

  #leg(toId: string, offBlock: number, isPositioning: boolean): PlannedLeg {
    const distanceNm = this.#planning.nm(this.#placeId, toId)
    const onBlock = offBlock + blockTimeMs(distanceNm, this.#aircraft.cruiseKt)
    return { adepId: this.#placeId, adesId: toId, offBlock, onBlock, distanceNm, isPositioning }
  }

  #add(leg: PlannedLeg): boolean {
    const { maxRangeNm } = this.#aircraft
    this.legs.push(leg)
    if (leg.isPositioning) this.positioningNm += leg.distanceNm
    this.#free = leg.onBlock + TURN_MS
    this.#placeId = leg.adesId
    const isNear = this.positioningNm <= this.#planning.maxPositioningNm
    return isNear && (maxRangeNm === null || leg.distanceNm <= maxRangeNm)
  }

  /** Positioning arrives just in time. */
  fly({ adepId, adesId, from, to, isArrival }: RequestedLeg): boolean {
    const there = this.#placeId === adepId ? null : this.#leg(adepId, 0, true)
    const taken = blockTimeMs(this.#planning.nm(adepId, adesId), this.#aircraft.cruiseKt)
    const early = isArrival ? from - taken : from
    const ready = this.#free + (there ? there.onBlock + TURN_MS : 0)
    const offBlock = toWholeMinute(Math.max(early, ready))
    if (offBlock > (isArrival ? to - taken : to)) return false
    if (there) {
      const start = offBlock - TURN_MS - there.onBlock
      if (!this.#add({ ...there, offBlock: start, onBlock: start + there.onBlock })) return false
    }
    return this.#add(this.#leg(adesId, offBlock, false))
  }

  end({ to, endId }: Gap): boolean {
    if (this.#placeId !== endId && !this.#add(this.#leg(endId, toWholeMinute(this.#free), true))) return false
    return this.#free <= to
  }
}

const planWithin = (gap: Gap, aircraft: Flying, planning: Planning): Plan | null => {
  const route = new Route(aircraft, planning, gap)
  const isDone = planning.requested.every((leg) => route.fly(leg)) && route.end(gap)
  return isDone ? { legs: route.legs, positioningNm: route.positioningNm } : null
}

/** The plan with the least positioning. The whole request lies within one gap: the aircraft stays with its buyer. */
export const planOf = (aircraft: Flying, blocks: readonly AvailabilityBlock[], planning: Planning): Plan | null => {
  if (planning.requested.some(({ paxCount }) => paxCount > aircraft.seatCount)) return null
  const plans = gapsOf(aircraft, blocks, planning.now).flatMap((gap) => planWithin(gap, aircraft, planning) ?? [])
  return plans.toSorted((a, b) => a.positioningNm - b.positioningNm)[0] ?? null
}
