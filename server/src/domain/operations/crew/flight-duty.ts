/**
 * The duties that follow from flights: whoever is assigned to a flight is on duty from report to release, and legs
 * with a short break between them are one duty. A FLIGHT duty that a person entered takes the legs that fall into it.
 * Which legs make a duty follows from the plan; when it begins and ends follows from what is reported (data §4.10).
 */

import { type Interval, MINUTE_MS, minutesBetween } from '../../interval.ts'
import { arrivalId } from '../flights/flight.ts'
import { expectedOffBlock, expectedOnBlock } from '../movement/expected-times.ts'
import type { OperatorRules } from '../operator-rules.ts'
import type { Leg } from '../risk/timeline.ts'
import { type CrewPosition, operates } from './crew.ts'
import type { Duty } from './duty.ts'

export interface AssignedLeg {
  readonly leg: Leg
  readonly position: CrewPosition
  readonly reportAt: number | null
  /** True: a new duty begins with this leg; false: it belongs to the one before; null: by the gap. */
  readonly startsDuty: boolean | null
}

export type DutyTimes = Pick<
  Duty,
  | 'startAt'
  | 'endAt'
  | 'plannedStartAt'
  | 'plannedEndAt'
  | 'actualStartAt'
  | 'actualEndAt'
  | 'fdpEndAt'
  | 'startAirportId'
  | 'endAirportId'
  | 'startsDuty'
  | 'breakMinutes'
  | 'sectors'
  | 'flightIdList'
>

export interface PlannedDuty extends DutyTimes {
  /** The entered duty that it extends. */
  readonly dutyId: string | null
}

/** Two legs of one member overlap, or one leg spans two duties. */
export class DutyClash extends Error {
  readonly flightNo: string
  constructor(flightNo: string) {
    super('The crew member is on another duty at that time')
    this.flightNo = flightNo
  }
}

const refuseSimultaneous = (legs: readonly AssignedLeg[]): void => {
  for (const [index, { leg }] of legs.entries()) {
    const next = legs[index + 1]?.leg
    if (next && next.offBlock < leg.onBlock) throw new DutyClash(leg.flightNo)
  }
}

/** The legs of one duty, and from when to when it is planned. */
interface Group {
  readonly legs: readonly AssignedLeg[]
  readonly from: number
  readonly to: number
  /** Gaps between its legs that are long enough for a break. */
  readonly breakMinutes: number
}

const planned = ({ leg, reportAt }: AssignedLeg, { dutyLimits }: OperatorRules): Interval => ({
  from: Math.min(reportAt ?? leg.offBlock - dutyLimits.reportMinutes * MINUTE_MS, leg.offBlock),
  to: leg.onBlock + dutyLimits.debriefMinutes * MINUTE_MS,
})

const belongs = (last: Group, { from }: Interval, assigned: AssignedLeg, rules: OperatorRules): boolean =>
  assigned.startsDuty === null ? from - last.to < rules.dutyLimits.newDutyGapMinutes * MINUTE_MS : !assigned.startsDuty

/** A duty that begins by name ends the one before it, at the latest when its first leg leaves. */
const split = (last: Group, { from, to }: Interval, assigned: AssignedLeg): [Group, Group] => {
  const border = Math.min(last.to, assigned.leg.offBlock)
  return [
    { ...last, to: border },
    { legs: [assigned], from: Math.max(from, border), to, breakMinutes: 0 },
  ]
}

const grouped = (legs: readonly AssignedLeg[], rules: OperatorRules): Group[] => {
  const groups: Group[] = []
  for (const assigned of legs) {
    const last = groups.pop()
    const time = planned(assigned, rules)
    if (!last) groups.push({ legs: [assigned], ...time, breakMinutes: 0 })
    else if (belongs(last, time, assigned, rules)) {
      const gap = minutesBetween(last.to, time.from)
      const breakMinutes = last.breakMinutes + (gap >= rules.dutyLimits.splitBreakMinutes ? gap : 0)
      groups.push({ ...last, legs: [...last.legs, assigned], to: Math.max(last.to, time.to), breakMinutes })
    } else groups.push(...split(last, time, assigned))
  }
  return groups
}

/**
 * A delay that was estimated in time moves the report; one that showed only at off-block, or after a return to stand, does not: the crew
 * had come.
 */
const startOf = ({ leg, reportAt }: AssignedLeg, from: number): number => {
  const isReported = reportAt !== null || leg.firstOffBlock !== null
  const moved = isReported ? 0 : (leg.estimatedOffBlock ?? leg.offBlock) - leg.offBlock
  return Math.min(from + Math.max(0, moved), expectedOffBlock(leg))
}

const dutyOf = ({ legs, from, to, breakMinutes }: Group, rules: OperatorRules): PlannedDuty => {
  const first = legs[0] as AssignedLeg
  const last = (legs.at(-1) as AssignedLeg).leg
  const lastOnBlock = Math.max(...legs.map(({ leg }) => expectedOnBlock(leg, rules)))
  const operated = legs.filter(({ position }) => operates(position))
  const isLate = legs.some(({ leg }) => expectedOnBlock(leg, rules) !== leg.onBlock)
  const startAt = startOf(first, from)
  const endAt = isLate ? lastOnBlock + rules.dutyLimits.debriefMinutes * MINUTE_MS : to
  return {
    dutyId: null,
    startAt,
    endAt: Math.max(endAt, startAt + MINUTE_MS),
    plannedStartAt: from,
    plannedEndAt: to,
    actualStartAt: first.leg.actual.offBlock === null && first.leg.firstOffBlock === null ? null : startAt,
    actualEndAt: legs.every(({ leg }) => leg.actual.onBlock !== null) ? endAt : null,
    fdpEndAt: operated.length === 0 ? null : Math.max(...operated.map(({ leg }) => expectedOnBlock(leg, rules))),
    startAirportId: first.leg.adepId,
    endAirportId: arrivalId(last),
    startsDuty: first.startsDuty,
    breakMinutes,
    sectors: operated.length,
    flightIdList: legs.map(({ leg }) => leg.flightId),
  }
}

export interface EnteredDuty extends Pick<Duty, 'dutyId'> {
  readonly entered: Interval
}

const extending = (duty: PlannedDuty, { dutyId, entered }: EnteredDuty): PlannedDuty => ({
  ...duty,
  dutyId,
  startAt: Math.min(duty.startAt, entered.from),
  endAt: Math.max(duty.endAt, entered.to),
  plannedStartAt: Math.min(duty.plannedStartAt, entered.from),
  plannedEndAt: Math.max(duty.plannedEndAt, entered.to),
})

/** `entered` are the FLIGHT duties that people made, each in the times that they gave it. */
export const flightDuties = (
  assigned: readonly AssignedLeg[],
  entered: readonly EnteredDuty[],
  rules: OperatorRules,
): PlannedDuty[] => {
  const legs = [...assigned].sort(
    (a, b) => a.leg.offBlock - b.leg.offBlock || (a.leg.flightId < b.leg.flightId ? -1 : 1),
  )
  refuseSimultaneous(legs)
  const taken = new Set<string>()
  return grouped(legs, rules).map((group) => {
    const duty = dutyOf(group, rules)
    const met = entered.filter((other) => other.entered.from < group.to && group.from < other.entered.to)
    const [first] = met
    if (!first) return duty
    if (met.length > 1 || taken.has(first.dutyId)) throw new DutyClash(group.legs[0]?.leg.flightNo ?? '')
    taken.add(first.dutyId)
    return extending(duty, first)
  })
}
