/** A flight: one leg of one aircraft, with its planned, estimated and actual times. */

import { HOUR_MS, minutesBetween } from '../interval.ts'
import { type Problem, textProblems } from '../problem.ts'
import type { Versioned } from '../versioned.ts'
import type { CountedHours } from './aircraft.ts'
import type { FlightStatus } from './flight-status.ts'
import type { Delay } from './movement/delay.ts'
import type { FlightHistoryEntry } from './movement/flight-history.ts'
import type { FuelRecord } from './movement/fuel.ts'
import type { FuelUplift } from './movement/fuel-uplift.ts'
import type { TimeReport } from './movement/time-report.ts'
import type { MovementTimes } from './movement/times.ts'
import type { RiskReason } from './risk/risk-reason.ts'
import { callsignProblems, flightNoProblems } from './written-text.ts'

export { FLIGHT_STATUSES, type FlightStatus, isPlannable, occupiesAircraft } from './flight-status.ts'
export { type MovementTimes, NO_MOVEMENT } from './movement/times.ts'

export const FLIGHT_KINDS = ['CHARTER', 'OWNER', 'FERRY', 'TRAINING', 'TEST', 'MEDEVAC', 'CARGO'] as const
export type FlightKind = (typeof FLIGHT_KINDS)[number]

export const FLIGHT_RULES = ['IFR', 'VFR', 'Y', 'Z'] as const
export type FlightRules = (typeof FLIGHT_RULES)[number]

export interface Flight extends Versioned {
  readonly flightId: string
  readonly flightNo: string
  readonly callsign: string | null
  readonly tripId: string | null
  readonly legNumber: number | null
  readonly aircraftId: string
  readonly status: FlightStatus
  readonly kind: FlightKind
  readonly rules: FlightRules
  readonly adepId: string
  readonly adesId: string
  readonly alternateIdList: readonly string[]
  readonly divertedToId: string | null
  readonly offBlock: number
  readonly onBlock: number
  readonly estimatedOffBlock: number | null
  readonly estimatedOnBlock: number | null
  /** Target off-block time. */
  readonly targetOffBlock: number | null
  /** Calculated take-off time of a flow-managed flight. */
  readonly calculatedTakeOff: number | null
  /** The times that count; they follow from the reports. */
  readonly actual: MovementTimes
  readonly timeReportList: readonly TimeReport[]
  readonly landingCount: number | null
  /** When it was released; null where it never was, or was led back. A flight without times falls back to it. */
  readonly releasedAt: number | null
  readonly distanceNm: number
  readonly paxTotal: number
  readonly fuel: FuelRecord | null
  readonly fuelUpliftList: readonly FuelUplift[]
  readonly delayList: readonly Delay[]
  readonly opsNote: string | null
  readonly statusReason: string | null
  readonly historyList: readonly FlightHistoryEntry[]
  /** Why the flight may not go as planned, while it is planned; shown once it is CONFIRMED (data §4.5). */
  readonly riskReasonList: readonly RiskReason[]
  /** The marketplace that bought the trip, where one did; it sees this leg. */
  readonly buyer: string | null
}

export const MAX_BLOCK_HOURS = 24
const MAX_PAX = 900
const MAX_ALTERNATES = 5

const scheduleProblems = ({ offBlock, onBlock }: Pick<Flight, 'offBlock' | 'onBlock'>): Problem[] => {
  if (onBlock <= offBlock) return [{ path: ['onBlock'], message: 'onBlock must be after offBlock', code: 'TIME_ORDER' }]
  return onBlock - offBlock > MAX_BLOCK_HOURS * HOUR_MS
    ? [{ path: ['onBlock'], message: `A flight takes at most ${MAX_BLOCK_HOURS} hours from block to block` }]
    : []
}

export const paxProblems = ({ paxTotal }: Pick<Flight, 'paxTotal'>, field: string): Problem[] =>
  paxTotal >= 0 && paxTotal <= MAX_PAX
    ? []
    : [{ path: [field], message: `A flight carries 0 to ${MAX_PAX} passengers` }]

const MAX_LANDINGS = 100

export const landingProblems = ({ landingCount }: Pick<Flight, 'landingCount'>): Problem[] =>
  landingCount === null || (landingCount >= 1 && landingCount <= MAX_LANDINGS)
    ? []
    : [{ path: ['landingCount'], message: `A flight lands 1 to ${MAX_LANDINGS} times` }]

/** Everything that is wrong with what people write of a flight, each with the input field it concerns. */
export const flightProblems = (flight: Flight): Problem[] => [
  ...textProblems(['opsNote'], flight.opsNote, { most: 4000, severalLines: true }),
  ...scheduleProblems(flight),
  ...paxProblems(flight, 'paxCount'),
  ...(flight.alternateIdList.length > MAX_ALTERNATES
    ? [{ path: ['alternateList'], message: `A flight has at most ${MAX_ALTERNATES} alternates` }]
    : []),
]

/** How a flight is called. Flights from before this rule keep what they were called. */
export const flightNameProblems = ({ flightNo, callsign }: Pick<Flight, 'flightNo' | 'callsign'>): Problem[] => [
  ...flightNoProblems(['flightNo'], flightNo),
  ...callsignProblems(['callsign'], callsign),
]

const between = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : minutesBetween(from, to)

export const blockMinutes = ({ actual }: Flight): number | null => between(actual.offBlock, actual.onBlock)

export const airborneMinutes = ({ actual }: Flight): number | null => between(actual.takeOff, actual.landing)

/** Where it arrives: what positions, next legs, duties and logbooks use (data §4.3). */
export const arrivalId = ({ divertedToId, adesId }: Pick<Flight, 'divertedToId' | 'adesId'>): string =>
  divertedToId ?? adesId

/** Nothing, unless it is closed. Several landings of one flight are as many cycles. */
export const countedHours = (flight: Flight): CountedHours =>
  flight.status === 'CLOSED'
    ? {
        minutes: airborneMinutes(flight) ?? 0,
        cycles: flight.landingCount ?? 1,
        onBlock: flight.actual.onBlock ?? 0,
      }
    : { minutes: 0, cycles: 0, onBlock: 0 }

/** An option is not at risk yet: nobody counts on it. */
export const shownRisk = ({
  status,
  riskReasonList,
}: Pick<Flight, 'status' | 'riskReasonList'>): readonly RiskReason[] =>
  status === 'CONFIRMED' || status === 'RELEASED' ? riskReasonList : []
