/** Aircraft of an operator, and the blocks during which one is unavailable. */
import { DAY_MS, type Interval, intervalProblems } from '../interval.ts'
import { type Problem, textProblems } from '../problem.ts'
import type { Versioned } from '../versioned.ts'
import { type Money, moneyProblems } from './money.ts'

export const AIRCRAFT_STATUSES = ['ACTIVE', 'AOG', 'MAINTENANCE', 'STORED', 'SOLD'] as const
export type AircraftStatus = (typeof AIRCRAFT_STATUSES)[number]

export const EQUIPMENT = [
  'WIFI',
  'SATPHONE',
  'LAVATORY',
  'GALLEY',
  'BED',
  'PETS',
  'MEDEVAC',
  'RVSM',
  'CPDLC',
  'PBN_RNP_AR',
  'STEEP_APPROACH',
] as const
export type Equipment = (typeof EQUIPMENT)[number]

/** What an operator says of an aircraft. */
export interface AircraftDetails {
  readonly registration: string
  readonly acftTypeId: string
  readonly serialNumber: string | null
  readonly baseId: string
  readonly seatCount: number
  readonly maxRangeNm: number | null
  readonly cruiseKt: number | null
  readonly mtowKg: number | null
  readonly yearOfManufacture: number | null
  readonly equipmentList: readonly Equipment[]
  /** Pilots that this aircraft needs at least; null where the type says it. */
  readonly minFlightCrew: number | null
  readonly cabinNote: string | null
  /** A decimal. */
  readonly luggageM3: string | null
  readonly insuredLiability: Money | null
}

export interface Aircraft extends AircraftDetails, Versioned {
  readonly aircraftId: string
  /** ACTIVE, STORED or SOLD as it was set; AOG and MAINTENANCE follow from the blocks: `statusAt`. */
  readonly status: AircraftStatus
  /** The blocks that ground it, kept with it so that its status takes no second statement. */
  readonly groundingList: readonly Grounding[]
  /** Summed from closed flights. */
  readonly airframeMinutes: number
  readonly cycles: number
  readonly hoursAsOf: number
}

const MAX_SEATS = 900
const MAX_RANGE_NM = 12_000
const MAX_CRUISE_KT = 1_500
const MAX_MTOW_KG = 700_000
const MAX_FLIGHT_CREW = 4
const MAX_LUGGAGE_M3 = 2_000
const MAX_AIRFRAME_MINUTES = 20_000_000
const MAX_CYCLES = 1_000_000
const FIRST_YEAR = 1903

/** Capital letters, digits and - as painted: HB-JAA, N5AB, D-ILLY. */
const REGISTRATION = /^(?=.*[A-Z0-9]$)[A-Z0-9][A-Z0-9-]{1,9}$/

const numberProblems = (field: string, value: number | null, least: number, most: number): Problem[] =>
  value === null || (value >= least && value <= most)
    ? []
    : [{ path: [field], message: `${field} is from ${least} to ${most}` }]

const luggageProblems = (luggageM3: string | null): Problem[] =>
  luggageM3 === null ? [] : numberProblems('luggageM3', Number(luggageM3), 0, MAX_LUGGAGE_M3)

/** Everything that is wrong with the details, each with the input field it concerns. */
export const aircraftProblems = (aircraft: AircraftDetails, thisYear: number): Problem[] => [
  ...(REGISTRATION.test(aircraft.registration)
    ? []
    : [{ path: ['registration'], message: 'A registration has 2 to 10 capital letters, digits and -, e.g. HB-JAA' }]),
  ...textProblems(['serialNumber'], aircraft.serialNumber, { most: 40 }),
  ...textProblems(['cabinNote'], aircraft.cabinNote, { most: 2000, severalLines: true }),
  ...numberProblems('seatCount', aircraft.seatCount, 0, MAX_SEATS),
  ...numberProblems('maxRangeNm', aircraft.maxRangeNm, 1, MAX_RANGE_NM),
  ...numberProblems('cruiseKt', aircraft.cruiseKt, 20, MAX_CRUISE_KT),
  ...numberProblems('mtowKg', aircraft.mtowKg, 50, MAX_MTOW_KG),
  ...numberProblems('yearOfManufacture', aircraft.yearOfManufacture, FIRST_YEAR, thisYear + 1),
  ...numberProblems('minFlightCrew', aircraft.minFlightCrew, 1, MAX_FLIGHT_CREW),
  ...luggageProblems(aircraft.luggageM3),
  ...moneyProblems(['insuredLiability'], aircraft.insuredLiability),
]

/** What the airframe has flown when it joins. */
export const startingHoursProblems = (hours: Pick<Aircraft, 'airframeMinutes' | 'cycles'>): Problem[] => [
  ...numberProblems('airframeMinutes', hours.airframeMinutes, 0, MAX_AIRFRAME_MINUTES),
  ...numberProblems('cycles', hours.cycles, 0, MAX_CYCLES),
]

export const UNAVAILABILITY_REASONS = ['MAINTENANCE', 'AOG', 'OWNER_USE', 'CREW', 'PARKING', 'OTHER'] as const
export type UnavailabilityReason = (typeof UNAVAILABILITY_REASONS)[number]

/**
 * Blocks for these reasons are facts and may overlap flights; a block for another reason is a plan and may not (data
 * §4.6).
 */
export const GROUNDING_REASONS = ['AOG', 'MAINTENANCE'] as const satisfies readonly UnavailabilityReason[]
export type GroundingReason = (typeof GROUNDING_REASONS)[number]

export const grounds = (reason: UnavailabilityReason): reason is GroundingReason =>
  (GROUNDING_REASONS as readonly string[]).includes(reason)

export interface Grounding extends Interval {
  readonly reason: GroundingReason
  readonly isEndEstimated: boolean
}

/** The end of a grounding. An estimated end that has passed moves on by a day at a time. */
export const endOf = ({ to, isEndEstimated }: Omit<Grounding, 'reason'>, now: number): number =>
  isEndEstimated && to <= now ? to + Math.ceil((now - to + 1) / DAY_MS) * DAY_MS : to

/** AOG before MAINTENANCE, where both cover the time. */
export const statusAt = (
  { status, groundingList }: Pick<Aircraft, 'status' | 'groundingList'>,
  now: number,
): AircraftStatus => {
  if (status !== 'ACTIVE') return status
  const covering = groundingList.filter((block) => block.from <= now && now < endOf(block, now))
  return GROUNDING_REASONS.find((reason) => covering.some((block) => block.reason === reason)) ?? 'ACTIVE'
}

export interface Unavailability extends Versioned, Interval {
  readonly unavailabilityId: string
  readonly aircraftId: string
  readonly reason: UnavailabilityReason
  /** While true, an end that passes moves on by 24 hours. */
  readonly isEndEstimated: boolean
  readonly note: string | null
}

const MAX_BLOCK_DAYS = 400

export const unavailabilityProblems = (block: Interval & { readonly note: string | null }): Problem[] => [
  ...intervalProblems(block, ['to'], MAX_BLOCK_DAYS),
  ...textProblems(['note'], block.note, { most: 1000, severalLines: true }),
]

/** What a flight adds to the hours of its aircraft once it is closed. */
export interface CountedHours {
  readonly minutes: number
  readonly cycles: number
  readonly onBlock: number
}

/** The new hours, or null where none changed. `asOf` never moves back: an older flight may be closed later. */
export const withHours = (
  { airframeMinutes, cycles, hoursAsOf }: Aircraft,
  before: CountedHours,
  after: CountedHours,
): Pick<Aircraft, 'airframeMinutes' | 'cycles' | 'hoursAsOf'> | null => {
  const next = {
    airframeMinutes: airframeMinutes + after.minutes - before.minutes,
    cycles: cycles + after.cycles - before.cycles,
    hoursAsOf: Math.max(hoursAsOf, after.onBlock),
  }
  const isSame = next.airframeMinutes === airframeMinutes && next.cycles === cycles && next.hoursAsOf === hoursAsOf
  return isSame ? null : next
}
