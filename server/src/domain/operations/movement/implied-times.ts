/**
 * Times that nobody reported but that others imply: an aircraft that is airborne has left its block. They fill the gaps
 * before the last time that was reported, until somebody reports them (data §4.1).
 */
import { MINUTE_MS } from '../../interval.ts'
import { type Warning, warning } from '../../warning.ts'
import { EVENT_FIELDS, MOVEMENT_EVENTS, type MovementEvent, type MovementTimes, type ReportedTimes } from './times.ts'

export interface TaxiMinutes {
  readonly taxiOutMinutes: number
  readonly taxiInMinutes: number
}

interface Plan {
  readonly offBlock: number
  readonly onBlock: number
}

/** Out and in together. */
export const taxiMs = ({ taxiOutMinutes, taxiInMinutes }: TaxiMinutes): number =>
  (taxiOutMinutes + taxiInMinutes) * MINUTE_MS

/** As planned, less taxiing; a minute at least. */
export const plannedAirborneMs = ({ offBlock, onBlock }: Plan, taxi: TaxiMinutes): number =>
  Math.max(MINUTE_MS, onBlock - offBlock - taxiMs(taxi))

const between = (time: number, lowest: number, highest: number): number => Math.max(lowest, Math.min(time, highest))

/** Landing before on-block, if it can be told. */
const landingOf = ({ offBlock, takeOff, landing, onBlock }: ReportedTimes, taxiIn: number): number | null => {
  if (landing !== null || onBlock === null) return landing
  return between(onBlock - taxiIn, (takeOff ?? offBlock ?? onBlock - taxiIn - MINUTE_MS) + MINUTE_MS, onBlock)
}

const takeOffOf = (
  { offBlock, takeOff }: ReportedTimes,
  landing: number | null,
  taxiOut: number,
  airborne: number,
): number | null => {
  if (takeOff !== null || landing === null) return takeOff
  return offBlock === null ? landing - airborne : between(offBlock + taxiOut, offBlock, landing - MINUTE_MS)
}

export const withImplied = (reported: ReportedTimes, plan: Plan, taxi: TaxiMinutes): MovementTimes => {
  const taxiOut = taxi.taxiOutMinutes * MINUTE_MS
  const landing = landingOf(reported, taxi.taxiInMinutes * MINUTE_MS)
  const takeOff = takeOffOf(reported, landing, taxiOut, plannedAirborneMs(plan, taxi))
  const offBlock = reported.offBlock ?? (takeOff === null ? null : takeOff - taxiOut)
  const times = { offBlock, takeOff, landing, onBlock: reported.onBlock }
  const impliedList = MOVEMENT_EVENTS.filter((event) => {
    const field = EVENT_FIELDS[event]
    return times[field] !== null && reported[field] === null
  })
  return { ...times, impliedList }
}

/** Tells which times nobody reported. */
export const impliedWarnings = (list: readonly MovementEvent[], path: readonly string[] | null): Warning[] =>
  list.length === 0
    ? []
    : [warning('TIME_IMPLIED', `Nobody reported ${list.join(', ')}: estimated from the other times`, path)]
