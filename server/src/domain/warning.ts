/** A warning: the mutation took effect, and a person should look at the consequence it names. */
import type { Message } from './wording.ts'

export const WARNING_CODES = [
  'REST_BELOW_MINIMUM',
  'DUTY_ABOVE_MAXIMUM',
  'QUALIFICATION_EXPIRED',
  'QUALIFICATION_EXPIRING',
  'PAX_ABOVE_SEATS',
  'POSITION_GAP',
  'RUNWAY_SHORT',
  'FUEL_BALANCE',
  'SERVICE_NEEDS_REVIEW',
  'AIRCRAFT_LATE',
  'AIRCRAFT_NOT_ACTIVE',
  'QUALIFICATION_MISSING',
  'ACTUAL_OVERLAP',
  'COMMANDER_MISSING',
  'CREW_BELOW_MINIMUM',
  'CREW_LATE',
  'CREW_POSITION_GAP',
  'DELAY_SUM',
  'DUTY_ASSESSED_ILLEGAL',
  'FLIGHT_AT_RISK',
  'FLIGHT_NOT_RELEASED',
  'RANGE_EXCEEDED',
  'TIME_CONFLICT',
  'TIME_IMPLIED',
  'UNAVAILABILITY_OVERLAP',
] as const

export type WarningCode = (typeof WARNING_CODES)[number]

export interface Warning {
  readonly code: WarningCode
  readonly message: Message
  readonly path: readonly string[] | null
}

export const warning = (code: WarningCode, message: Message, path: readonly string[] | null = null): Warning => ({
  code,
  message,
  path,
})
