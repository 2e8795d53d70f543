/** Reads what surrounds flights, in a number of statements that does not grow with them. */
import { DAY_MS, type Interval } from '../../../domain/interval.ts'
import type { CrewMember } from '../../../domain/operations/crew/crew.ts'
import type { Duty } from '../../../domain/operations/crew/duty.ts'
import type { Qualification } from '../../../domain/operations/crew/qualification.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import type { OperatorRules } from '../../../domain/operations/operator-rules.ts'
import { type AircraftSurroundings, aircraftRisk } from '../../../domain/operations/risk/aircraft-risk.ts'
import { type CrewSurroundings, crewRisk } from '../../../domain/operations/risk/crew-risk.ts'
import { type DefectSurroundings, defectRisk } from '../../../domain/operations/risk/defect-risk.ts'
import type { MaintenanceSurroundings } from '../../../domain/operations/risk/maintenance-warning.ts'
import type { Leg } from '../../../domain/operations/risk/timeline.ts'
import type { Warning } from '../../../domain/warning.ts'
import { CREW_MEMBER, qualificationsOf } from '../../../storage/operations/crew/crew-members.ts'
import { dutiesWithin } from '../../../storage/operations/crew/duties.ts'
import { type CrewOnFlight, crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { groundingsOf } from '../../../storage/operations/fleet/unavailability.ts'
import { legsOfAircraft, legsOfCrew } from '../../../storage/operations/flights/legs.ts'
import { openMaintenance } from '../../../storage/operations/logs/maintenance-due.ts'
import { standingDefects } from '../../../storage/operations/logs/tech-log.ts'
import { recordsById } from '../../../storage/records.ts'
import { unrestricted, type ViewReader } from '../../../storage/view.ts'
import type { ReferenceSnapshot } from '../../reference/reference-snapshot.ts'
import { paperWarnings } from './readiness.ts'

/** A leg may be three days late and take a day. */
const LEGS_AROUND_MS = 5 * DAY_MS
/** Rest is looked back for a week. */
const DUTIES_BEFORE_MS = 9 * DAY_MS

export interface FlightContext {
  readonly rules: OperatorRules
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

/** What the fleet does around these legs. */
const readFleet = async (all: ViewReader, legs: readonly Leg[]) => {
  const { from, to } = spanOf(legs)
  const aircraftIds = [...new Set(legs.map(({ aircraftId }) => aircraftId))]
  return {
    fleet: await recordsById(all, AIRCRAFT, aircraftIds),
    timelines: await legsOfAircraft(all, aircraftIds, { from: from - LEGS_AROUND_MS, to: to + LEGS_AROUND_MS }),
    blocks: Map.groupBy(
      await groundingsOf(all, aircraftIds, { from: from - DAY_MS, to: to + LEGS_AROUND_MS }, await all.now()),
      ({ aircraftId }) => aircraftId,
    ),
    defects: await standingDefects(all, aircraftIds),
    maintenance: await openMaintenance(all, aircraftIds),
  }
}

/** What the people aboard do around these legs. */
const readCrews = async (all: ViewReader, legs: readonly Leg[]) => {
  const { from, to } = spanOf(legs)
  const crews = await crewOfFlights(
    all,
    legs.map(({ flightId }) => flightId),
  )
  const memberIds = [...new Set([...crews.values()].flat().map(({ crewMemberId }) => crewMemberId))]
  if (memberIds.length === 0) {
    const [members, duties] = [new Map<string, CrewMember>(), new Map<string, Duty[]>()]
    return { crews, members, qualifications: new Map<string, Qualification[]>(), legs: new Map(), duties }
  }
  const around = { from: from - DUTIES_BEFORE_MS, to: to + LEGS_AROUND_MS }
  return {
    crews,
    members: await recordsById(all, CREW_MEMBER, memberIds),
    qualifications: await qualificationsOf(all, memberIds),
    legs: await legsOfCrew(all, memberIds, { from: from - LEGS_AROUND_MS, to }),
    duties: Map.groupBy(await dutiesWithin(all, memberIds, around), ({ crewMemberId }) => crewMemberId),
  }
}

export const contextOf = async (
  reader: ViewReader,
  reference: ReferenceSnapshot,
  legs: readonly Leg[],
  rules: OperatorRules,
): Promise<FlightContext> => {
  const all = unrestricted(reader)
  const { fleet, timelines, blocks, defects, maintenance } = await readFleet(all, legs)
  const crew = await readCrews(all, legs)
  const aircraftLegs = (leg: Leg) => timelines.get(leg.aircraftId) ?? []
  return {
    rules,
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
        const member = crew.members.get(crewMemberId)
        if (!member) return []
        const own: readonly { readonly leg: Leg }[] = crew.legs.get(crewMemberId) ?? []
        return {
          member,
          position,
          legs: own.map((assigned) => assigned.leg),
          aircraftLegs: aircraftLegs(leg),
          duties: crew.duties.get(crewMemberId) ?? [],
          limits: rules.dutyLimits,
          taxi: rules,
        }
      }),
    defectsAround: (leg) => {
      const aircraft = fleet.get(leg.aircraftId)
      const standing = defects.get(leg.aircraftId)
      return aircraft && standing
        ? { aircraft, defects: standing, blocks: blocks.get(leg.aircraftId) ?? [], taxi: rules }
        : null
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
