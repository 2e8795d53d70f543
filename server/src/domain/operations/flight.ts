/** A flight: one leg of one aircraft, with its planned, estimated and actual times. */

import { HOUR_MS, minutesBetween } from '../interval.ts'
import { type Problem, textProblems } from '../problem.ts'
import type { Versioned } from '../versioned.ts'
import { type ExternalId, externalIdProblems } from './external-id.ts'
import { callsignProblems, flightNoProblems } from './written-text.ts'

export const FLIGHT_STATUSES = [
  'OPTION',
  'CONFIRMED',
  'RELEASED',
  'OFF_BLOCK',
  'AIRBORNE',
  'LANDED',
  'ON_BLOCK',
  'CLOSED',
  'CANCELLED',
] as const
export type FlightStatus = (typeof FLIGHT_STATUSES)[number]

export const FLIGHT_KINDS = ['CHARTER', 'OWNER', 'FERRY', 'TRAINING', 'TEST', 'MEDEVAC', 'CARGO'] as const
export type FlightKind = (typeof FLIGHT_KINDS)[number]

export const FLIGHT_RULES = ['IFR', 'VFR', 'Y', 'Z'] as const
export type FlightRules = (typeof FLIGHT_RULES)[number]

export const FUEL_UNITS = ['KG', 'LB', 'LITRE', 'USG'] as const
export type FuelUnit = (typeof FUEL_UNITS)[number]

export interface FuelRecord {
  readonly unit: FuelUnit
  readonly beforeUplift: number | null
  readonly uplift: number | null
  readonly blockOff: number | null
  readonly blockOn: number | null
}

export interface Delay {
  readonly code: string
  readonly minutes: number
  readonly note: string | null
}

export interface MovementTimes {
  readonly offBlock: number | null
  readonly takeOff: number | null
  readonly landing: number | null
  readonly onBlock: number | null
}

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
  readonly actual: MovementTimes
  readonly distanceNm: number
  readonly paxTotal: number
  readonly fuel: FuelRecord | null
  readonly delayList: readonly Delay[]
  readonly opsNote: string | null
  readonly statusReason: string | null
  readonly externalIdList: readonly ExternalId[]
  /** The marketplace that bought the trip, where one did; it sees this leg. */
  readonly buyer: string | null
}

export const NO_MOVEMENT: MovementTimes = { offBlock: null, takeOff: null, landing: null, onBlock: null }

export const MAX_BLOCK_HOURS = 24
const MAX_PAX = 900
const MAX_ALTERNATES = 5

export const scheduleProblems = ({ offBlock, onBlock }: Pick<Flight, 'offBlock' | 'onBlock'>): Problem[] => {
  if (onBlock <= offBlock) return [{ path: ['onBlock'], message: 'onBlock must be after offBlock', code: 'TIME_ORDER' }]
  return onBlock - offBlock > MAX_BLOCK_HOURS * HOUR_MS
    ? [{ path: ['onBlock'], message: `A flight takes at most ${MAX_BLOCK_HOURS} hours from block to block` }]
    : []
}

/** Everything that is wrong with what people write of a flight, each with the input field it concerns. */
export const flightProblems = (flight: Flight): Problem[] => [
  ...textProblems(['opsNote'], flight.opsNote, { most: 4000, severalLines: true }),
  ...scheduleProblems(flight),
  ...(flight.paxTotal >= 0 && flight.paxTotal <= MAX_PAX
    ? []
    : [{ path: ['paxCount'], message: `A flight carries 0 to ${MAX_PAX} passengers` }]),
  ...(flight.alternateIdList.length > MAX_ALTERNATES
    ? [{ path: ['alternateList'], message: `A flight has at most ${MAX_ALTERNATES} alternates` }]
    : []),
  ...externalIdProblems(flight.externalIdList),
]

/** How a flight is called. Flights from before this rule keep what they were called. */
export const flightNameProblems = ({ flightNo, callsign }: Pick<Flight, 'flightNo' | 'callsign'>): Problem[] => [
  ...flightNoProblems(['flightNo'], flightNo),
  ...callsignProblems(['callsign'], callsign),
]

/** States in which the plan can still change; reported times are facts. */
export const isPlannable = (status: FlightStatus): boolean =>
  status === 'OPTION' || status === 'CONFIRMED' || status === 'RELEASED'

/** Occupies its aircraft from block to block, as planned (data §5.1). */
export const occupiesAircraft = (status: FlightStatus): boolean => status !== 'CANCELLED'

const between = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : minutesBetween(from, to)

export const blockMinutes = ({ actual }: Flight): number | null => between(actual.offBlock, actual.onBlock)

export const airborneMinutes = ({ actual }: Flight): number | null => between(actual.takeOff, actual.landing)

export const fuelUsed = ({ blockOff, blockOn }: FuelRecord): number | null =>
  blockOff === null || blockOn === null ? null : blockOff - blockOn
