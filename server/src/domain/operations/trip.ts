/** A trip groups flights. Its status is computed from theirs. */

import type { Versioned } from '../versioned.ts'
import type { FlightStatus } from './flight.ts'

export const TRIP_STATUSES = ['OPTION', 'CONFIRMED', 'COMPLETED', 'CANCELLED'] as const
export type TripStatus = (typeof TRIP_STATUSES)[number]

export interface Trip extends Versioned {
  readonly tripId: string
  readonly tripNumber: string
  readonly status: TripStatus
  readonly clientId: string | null
  readonly quoteId: string | null
  /** The marketplace that bought it, where one did. */
  readonly buyer: string | null
  /** The aircraft of its legs: a key limited to one of them sees the trip. */
  readonly aircraftIdList: readonly string[]
}

/** No leg yet, or one still an option: OPTION. All flown: COMPLETED. All cancelled: CANCELLED. */
export const tripStatus = (legs: readonly FlightStatus[]): TripStatus => {
  const standing = legs.filter((status) => status !== 'CANCELLED')
  if (standing.length === 0) return legs.length === 0 ? 'OPTION' : 'CANCELLED'
  if (standing.includes('OPTION')) return 'OPTION'
  return standing.every((status) => status === 'ON_BLOCK' || status === 'CLOSED') ? 'COMPLETED' : 'CONFIRMED'
}
