/** Reads what surrounds flights, in a number of statements that does not grow with them. */
import { DAY_MS, type Interval } from '../../../domain/interval.ts'
import type { CrewMember } from '../../../domain/operations/crew/crew.ts'
import { MemberDuties } from '../../../domain/operations/crew/member-duties.ts'
import type { Qualification } from '../../../domain/operations/crew/qualification.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import type { OperatorRules } from '../../../domain/operations/operator-rules.ts'
import { type AircraftSurroundings, aircraftRisk } from '../../../domain/operations/risk/aircraft-risk.ts'
import { type CrewSurroundings, crewRisk } from '../../../domain/operations/risk/crew-risk.ts'
import { type DefectSurroundings, defectRisk, withBlocks } from '../../../domain/operations/risk/defect-risk.ts'
import type { MaintenanceSurroundings } from '../../../domain/operations/risk/maintenance-warning.ts'
import { type Leg, Timeline } from '../../../domain/operations/risk/timeline.ts'
import type { Warning } from '../../../domain/warning.ts'
import { CREW_MEMBER, qualificationsOf } from '../../../storage/operations/crew/crew-members.ts'
import { dutiesOfCrews } from '../../../storage/operations/crew/duties.ts'
import { type CrewOnFlight, crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { groundingsOf } from '../../../storage/operations/fleet/unavailability.ts'
import { legsOfAircraft, legsOfCrew } from '../../../storage/operations/flights/legs.ts'
import { openMaintenance } from '../../../storage/operations/logs/maintenance-due.ts'
import { standingDefects } from '../../../storage/operations/logs/tech-log.ts'
import { recordsById } from '../../../storage/records.ts'
import { unrestricted, type ViewReader } from '../../../storage/view.ts'
import type { ReferenceSnapshot } from '../../reference/reference-snapshot.ts'
import { eachInTurn } from '../../steps.ts'
import { paperWarnings } from './readiness.ts'

/** A leg may be three days late and take a day. */
const LEGS_AROUND_MS = 5 * DAY_MS
/** Rest is looked back for a week. */
const DUTIES_BEFORE_MS = 9 * DAY_MS

export interface FlightContext {
  readonly rules: OperatorRules
  /** How many legs and duties lie around. */
  readonly around: number
  readonly crews: ReadonlyMap<string, readonly CrewOnFlight[]>
  readonly members: ReadonlyMap<string, CrewMember>
  readonly fleet: ReadonlyMap<string, Aircraft>
  readonly aircraftAround: (leg: Leg) => AircraftSurroundings | null
  readonly crewAround: (leg: Leg) => readonly CrewSurroundings[]
  readonly defectsAround: (leg: Leg) => DefectSurroundings | null
  readonly maintenanceAround: (leg: Leg) => MaintenanceSurroundings | null
  readonly papersFor: (leg: Leg) => Warning[]
}

const spanOf = (legs: readonly Leg[]): Interval => ({
  from: Math.min(...legs.map(({ offBlock }) => offBlock)),
  to: Math.max(...legs.map(({ offBlock }) => offBlock)),
})

const sizeOf = (lists: ReadonlyMap<string, readonly unknown[]>): number =>
  lists.values().reduce((sum, { length }) => sum + length, 0)

const madeOf = async <K, A, B>(
  reader: ViewReader,
  map: ReadonlyMap<K, A>,
  make: (value: A, key: K) => B,
): Promise<ReadonlyMap<K, B>> => {
  const made = new Map<K, B>()
  await eachInTurn(reader, map, ([key, value]) => void made.set(key, make(value, key)))
  return made
}

/** What the fleet does around these legs. */
const readFleet = async (all: ViewReader, legs: readonly Leg[], rules: OperatorRules) => {
  const { from, to } = spanOf(legs)
  const aircraftIds = [...new Set(legs.map(({ aircraftId }) => aircraftId))]
  const fleet = await recordsById(all, AIRCRAFT, aircraftIds)
  const flown = await legsOfAircraft(all, aircraftIds, { from: from - LEGS_AROUND_MS, to: to + LEGS_AROUND_MS })
  const blocks = Map.groupBy(
    await groundingsOf(all, aircraftIds, { from: from - DAY_MS, to: to + LEGS_AROUND_MS }, await all.now()),
    ({ aircraftId }) => aircraftId,
  )
  const defects = await standingDefects(all, aircraftIds)
  return {
    fleet,
    size: sizeOf(flown),
    timelines: await madeOf(all, flown, (list) => new Timeline(list, rules)),
    blocks,
    defects: await madeOf(all, defects, (standing, aircraftId) => withBlocks(standing, blocks.get(aircraftId) ?? [])),
    maintenance: await openMaintenance(all, aircraftIds),
  }
}

/** What the people aboard do around these legs. */
const readCrews = async (all: ViewReader, legs: readonly Leg[], rules: OperatorRules) => {
  const { from, to } = spanOf(legs)
  const crews = await crewOfFlights(
    all,
    legs.map(({ flightId }) => flightId),
  )
  const memberIds = [...new Set([...crews.values()].flat().map(({ crewMemberId }) => crewMemberId))]
  const isManned = memberIds.length > 0
  const around = { from: from - DUTIES_BEFORE_MS, to: to + LEGS_AROUND_MS }
  const assigned = isManned ? await legsOfCrew(all, memberIds, { from: from - LEGS_AROUND_MS, to }) : new Map()
  const duties = Map.groupBy(
    isManned ? await dutiesOfCrews(all, memberIds, around) : [],
    ({ crewMemberId }) => crewMemberId,
  )
  const size = sizeOf(assigned) + sizeOf(duties)
  const own = (crewMemberId: string): readonly { readonly leg: Leg }[] => assigned.get(crewMemberId) ?? []
  return {
    crews,
    size,
    members: isManned ? await recordsById(all, CREW_MEMBER, memberIds) : new Map<string, CrewMember>(),
    qualifications: isManned ? await qualificationsOf(all, memberIds) : new Map<string, Qualification[]>(),
    around: await madeOf(all, new Map(memberIds.map((id) => [id, duties.get(id) ?? []])), (of, id) => ({
      legs: new Timeline(
        own(id).map(({ leg }) => leg),
        rules,
      ),
      duties: new MemberDuties(of, rules.dutyLimits),
    })),
  }
}

export const contextOf = async (
  reader: ViewReader,
  reference: ReferenceSnapshot,
  legs: readonly Leg[],
  rules: OperatorRules,
): Promise<FlightContext> => {
  const all = unrestricted(reader)
  const { fleet, size, timelines, blocks, defects, maintenance } = await readFleet(all, legs, rules)
  const crew = await readCrews(all, legs, rules)
  const none = new Timeline([], rules)
  const aircraftLegs = (leg: Leg) => timelines.get(leg.aircraftId) ?? none
  return {
    rules,
    around: size + crew.size,
    crews: crew.crews,
    members: crew.members,
    fleet,
    aircraftAround: (leg) => {
      const aircraft = fleet.get(leg.aircraftId)
      return aircraft
        ? { aircraft, legs: aircraftLegs(leg), blocks: blocks.get(leg.aircraftId) ?? [], taxi: rules }
        : null
    },
    crewAround: (leg) =>
      (crew.crews.get(leg.flightId) ?? []).flatMap(({ crewMemberId, position }) => {
        const [member, around] = [crew.members.get(crewMemberId), crew.around.get(crewMemberId)]
        if (!member || !around) return []
        return {
          member,
          position,
          ...around,
          aircraftLegs: aircraftLegs(leg),
          limits: rules.dutyLimits,
          taxi: rules,
        }
      }),
    defectsAround: (leg) => {
      const aircraft = fleet.get(leg.aircraftId)
      const standing = defects.get(leg.aircraftId)
      return aircraft && standing ? { aircraft, defects: standing, taxi: rules } : null
    },
    maintenanceAround: (leg) => {
      const aircraft = fleet.get(leg.aircraftId)
      const open = maintenance.get(leg.aircraftId)
      return aircraft && open ? { aircraft, open } : null
    },
    papersFor: (leg) => {
      const aircraft = fleet.get(leg.aircraftId)
      const aboard = crew.crews.get(leg.flightId) ?? []
      return aircraft ? paperWarnings(reference, rules, crew, { flight: leg, aircraft, crew: aboard }) : []
    },
  }
}

/** Everything about the aircraft and the crew of a leg that puts it at risk, how long duties are, and the papers. */
export const riskOf = (leg: Leg, context: FlightContext): Warning[] => {
  const around = context.aircraftAround(leg)
  const defects = context.defectsAround(leg)
  return [
    ...(around ? aircraftRisk(leg, around) : []),
    ...(defects ? defectRisk(leg, defects) : []),
    ...context.crewAround(leg).flatMap((member) => crewRisk(leg, member)),
    ...context.papersFor(leg),
  ]
}
