/** What every demo must show of plans: two aircraft that were swapped, and a flight of the past that came back to its stand. */
import { type Interval, MINUTE_MS, overlaps } from '../../domain/interval.ts'
import type { Aircraft } from '../../domain/operations/fleet/aircraft.ts'
import type { Unavailability } from '../../domain/operations/fleet/unavailability.ts'
import { type Flight, isPlannable } from '../../domain/operations/flights/flight.ts'
import type { TimeReport } from '../../domain/operations/movement/time-report.ts'

const OUT_AFTER_MS = 2 * MINUTE_MS
const AWAY_MS = 8 * MINUTE_MS
const MIN_LATE_MS = 15 * MINUTE_MS

const reported = (event: TimeReport['event'], at: number): TimeReport => ({
  event,
  at,
  source: 'OPS',
  reportedAt: at + MINUTE_MS,
  by: null,
})

/** The first late flight of the past had left in time and come back; what was reported of that is in its history. */
export const withReturnToStand = (flights: readonly Flight[]): Flight[] => {
  const late = flights.find(
    ({ status, offBlock, actual }) =>
      status === 'CLOSED' && actual.offBlock !== null && actual.offBlock - offBlock >= MIN_LATE_MS,
  )
  if (!late) return [...flights]
  const out = late.offBlock + OUT_AFTER_MS
  const back = out + AWAY_MS
  const entry = {
    at: back + MINUTE_MS,
    by: null,
    from: 'OFF_BLOCK' as const,
    to: 'RELEASED' as const,
    fieldList: [],
    reason: null,
    timeReportList: [reported('OFF_BLOCK', out), reported('ON_BLOCK', back)],
  }
  const returned = {
    ...late,
    firstOffBlock: out,
    historyList: [entry, ...late.historyList],
    opsNote: 'Returned to stand: door indication',
  }
  return flights.map((each) => (each === late ? returned : each))
}

/** A trip as the aircraft flies it. */
interface Tour extends Interval {
  readonly aircraftId: string
  readonly legs: readonly Flight[]
}

const toursOf = (flights: readonly Flight[]): Tour[] =>
  [...Map.groupBy(flights, ({ tripId }) => tripId)].flatMap(([tripId, trip]) => {
    const legs = trip.toSorted((a, b) => a.offBlock - b.offBlock)
    const [first] = legs
    const last = legs.at(-1)
    if (tripId === null || !first || !last) return []
    return [{ aircraftId: first.aircraftId, legs, from: first.offBlock, to: last.onBlock }]
  })

/** From base to base: with any aircraft that stands there. */
const isRound = ({ legs }: Tour, { baseId }: Aircraft): boolean =>
  legs[0]?.adepId === baseId && legs.at(-1)?.adesId === baseId

interface Planned {
  readonly flights: readonly Flight[]
  readonly aircraft: readonly Aircraft[]
  readonly unavailability: readonly Unavailability[]
}

/** Two tours of aircraft of one type, of which each aircraft can fly the other's. */
const swappable = (
  { flights, aircraft, unavailability }: Planned,
  after: number,
): readonly [Tour, Tour] | undefined => {
  const fleet = new Map(aircraft.map((each) => [each.aircraftId, each]))
  const standing = flights.filter(({ status }) => status !== 'CANCELLED')
  const tours = toursOf(standing)
  const taken = (aircraftId: string, own: Tour): Interval[] => [
    ...tours.filter((tour) => tour.aircraftId === aircraftId && tour !== own),
    ...unavailability.filter((block) => block.aircraftId === aircraftId),
  ]
  const coming = tours
    .filter(({ from, legs }) => from > after && legs.every(({ status }) => isPlannable(status)))
    .toSorted((a, b) => a.from - b.from)
  for (const one of coming) {
    for (const other of coming) {
      const [first, second] = [fleet.get(one.aircraftId), fleet.get(other.aircraftId)]
      if (!first || !second || first === second || first.acftTypeId !== second.acftTypeId) continue
      if (!isRound(one, first) || !isRound(other, second)) continue
      const isMet = (tour: Tour, on: string, own: Tour) => taken(on, own).some((each) => overlaps(each, tour))
      if (!isMet(one, other.aircraftId, other) && !isMet(other, one.aircraftId, one)) return [one, other]
    }
  }
  return undefined
}

/** The first such pair after that time; the first leg of each says with which flight. */
export const withSwap = (planned: Planned, after: number): Flight[] => {
  const pair = swappable(planned, after)
  if (!pair) return [...planned.flights]
  const [one, other] = pair
  const moved = new Map(
    [[one, other] as const, [other, one] as const].flatMap(([own, instead]) =>
      own.legs.map((leg, index) => [
        leg.flightId,
        {
          ...leg,
          aircraftId: instead.aircraftId,
          opsNote: index === 0 ? `Aircraft swapped with ${instead.legs[0]?.flightNo}` : leg.opsNote,
        },
      ]),
    ),
  )
  return planned.flights.map((flight) => moved.get(flight.flightId) ?? flight)
}
