/** The progress of a planned leg at the as-of time: closed, in progress, or in the future. */

import { HOUR_MS, MINUTE_MS, minutesBetween } from '../../domain/interval.ts'
import { type Flight, type FlightStatus, NO_MOVEMENT } from '../../domain/operations/flights/flight.ts'
import type { Delay } from '../../domain/operations/movement/delay.ts'
import type { FuelRecord } from '../../domain/operations/movement/fuel.ts'
import type { TimeReport } from '../../domain/operations/movement/time-report.ts'
import { EVENT_FIELDS, MOVEMENT_EVENTS, type ReportedTimes } from '../../domain/operations/movement/times.ts'
import type { Seeded } from './seeded.ts'
import type { PlannedLeg } from './tours.ts'

const CLOSED_AFTER_MS = 2 * HOUR_MS
const DELAY_NOTED_MINUTES = 15
const DELAY_CODES = ['11', '32', '41', '81', '89', '93'] as const

export type Course = Pick<Flight, 'status' | 'actual' | 'timeReportList' | 'releasedAt' | 'delayList' | 'fuel'>

const timesOf = (random: Seeded, leg: PlannedLeg): ReportedTimes => {
  const late = random.chance(0.15) ? random.whole(DELAY_NOTED_MINUTES, 30) : random.whole(0, 6)
  const offBlock = leg.offBlock + late * MINUTE_MS
  const onBlock = offBlock + (leg.onBlock - leg.offBlock) - random.whole(0, 5) * MINUTE_MS
  return {
    offBlock,
    takeOff: offBlock + random.whole(7, 12) * MINUTE_MS,
    landing: onBlock - random.whole(4, 7) * MINUTE_MS,
    onBlock,
  }
}

const happened = (times: ReportedTimes, asOf: number): ReportedTimes => {
  const until = (time: number | null) => (time !== null && time <= asOf ? time : null)
  return {
    offBlock: until(times.offBlock),
    takeOff: until(times.takeOff),
    landing: until(times.landing),
    onBlock: until(times.onBlock),
  }
}

const statusOf = (actual: ReportedTimes, asOf: number): FlightStatus => {
  if (actual.onBlock !== null) return actual.onBlock < asOf - CLOSED_AFTER_MS ? 'CLOSED' : 'ON_BLOCK'
  if (actual.landing !== null) return 'LANDED'
  if (actual.takeOff !== null) return 'AIRBORNE'
  return actual.offBlock === null ? 'RELEASED' : 'OFF_BLOCK'
}

const delaysOf = (random: Seeded, leg: PlannedLeg, actual: ReportedTimes): Delay[] => {
  const minutes = actual.offBlock === null ? 0 : minutesBetween(leg.offBlock, actual.offBlock)
  return minutes >= DELAY_NOTED_MINUTES ? [{ code: random.pick(DELAY_CODES), minutes, note: null }] : []
}

const fuelOf = (random: Seeded, actual: ReportedTimes, kgPerHour: number): FuelRecord | null => {
  if (actual.offBlock === null || actual.onBlock === null) return null
  const used = Math.round((kgPerHour * (actual.onBlock - actual.offBlock)) / HOUR_MS)
  const blockOff = used + random.whole(600, 900)
  const beforeUplift = random.whole(300, 500)
  return { unit: 'KG', beforeUplift, uplift: blockOff - beforeUplift, blockOff, blockOn: blockOff - used }
}

const REPORTED_WITHIN_MS = MINUTE_MS
const RELEASED_BEFORE_MS = 2 * HOUR_MS

/** By the aircraft itself, within a minute. */
const reportsOf = (times: ReportedTimes): TimeReport[] =>
  MOVEMENT_EVENTS.flatMap((event) => {
    const at = times[EVENT_FIELDS[event]]
    return at === null ? [] : [{ event, at, source: 'ACARS' as const, reportedAt: at + REPORTED_WITHIN_MS, by: null }]
  })

interface CourseFacts {
  readonly asOf: number
  /** The status of a leg in the future. */
  readonly planned: FlightStatus
  readonly kgPerHour: number
}

export const courseOf = (random: Seeded, leg: PlannedLeg, { asOf, planned, kgPerHour }: CourseFacts): Course => {
  if (leg.offBlock > asOf) {
    return { status: planned, actual: NO_MOVEMENT, timeReportList: [], releasedAt: null, delayList: [], fuel: null }
  }
  const times = happened(timesOf(random, leg), asOf)
  return {
    status: statusOf(times, asOf),
    actual: { ...times, impliedList: [] },
    timeReportList: reportsOf(times),
    releasedAt: leg.offBlock - RELEASED_BEFORE_MS,
    delayList: delaysOf(random, leg, times),
    fuel: fuelOf(random, times, kgPerHour),
  }
}
