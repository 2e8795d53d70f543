/** A warning: the mutation took effect, and a person should look at the consequence it names. */
import type { Scope } from './scopes.ts'
import { inFull, type Message } from './wording.ts'

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
  'CREW_UNAVAILABLE',
  'DELAY_SUM',
  'DUTY_ASSESSED_ILLEGAL',
  'FLIGHT_AT_RISK',
  'FLIGHT_NOT_RELEASED',
  'RANGE_EXCEEDED',
  'TIME_CONFLICT',
  'TIME_IMPLIED',
  'UNAVAILABILITY_OVERLAP',
  'PAX_COUNT_DIFFERS',
  'TRAVEL_DOCUMENT_EXPIRED',
  'TRAVEL_DOCUMENT_MISSING',
  'RETURNED_TO_STAND',
  'OPTION_OVERLAP',
  'PASSENGER_OVERLAP',
  'BLOCK_TOO_SHORT',
  'PERMIT_TO_FLY',
  'LOG_DIFFERS',
  'DEFECT_OPEN',
  'DEFECT_RESTRICTION',
  'DEFERRAL_EXPIRED',
  'MAINTENANCE_DUE',
  'HELD_UNTIL_FULL_HOUR',
  'PLAN_NOT_ACCEPTED',
] as const

export type WarningCode = (typeof WARNING_CODES)[number]

/** The kinds of record that a warning can be about, by their names in the change feed, and what reads each. */
const SUBJECT_SCOPES = {
  AIRCRAFT: 'aircraft:read',
  CONTACT: 'passenger:read',
  CREW_MEMBER: 'crew:read',
  DUTY: 'crew:read',
  FLIGHT: 'flight:read',
  MAINTENANCE_DUE: 'log:read',
  QUALIFICATION: 'crew:read',
  TECH_LOG_ENTRY: 'log:read',
  TRAVEL_DOCUMENT: 'passenger:read',
  UNAVAILABILITY: 'aircraft:read',
} as const satisfies Readonly<Record<string, Scope>>

export type SubjectKind = keyof typeof SUBJECT_SCOPES

/** A record that a warning concerns, told to whoever may read its kind. */
export interface Subject {
  readonly entity: SubjectKind
  readonly id: string
  /** What people call it: a flight number, the code of a crew member, a registration; null where it has no name. */
  readonly label: string | null
  readonly needs: Scope
}

export const subject = (entity: SubjectKind, id: string, label: string | null = null): Subject => ({
  entity,
  id,
  label,
  needs: SUBJECT_SCOPES[entity],
})

export interface Warning {
  readonly code: WarningCode
  readonly message: Message
  readonly path: readonly string[] | null
  readonly subjects?: readonly Subject[]
}

/** More than anybody looks at one by one: of a kind so many are told of one record (threats row 436). */
export const MAX_TOLD = 20

export const warning = (
  code: WarningCode,
  message: Message,
  path: readonly string[] | null = null,
  subjects: readonly Subject[] = [],
): Warning => ({ code, message, path, subjects })

/** One person can lack several papers: each of them is told, once. */
const TOLD_EACH: ReadonlySet<WarningCode> = new Set([
  'QUALIFICATION_EXPIRED',
  'QUALIFICATION_EXPIRING',
  'QUALIFICATION_MISSING',
])

/** The same code about the same record is told once; what names no record is told as it is. */
export const eachOnce = (list: readonly Warning[]): Warning[] => {
  const keyOf = ({ code, subjects, message }: Warning) =>
    subjects?.[0]
      ? `${code} ${subjects.map(({ id }) => id).join()} ${TOLD_EACH.has(code) ? inFull(message) : ''}`
      : null
  const told = new Set<string>()
  return list.filter((each) => {
    const key = keyOf(each)
    if (key === null) return true
    if (told.has(key)) return false
    told.add(key)
    return true
  })
}
