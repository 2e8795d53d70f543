/** The risk of the generated flights, by the same rules as when something is written through the API. */

import type { CrewMember } from '../../domain/operations/crew/crew.ts'
import { qualificationWarnings } from '../../domain/operations/crew/crew-papers.ts'
import type { Duty } from '../../domain/operations/crew/duty.ts'
import { MemberDuties } from '../../domain/operations/crew/member-duties.ts'
import type { Qualification } from '../../domain/operations/crew/qualification.ts'
import type { Aircraft } from '../../domain/operations/fleet/aircraft.ts'
import type { Unavailability } from '../../domain/operations/fleet/unavailability.ts'
import { grounds } from '../../domain/operations/fleet/unavailability.ts'
import { type Flight, isPlannable } from '../../domain/operations/flights/flight.ts'
import type { TechLogEntry } from '../../domain/operations/logs/tech-log-entry.ts'
import { DEFAULT_RULES } from '../../domain/operations/operator-rules.ts'
import { aircraftRisk } from '../../domain/operations/risk/aircraft-risk.ts'
import { crewRisk } from '../../domain/operations/risk/crew-risk.ts'
import { defectRisk, withBlocks } from '../../domain/operations/risk/defect-risk.ts'
import { RISK_REASONS } from '../../domain/operations/risk/risk-reason.ts'
import { Timeline } from '../../domain/operations/risk/timeline.ts'
import type { AircraftTypeRecord } from '../../domain/reference/aircraft-type.ts'
import type { TypeRatings } from '../../domain/reference/type-rating.ts'
import { each, type Steps } from '../../services/steps.ts'
import type { FlightCrewing } from './roster.ts'

export interface RiskData {
  readonly flights: readonly Flight[]
  readonly aircraft: readonly Aircraft[]
  readonly unavailability: readonly Unavailability[]
  readonly crewMembers: readonly CrewMember[]
  readonly flightCrew: readonly FlightCrewing[]
  readonly qualifications: readonly Qualification[]
  readonly duties: readonly Duty[]
  readonly techLogEntries: readonly TechLogEntry[]
}

interface Reference {
  readonly aircraftTypes: readonly AircraftTypeRecord[]
  readonly typeRatings: TypeRatings
}

/** A step for each flight: reckoned in one go, those of an operator take a twentieth of a second. */
export function* withRisk(data: RiskData, { aircraftTypes, typeRatings }: Reference): Steps<Flight[]> {
  const standing = data.flights.filter(({ status }) => status !== 'CANCELLED')
  const byId = new Map(standing.map((flight) => [flight.flightId, flight]))
  const byKey = <R, V>(rows: readonly R[], keyOf: (row: R) => string, make: (own: R[]) => V): Map<string, V> =>
    new Map([...Map.groupBy(rows, keyOf)].map(([key, own]) => [key, make(own)]))
  const timeline = (legs: readonly Flight[]) => new Timeline(legs, DEFAULT_RULES)
  const none = timeline([])
  const timelines = byKey(standing, ({ aircraftId }) => aircraftId, timeline)
  const fleet = new Map(data.aircraft.map((each) => [each.aircraftId, each]))
  const blocks = Map.groupBy(
    data.unavailability.filter(({ reason }) => grounds(reason)),
    ({ aircraftId }) => aircraftId,
  )
  const defects = Map.groupBy(
    data.techLogEntries.filter(({ status }) => status !== 'RELEASED'),
    ({ aircraftId }) => aircraftId,
  )
  const members = new Map(data.crewMembers.map((member) => [member.crewMemberId, member]))
  const { dutyLimits } = DEFAULT_RULES
  const duties = byKey(
    data.duties.toSorted((a, b) => a.startAt - b.startAt),
    ({ crewMemberId }) => crewMemberId,
    (own) => new MemberDuties(own, dutyLimits),
  )
  const types = new Map(aircraftTypes.map((type) => [type.acftTypeId, type]))
  const papers = Map.groupBy(data.qualifications, ({ crewMemberId }) => crewMemberId)
  const crews = Map.groupBy(data.flightCrew, ({ flightId }) => flightId)
  const legs = byKey(
    data.flightCrew,
    ({ crewMemberId }) => crewMemberId,
    (own) => timeline(own.flatMap(({ flightId }) => byId.get(flightId) ?? [])),
  )
  const reasonsOf = (flight: Flight) => {
    const aircraft = fleet.get(flight.aircraftId)
    const aircraftLegs = timelines.get(flight.aircraftId) ?? none
    const around = { legs: aircraftLegs, blocks: blocks.get(flight.aircraftId) ?? [], taxi: DEFAULT_RULES }
    const standingDefects = withBlocks(defects.get(flight.aircraftId) ?? [], around.blocks)
    const found = [
      ...(aircraft ? aircraftRisk(flight, { aircraft, ...around }) : []),
      ...(aircraft ? defectRisk(flight, { aircraft, defects: standingDefects, taxi: DEFAULT_RULES }) : []),
      ...(crews.get(flight.flightId) ?? []).flatMap(({ crewMemberId, position }) => {
        const member = members.get(crewMemberId)
        const type = types.get(aircraft?.acftTypeId ?? '')
        if (!member || !type) return []
        const assignment = { ...DEFAULT_RULES, member, position, type, ratings: typeRatings, flight }
        const lacks = qualificationWarnings(assignment, papers.get(crewMemberId) ?? [], [])
        const found = crewRisk(flight, {
          member,
          position,
          legs: legs.get(crewMemberId) ?? none,
          aircraftLegs,
          duties: duties.get(crewMemberId) ?? new MemberDuties([], dutyLimits),
          limits: dutyLimits,
          taxi: DEFAULT_RULES,
        })
        return [...found, ...lacks]
      }),
    ]
    return RISK_REASONS.filter((reason) => found.some(({ code }) => code === reason))
  }
  return yield* each(data.flights, (flight) =>
    isPlannable(flight.status) ? { ...flight, riskReasonList: reasonsOf(flight) } : flight,
  )
}
