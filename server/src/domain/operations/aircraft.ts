/** Aircraft of an operator, and the blocks during which one is unavailable. */
import { type Interval, intervalProblems } from '../interval.ts'
import { type Problem, textProblems } from '../problem.ts'
import type { Versioned } from '../versioned.ts'

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

export interface Aircraft extends Versioned {
  readonly aircraftId: string
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
  readonly status: AircraftStatus
  /** Summed from closed flights. */
  readonly airframeMinutes: number
  readonly cycles: number
  readonly hoursAsOf: number
}

const MAX_SEATS = 900

export const seatProblems = (seatCount: number): Problem[] =>
  seatCount >= 0 && seatCount <= MAX_SEATS
    ? []
    : [{ path: ['seatCount'], message: `An aircraft has 0 to ${MAX_SEATS} seats` }]

/** Statuses in which no flight of the aircraft is released. */
export const isGrounded = (status: AircraftStatus): boolean => status !== 'ACTIVE'

export const UNAVAILABILITY_REASONS = ['MAINTENANCE', 'AOG', 'OWNER_USE', 'CREW', 'PARKING', 'OTHER'] as const
export type UnavailabilityReason = (typeof UNAVAILABILITY_REASONS)[number]

export interface Unavailability extends Versioned, Interval {
  readonly unavailabilityId: string
  readonly aircraftId: string
  readonly reason: UnavailabilityReason
  readonly note: string | null
}

const MAX_BLOCK_DAYS = 400

export const unavailabilityProblems = (block: Interval & { readonly note: string | null }): Problem[] => [
  ...intervalProblems(block, ['to'], MAX_BLOCK_DAYS),
  ...textProblems(['note'], block.note, { most: 1000, severalLines: true }),
]
