/**
 * Edge cases that every demo must show: a flight in the air now, one across the date line, one on the night the clocks
 * change.
 */

import { DAY_MS, HOUR_MS, type Interval, MINUTE_MS } from '../../domain/interval.ts'
import type { AirportRecord } from '../../domain/reference/airport.ts'
import { distanceNm } from '../../domain/reference/great-circle.ts'
import { legBetween, type PlannedLeg, type Tour, type TourRules } from './tours.ts'

export interface Planted {
  readonly tour: Tour
  /** No other flight is planned for the aircraft then. */
  readonly reserved: Interval
}

const aroundTour = (tour: Tour): Interval => ({
  from: (tour[0]?.offBlock ?? 0) - DAY_MS,
  to: (tour.at(-1)?.onBlock ?? 0) + DAY_MS,
})

/** Off block fifty minutes ago, to the farthest destination in range, back home the next day. */
export const airborneNow = ({ base, destinations, rangeNm, cruiseKt }: TourRules, asOf: number): Planted => {
  const inReach = destinations.filter((to) => distanceNm(base, to) <= rangeNm * 0.85)
  const [far] = inReach.sort((a, b) => distanceNm(base, b) - distanceNm(base, a))
  if (!far) throw new Error('No destination is in reach')
  const offBlock = Math.floor((asOf - 50 * MINUTE_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS
  const out = legBetween(base, far, { offBlock, kind: 'CHARTER', cruiseKt })
  const tour = [out, legBetween(far, base, { offBlock: out.onBlock + 24 * HOUR_MS, kind: 'FERRY', cruiseKt })]
  return { tour, reserved: aroundTour(tour) }
}

const GROUNDED_LEAVES_IN_MS = 20 * HOUR_MS

/** Tomorrow, to the nearest destination and back a day later: planned before the aircraft was grounded. */
export const underGrounding = ({ base, destinations, rangeNm, cruiseKt }: TourRules, asOf: number): Planted => {
  const inReach = destinations.filter((to) => to !== base && distanceNm(base, to) <= rangeNm * 0.85)
  const [near] = inReach.sort((a, b) => distanceNm(base, a) - distanceNm(base, b))
  if (!near) throw new Error('No destination is in reach')
  const offBlock = Math.floor((asOf + GROUNDED_LEAVES_IN_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS
  const out = legBetween(base, near, { offBlock, kind: 'CHARTER', cruiseKt })
  const tour = [out, legBetween(near, base, { offBlock: out.onBlock + 24 * HOUR_MS, kind: 'FERRY', cruiseKt })]
  return { tour, reserved: aroundTour(tour) }
}

const DATE_LINE_STARTS_IN_DAYS = 4
const DATE_LINE_STEP_HOURS = 36

export const acrossDateLine = (way: readonly AirportRecord[], cruiseKt: number, today: number): Planted => {
  const tour: PlannedLeg[] = []
  let offBlock = today + DATE_LINE_STARTS_IN_DAYS * DAY_MS + 14 * HOUR_MS
  for (const [index, adep] of way.entries()) {
    const ades = way[index + 1]
    if (!ades) break
    const leg = legBetween(adep, ades, { offBlock, kind: 'CHARTER', cruiseKt })
    tour.push(leg)
    offBlock = leg.offBlock + DATE_LINE_STEP_HOURS * HOUR_MS
  }
  return { tour, reserved: aroundTour(tour) }
}

/** In Europe clocks change at 01:00 UTC on the last Sundays of March and October. */
const clockChange = (year: number, month: number): number => {
  const last = new Date(Date.UTC(year, month + 1, 0))
  return last.getTime() - last.getUTCDay() * DAY_MS
}

/** A flight through the missing or repeated hour, if such a night is within the period. */
export const throughClockChange = (rules: TourRules, there: AirportRecord, within: Interval): Planted | null => {
  const year = new Date(within.from).getUTCFullYear()
  const nights = [year, year + 1].flatMap((each) => [clockChange(each, 2), clockChange(each, 9)])
  const night = nights.find((day) => day > within.from + 3 * DAY_MS && day < within.to - 4 * DAY_MS)
  if (night === undefined) return null
  const out = legBetween(rules.base, there, {
    offBlock: night + 30 * MINUTE_MS,
    kind: 'CHARTER',
    cruiseKt: rules.cruiseKt,
  })
  const tour = [
    out,
    legBetween(there, rules.base, { offBlock: out.onBlock + 30 * HOUR_MS, kind: 'FERRY', cruiseKt: rules.cruiseKt }),
  ]
  return { tour, reserved: aroundTour(tour) }
}
