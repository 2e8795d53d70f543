/** Schedules and searches for buyers, in a number of statements that does not grow with aircraft or flights. */
import { DAY_MS, type Interval, overlaps } from '../../../domain/interval.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import { runwayWarnings } from '../../../domain/operations/fleet/runway.ts'
import { type AvailabilityBlock, blocksOf, type Plan, planOf } from '../../../domain/operations/sales/availability.ts'
import type { RequestedLeg } from '../../../domain/operations/sales/requested-leg.ts'
import { distanceNm } from '../../../domain/reference/great-circle.ts'
import { type Warning, warning } from '../../../domain/warning.ts'
import { activeAircraft } from '../../../storage/operations/fleet/aircraft.ts'
import { groundingsOf, unavailabilityOf } from '../../../storage/operations/fleet/unavailability.ts'
import { legsOfAircraft } from '../../../storage/operations/flights/legs.ts'
import { offeredFlights } from '../../../storage/operations/sales/empty-legs.ts'
import { type ScheduleStamp, scheduleStamps } from '../../../storage/operations/sales/schedules.ts'
import { unrestricted, type ViewReader } from '../../../storage/view.ts'
import { knownAirport } from '../../reference/airport-code.ts'
import type { ReferenceSnapshot } from '../../reference/reference-snapshot.ts'
import { rulesOf } from '../risk/rules.ts'

export interface Schedule extends ScheduleStamp {
  readonly aircraft: Aircraft
  readonly blocks: readonly AvailabilityBlock[]
}

type Blocks = ReadonlyMap<string, readonly AvailabilityBlock[]>

/** Of aircraft that the reader sees, whoever planned what takes them; with the last flight before the interval. */
const blocksByAircraft = async (
  reader: ViewReader,
  aircraft: readonly Aircraft[],
  interval: Interval,
): Promise<Blocks> => {
  const all = unrestricted(reader)
  const ids = aircraft.map(({ aircraftId }) => aircraftId)
  const now = await all.now()
  const taxi = await rulesOf(reader)
  const legs = await legsOfAircraft(all, ids, interval)
  const grounded = await groundingsOf(all, ids, interval, now)
  const planned = await unavailabilityOf(all, ids, interval)
  const known = new Set(grounded.map(({ unavailabilityId }) => unavailabilityId))
  const onGround = [...grounded, ...planned.filter(({ unavailabilityId }) => !known.has(unavailabilityId))]
  const unavailability = Map.groupBy(onGround, ({ aircraftId }) => aircraftId)
  const emptyLegs = await offeredFlights(all, ids, now)
  return new Map(
    aircraft.map((each) => {
      const taken = { legs: legs.get(each.aircraftId) ?? [], unavailability: unavailability.get(each.aircraftId) ?? [] }
      return [each.aircraftId, blocksOf(each, { ...taken, emptyLegs, taxi })]
    }),
  )
}

export const schedulesOf = async (
  reader: ViewReader,
  aircraft: readonly Aircraft[],
  interval: Interval,
): Promise<Schedule[]> => {
  if (aircraft.length === 0) return []
  const blocks = await blocksByAircraft(reader, aircraft, interval)
  const stamps = await scheduleStamps(
    reader,
    aircraft.map(({ aircraftId }) => aircraftId),
  )
  return aircraft.map((each) => ({
    aircraft: each,
    blocks: (blocks.get(each.aircraftId) ?? []).filter((block) => overlaps(block, interval)),
    ...(stamps.get(each.aircraftId) ?? { version: 1, updatedAt: each.createdAt }),
  }))
}

/** Aircraft that are looked at, in the order of their registrations. */
const MAX_LOOKED_AT = 1000
export const MAX_OPTIONS = 100
/** What is planned so long before and after decides where the aircraft comes from and has to be. */
const AROUND_MS = 3 * DAY_MS

export interface AvailabilitySearch {
  readonly legs: readonly RequestedLeg[]
  readonly acftTypeIds: readonly string[] | null
  readonly equipment: readonly string[]
  readonly maxPositioningNm: number
}

export interface AvailabilityOption extends Plan {
  readonly aircraft: Aircraft
  readonly warnings: readonly Warning[]
}

const suits = ({ acftTypeId, equipmentList }: Aircraft, { acftTypeIds, equipment }: AvailabilitySearch): boolean =>
  (acftTypeIds === null || acftTypeIds.includes(acftTypeId)) &&
  equipment.every((each) => (equipmentList as readonly string[]).includes(each))

const warningsOf = (
  reference: ReferenceSnapshot,
  { mtowKg }: Aircraft,
  { legs }: Plan,
  blocks: readonly AvailabilityBlock[],
): Warning[] => {
  const airportIds = [...new Set(legs.flatMap(({ adepId, adesId }) => [adepId, adesId]))]
  const [from, to] = [legs[0]?.offBlock ?? 0, legs.at(-1)?.onBlock ?? 0]
  const isOption = blocks.some((block) => block.kind === 'OPTION' && overlaps(block, { from, to }))
  return [
    ...airportIds.flatMap((id) => runwayWarnings(knownAirport(reference, id), mtowKg, ['legList'])),
    ...(isOption ? [warning('OPTION_OVERLAP', 'The aircraft has an option at that time', ['legList'], [])] : []),
  ]
}

const byFit = (a: AvailabilityOption, b: AvailabilityOption): number =>
  a.positioningNm - b.positioningNm ||
  a.aircraft.seatCount - b.aircraft.seatCount ||
  (a.aircraft.registration < b.aircraft.registration ? -1 : 1)

const planningOf = async (
  reader: ViewReader,
  reference: ReferenceSnapshot,
  { legs, maxPositioningNm }: Pick<AvailabilitySearch, 'legs' | 'maxPositioningNm'>,
) => {
  const nm = (a: string, b: string) => distanceNm(knownAirport(reference, a), knownAirport(reference, b))
  return { requested: legs, now: await reader.now(), maxPositioningNm, nm }
}

const around = (legs: readonly RequestedLeg[]): Interval => ({
  from: Math.min(...legs.map((leg) => leg.from)) - AROUND_MS,
  to: Math.max(...legs.map((leg) => leg.to)) + AROUND_MS,
})

/** How one aircraft would fly all of it, however far away it is; null where it cannot. */
export const planFor = async (
  reader: ViewReader,
  reference: ReferenceSnapshot,
  aircraft: Aircraft,
  legs: readonly RequestedLeg[],
): Promise<Plan | null> => {
  const blocks = await blocksByAircraft(reader, [aircraft], around(legs))
  const planning = await planningOf(reader, reference, { legs, maxPositioningNm: Number.POSITIVE_INFINITY })
  return planOf(aircraft, blocks.get(aircraft.aircraftId) ?? [], planning)
}

/** Aircraft that can fly all of it, those with the least positioning first. Crews are not considered. */
export const searchAvailability = async (
  reader: ViewReader,
  reference: ReferenceSnapshot,
  search: AvailabilitySearch,
): Promise<AvailabilityOption[]> => {
  const { legs } = search
  const fleet = await activeAircraft(reader, Math.max(...legs.map(({ paxCount }) => paxCount)), MAX_LOOKED_AT)
  const suited = fleet.filter((aircraft) => suits(aircraft, search))
  if (suited.length === 0) return []
  const blocks = await blocksByAircraft(reader, suited, around(legs))
  const planning = await planningOf(reader, reference, search)
  const options = suited.flatMap((aircraft): AvailabilityOption[] => {
    const taken = blocks.get(aircraft.aircraftId) ?? []
    const plan = planOf(aircraft, taken, planning)
    return plan ? [{ ...plan, aircraft, warnings: warningsOf(reference, aircraft, plan, taken) }] : []
  })
  return options.toSorted(byFit).slice(0, MAX_OPTIONS)
}
