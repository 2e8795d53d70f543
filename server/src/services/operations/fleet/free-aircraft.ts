/** Finds which aircraft are free in an interval, in a number of statements that does not grow with the fleet. */
import type { Interval } from '../../../domain/interval.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import { arrivalId } from '../../../domain/operations/flights/flight.ts'
import { expectedOffBlock, expectedOnBlock } from '../../../domain/operations/movement/expected-times.ts'
import type { TaxiMinutes } from '../../../domain/operations/movement/implied-times.ts'
import type { Leg } from '../../../domain/operations/risk/timeline.ts'
import { activeAircraft } from '../../../storage/operations/fleet/aircraft.ts'
import { groundingsOf, unavailabilityOf } from '../../../storage/operations/fleet/unavailability.ts'
import { legsOfAircraft } from '../../../storage/operations/flights/legs.ts'
import { unrestricted, type ViewReader } from '../../../storage/view.ts'
import { rulesOf } from '../risk/rules.ts'

/** Aircraft that are looked at, in the order of their registrations. */
const MAX_LOOKED_AT = 1000

export interface AircraftSearch {
  readonly interval: Interval
  readonly adepId: string | null
  readonly seats: number
  readonly most: number
}

export interface FreeAircraft {
  readonly aircraft: Aircraft
  readonly placeId: string
  /** Only an OPTION is planned then. */
  readonly hasOption: boolean
}

const meets = (leg: Leg, { from, to }: Interval, taxi: TaxiMinutes): boolean =>
  expectedOffBlock(leg) < to && expectedOnBlock(leg, taxi) > from

/** Null where it flies then. `legs` are in the order of the plan, with the last one before the interval. */
const freeAmong = (
  aircraft: Aircraft,
  legs: readonly Leg[],
  { interval }: AircraftSearch,
  taxi: TaxiMinutes,
): FreeAircraft | null => {
  const met = legs.filter((leg) => meets(leg, interval, taxi))
  if (met.some(({ status }) => status !== 'OPTION')) return null
  const last = legs.findLast((leg) => leg.status !== 'OPTION' && expectedOnBlock(leg, taxi) <= interval.from)
  return { aircraft, placeId: last ? arrivalId(last) : aircraft.baseId, hasOption: met.length > 0 }
}

/** At the place, without an option, and with as few seats left empty as possible. */
const byFit =
  ({ adepId }: AircraftSearch) =>
  (a: FreeAircraft, b: FreeAircraft): number => {
    const isAway = ({ placeId }: FreeAircraft) => Number(adepId !== null && placeId !== adepId)
    return (
      isAway(a) - isAway(b) ||
      Number(a.hasOption) - Number(b.hasOption) ||
      a.aircraft.seatCount - b.aircraft.seatCount ||
      (a.aircraft.registration < b.aircraft.registration ? -1 : 1)
    )
  }

/** Those that the reader sees, whoever planned the flights that take them. */
export const freeAircraft = async (reader: ViewReader, search: AircraftSearch): Promise<FreeAircraft[]> => {
  const { interval, seats, most } = search
  const fleet = await activeAircraft(reader, seats, MAX_LOOKED_AT)
  const ids = fleet.map(({ aircraftId }) => aircraftId)
  if (ids.length === 0) return []
  const all = unrestricted(reader)
  const taxi = await rulesOf(reader)
  const legs = await legsOfAircraft(all, ids, interval)
  const planned = await unavailabilityOf(all, ids, interval)
  const grounded = await groundingsOf(all, ids, interval, await all.now())
  const blocked = new Set([...planned, ...grounded].map(({ aircraftId }) => aircraftId))
  return fleet
    .filter(({ aircraftId }) => !blocked.has(aircraftId))
    .flatMap((aircraft) => freeAmong(aircraft, legs.get(aircraft.aircraftId) ?? [], search, taxi) ?? [])
    .toSorted(byFit(search))
    .slice(0, most)
}
