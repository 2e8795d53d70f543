/**
 * The duties that follow from flights: whoever is assigned to a flight is on duty from report to release, and legs
 * with a short break between them are one duty. A FLIGHT duty that a person entered takes the legs that fall into it.
 */

import { HOUR_MS, type Interval, MINUTE_MS } from '../interval.ts'
import type { Duty } from './duty.ts'

export const REPORT_BEFORE_MS = 60 * MINUTE_MS
export const RELEASE_AFTER_MS = 30 * MINUTE_MS
const BREAK_WITHIN_DUTY_MS = 4 * HOUR_MS

export interface AssignedLeg {
  readonly flightId: string
  readonly offBlock: number
  readonly onBlock: number
  readonly reportAt: number | null
}

export interface PlannedDuty {
  readonly startAt: number
  readonly endAt: number
  readonly flightIdList: readonly string[]
  /** The entered duty that it extends. */
  readonly dutyId: string | null
}

/** Two legs of one member overlap, or one leg spans two duties. */
export class DutyClash extends Error {
  readonly flightId: string
  constructor(flightId: string) {
    super('The crew member is on another duty at that time')
    this.flightId = flightId
  }
}

const startOf = (leg: AssignedLeg): number => Math.min(leg.reportAt ?? leg.offBlock - REPORT_BEFORE_MS, leg.offBlock)
const endOf = (leg: AssignedLeg): number => leg.onBlock + RELEASE_AFTER_MS

const refuseSimultaneous = (legs: readonly AssignedLeg[]): void => {
  for (const [index, leg] of legs.entries()) {
    const next = legs[index + 1]
    if (next && next.offBlock < leg.onBlock) throw new DutyClash(next.flightId)
  }
}

const joined = (legs: readonly AssignedLeg[]): PlannedDuty[] => {
  const duties: PlannedDuty[] = []
  for (const leg of legs) {
    const last = duties.at(-1)
    if (last && startOf(leg) - last.endAt < BREAK_WITHIN_DUTY_MS) {
      const endAt = Math.max(last.endAt, endOf(leg))
      duties[duties.length - 1] = { ...last, endAt, flightIdList: [...last.flightIdList, leg.flightId] }
    } else duties.push({ startAt: startOf(leg), endAt: endOf(leg), flightIdList: [leg.flightId], dutyId: null })
  }
  return duties
}

export interface EnteredDuty extends Pick<Duty, 'dutyId'> {
  readonly entered: Interval
}

/** `entered` are the FLIGHT duties that people made, each in the times that they gave it. */
export const flightDuties = (assigned: readonly AssignedLeg[], entered: readonly EnteredDuty[]): PlannedDuty[] => {
  const legs = [...assigned].sort((a, b) => a.offBlock - b.offBlock || (a.flightId < b.flightId ? -1 : 1))
  refuseSimultaneous(legs)
  const taken = new Set<string>()
  return joined(legs).map((duty) => {
    const met = entered.filter((other) => other.entered.from < duty.endAt && duty.startAt < other.entered.to)
    const [first] = met
    if (!first) return duty
    if (met.length > 1 || taken.has(first.dutyId)) throw new DutyClash(duty.flightIdList[0] ?? '')
    taken.add(first.dutyId)
    const startAt = Math.min(duty.startAt, first.entered.from)
    return { ...duty, dutyId: first.dutyId, startAt, endAt: Math.max(duty.endAt, first.entered.to) }
  })
}
