/** What one member of the crew puts at risk: absent, late, elsewhere, without rest, or judged illegal (data §4.5, §4.10). */
import { HOUR_MS, type Interval, overlaps } from '../../interval.ts'
import { MAX_TOLD, type Subject, subject, type Warning, warning } from '../../warning.ts'
import { toReaders } from '../../wording.ts'
import { type CrewMember, type CrewPosition, operates } from '../crew/crew.ts'
import { assessmentWarnings, namingMember } from '../crew/duty.ts'
import { periodWarnings } from '../crew/duty-period.ts'
import type { CrewDuty, MemberDuties } from '../crew/member-duties.ts'
import { expectedOffBlock, expectedOnBlock } from '../movement/expected-times.ts'
import type { TaxiMinutes } from '../movement/implied-times.ts'
import type { DutyLimits } from '../operator-rules.ts'
import { beginsElsewhere, type Leg, type Timeline } from './timeline.ts'

export interface CrewSurroundings {
  readonly member: Pick<CrewMember, 'crewMemberId' | 'code'>
  readonly position: CrewPosition
  /** The member's legs around the flight. */
  readonly legs: Timeline
  /** The aircraft's legs: a member who flew in with the aircraft is where it is. */
  readonly aircraftLegs: Timeline
  /** The member's duties around the flight. */
  readonly duties: MemberDuties
  readonly limits: DutyLimits
  readonly taxi: TaxiMinutes
}

/** After two days a person may be anywhere. */
const PRESENT_MS = 48 * HOUR_MS

const subjectsOf = ({ flightId, flightNo }: Leg, { member }: CrewSurroundings): readonly Subject[] => [
  subject('FLIGHT', flightId, flightNo),
  subject('CREW_MEMBER', member.crewMemberId, member.code),
]

const lateWarnings = (leg: Leg, around: CrewSurroundings): Warning[] => {
  const late = around.legs.lateBefore(leg, 'any')
  if (!late) return []
  const message = toReaders(
    ['flight:read', 'crew:read'],
    `${around.member.code} arrives with ${late.flightNo} after ${leg.flightNo} is to leave`,
    'Someone of the crew arrives after the flight is to leave',
  )
  return [warning('CREW_LATE', message, null, subjectsOf(leg, around))]
}

/** The last positioning between the leg before and this one. */
const positionedBefore = (leg: Leg, before: Leg | undefined, { duties }: CrewSurroundings): CrewDuty | undefined =>
  duties.positionings.findLast(
    ({ startAt, endAt }) => endAt <= leg.offBlock && (before === undefined || startAt >= before.offBlock),
  )

const elsewhere = (leg: Leg, around: CrewSurroundings, came: string): Warning[] => {
  const message = toReaders(
    ['flight:read', 'crew:read'],
    `${around.member.code} ${came} elsewhere than ${leg.flightNo} begins`,
    'Someone of the crew is elsewhere',
  )
  return [warning('CREW_POSITION_GAP', message, null, subjectsOf(leg, around))]
}

/**
 * A person is where a positioning took them, else where their leg before ended. No warning for a member who flew in with
 * the aircraft, whose own POSITION_GAP says the same, nor for one who was positioned nobody said where.
 */
const gapWarnings = (leg: Leg, around: CrewSurroundings): Warning[] => {
  const before = around.legs.before(leg, 'any')
  const positioned = positionedBefore(leg, before, around)
  if (positioned) {
    const isThere = positioned.endAirportId === null || positioned.endAirportId === leg.adepId
    return isThere || leg.offBlock - positioned.endAt > PRESENT_MS ? [] : elsewhere(leg, around, 'is positioned')
  }
  if (!beginsElsewhere(leg, before) || leg.offBlock - before.onBlock > PRESENT_MS) return []
  if (around.aircraftLegs.before(leg, 'any')?.flightId === before.flightId) return []
  return elsewhere(leg, around, `ends ${before.flightNo}`)
}

/** Of the duty that the flight belongs to: rest before its period, its length, and what an engine says of it. */
export const dutyRisk = (leg: Leg, around: CrewSurroundings): Warning[] => {
  const duty = around.duties.ofFlight(leg.flightId)
  if (!duty) return []
  const period = around.duties.periodAround(duty)
  const found = [...periodWarnings(period, around.limits), ...assessmentWarnings(duty)]
  const subjects = [...subjectsOf(leg, around), subject('DUTY', duty.dutyId)]
  return found.map((each) => ({ ...namingMember(each, duty, around.member), subjects }))
}

/** From the report of the duty where the leg is its first, else from off-block, until on-block. */
const neededFor = (leg: Leg, { duties, taxi }: CrewSurroundings): Interval => {
  const duty = duties.ofFlight(leg.flightId)
  const offBlock = expectedOffBlock(leg)
  const reportsAt = duty?.flightIdList[0] === leg.flightId ? duty.startAt : offBlock
  return { from: Math.min(reportsAt, offBlock), to: expectedOnBlock(leg, taxi) }
}

/** A flight goes without whoever only observes or positions. */
const absenceWarnings = (leg: Leg, around: CrewSurroundings): Warning[] => {
  if (!operates(around.position)) return []
  const needed = neededFor(leg, around)
  const absences = around.duties.absences.filter(({ startAt: from, endAt: to }) => overlaps({ from, to }, needed))
  return absences.slice(0, MAX_TOLD).map(({ dutyId, kind }) => {
    const message = toReaders(
      ['flight:read', 'crew:read'],
      `${around.member.code} is ${kind} at the time of ${leg.flightNo}`,
      'Someone of the crew is not available',
    )
    return warning('CREW_UNAVAILABLE', message, null, [...subjectsOf(leg, around), subject('DUTY', dutyId)])
  })
}

export const crewRisk = (leg: Leg, around: CrewSurroundings): Warning[] => [
  ...absenceWarnings(leg, around),
  ...lateWarnings(leg, around),
  ...gapWarnings(leg, around),
  ...dutyRisk(leg, around),
]
