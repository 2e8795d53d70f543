/**
 * Tours of an aircraft: one to three days that begin and end at its base, one to three legs a day, with rest between
 * the days and sometimes an empty leg home.
 */

import { DAY_MS, HOUR_MS, type Interval, MINUTE_MS, overlaps } from '../../domain/interval.ts'
import type { FlightKind } from '../../domain/operations/flights/flight.ts'
import type { AirportRecord } from '../../domain/reference/airport.ts'
import { blockTimeMs, distanceNm } from '../../domain/reference/great-circle.ts'
import type { Seeded } from './seeded.ts'

export interface PlannedLeg {
  readonly adep: AirportRecord
  readonly ades: AirportRecord
  readonly offBlock: number
  readonly onBlock: number
  readonly kind: FlightKind
}

/** Flown by one crew, sold as one trip. */
export type Tour = readonly PlannedLeg[]

export interface TourRules {
  readonly base: AirportRecord
  readonly destinations: readonly AirportRecord[]
  readonly rangeNm: number
  readonly cruiseKt: number
  readonly morningUtcHour: number
}

const TURNAROUND_MINUTES = [45, 60, 75, 90] as const
const MAX_DUTY_MS = 12 * HOUR_MS
const MIN_REST_MS = 10 * HOUR_MS
const REPORT_MS = HOUR_MS
const RELEASE_MS = 30 * MINUTE_MS
const MIN_LEG_NM = 120

type NewLeg = Pick<PlannedLeg, 'offBlock' | 'kind'> & { readonly cruiseKt: number }

export const legBetween = (
  adep: AirportRecord,
  ades: AirportRecord,
  { offBlock, kind, cruiseKt }: NewLeg,
): PlannedLeg => ({
  adep,
  ades,
  offBlock,
  onBlock: offBlock + blockTimeMs(distanceNm(adep, ades), cruiseKt),
  kind,
})

const reachable = ({ destinations, rangeNm }: TourRules, from: AirportRecord): AirportRecord[] =>
  destinations.filter((to) => {
    const nm = distanceNm(from, to)
    return nm >= MIN_LEG_NM && nm <= rangeNm * 0.85
  })

const dutyOf = (legs: readonly PlannedLeg[]): Interval => ({
  from: (legs[0]?.offBlock ?? 0) - REPORT_MS,
  to: (legs.at(-1)?.onBlock ?? 0) + RELEASE_MS,
})

const fits = (legs: readonly PlannedLeg[]): boolean => {
  const { from, to } = dutyOf(legs)
  return to - from <= MAX_DUTY_MS
}

interface TourDay {
  readonly from: AirportRecord
  readonly start: number
  readonly isLast: boolean
}

/** One day's legs from the aircraft's position; on the last day the final leg leads home. */
const planDay = (random: Seeded, rules: TourRules, { from, start, isLast }: TourDay): PlannedLeg[] => {
  const legs: PlannedLeg[] = []
  let at = from
  let offBlock = start
  const count = random.whole(1, 3)
  for (let index = 0; index < count; index++) {
    const goesHome = isLast && index === count - 1
    if (goesHome && at === rules.base) break
    const kind = goesHome && random.chance(0.4) ? 'FERRY' : random.chance(0.1) ? 'OWNER' : 'CHARTER'
    const to = goesHome ? rules.base : random.pick(reachable(rules, at))
    const leg = legBetween(at, to, { offBlock, kind, cruiseKt: rules.cruiseKt })
    if (!fits([...legs, leg])) break
    legs.push(leg)
    at = to
    offBlock = leg.onBlock + random.pick(TURNAROUND_MINUTES) * MINUTE_MS
  }
  return legs
}

const morning = (random: Seeded, rules: TourRules, day: number): number =>
  day + rules.morningUtcHour * HOUR_MS + random.whole(0, 10) * 15 * MINUTE_MS

/** A delay makes a duty longer, and the rest that it needs, and the rest that is left shorter. */
const DELAY_MARGIN_MS = 75 * MINUTE_MS

/** After a rest at least as long as the duty before. */
const earliestAfter = (legs: readonly PlannedLeg[]): number => {
  const { from, to } = dutyOf(legs)
  return to + Math.max(MIN_REST_MS, to - from) + DELAY_MARGIN_MS + REPORT_MS
}

const nextStart = (random: Seeded, rules: TourRules, today: readonly PlannedLeg[], day: number): number => {
  const start = morning(random, rules, day)
  const rested = earliestAfter(today)
  return rested <= start ? start : Math.ceil(rested / (15 * MINUTE_MS)) * 15 * MINUTE_MS
}

const MAX_HOMEWARD_DAYS = 3

const planTour = (random: Seeded, rules: TourRules, firstDay: number): Tour => {
  const days = random.whole(1, 3)
  const tour: PlannedLeg[] = []
  const firstStart = morning(random, rules, firstDay)
  let today = planDay(random, rules, { from: rules.base, start: firstStart, isLast: days === 1 })
  tour.push(...today)
  for (let index = 1; index < days + MAX_HOMEWARD_DAYS; index++) {
    const at = tour.at(-1)?.ades ?? rules.base
    if (index >= days && at === rules.base) break
    const start = nextStart(random, rules, today, firstDay + index * DAY_MS)
    today =
      index >= days
        ? [legBetween(at, rules.base, { offBlock: start, kind: 'FERRY', cruiseKt: rules.cruiseKt })]
        : planDay(random, rules, { from: at, start, isLast: index === days - 1 })
    tour.push(...today)
  }
  return tour
}

const tourInterval = (tour: Tour): Interval => dutyOf(tour)

/** Plans consecutive tours over a period, around intervals that are taken. */
export const planTours = (random: Seeded, rules: TourRules, within: Interval, taken: readonly Interval[]): Tour[] => {
  const tours: Tour[] = []
  let day = within.from
  while (day < within.to) {
    const tour = planTour(random, rules, day)
    const interval = tourInterval(tour)
    const isHome = tour.at(-1)?.ades === rules.base
    if (tour.length === 0 || !isHome || interval.to > within.to || taken.some((other) => overlaps(other, interval))) {
      day += DAY_MS
      continue
    }
    tours.push(tour)
    const rested = interval.to + MIN_REST_MS
    day = Math.ceil(rested / DAY_MS) * DAY_MS + random.whole(0, 1) * DAY_MS
  }
  return tours
}
