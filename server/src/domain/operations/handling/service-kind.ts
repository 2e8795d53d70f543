/** The kinds of service, where each stands, and what sends a confirmed one back to review (data §8.3). */
import { enumeration } from '../../records/field.ts'

const SERVICE_KINDS = [
  'CATERING',
  'CREW_TRANSPORT',
  'CUSTOMS',
  'DEICING',
  'FLIGHT_PLAN',
  'FUEL',
  'HANDLING',
  'HANGAR',
  'HOTEL',
  'LANDING_PERMIT',
  'OVERFLIGHT_PERMIT',
  'PARKING',
  'PAX_TRANSPORT',
  'PPR',
  'SECURITY',
  'SLOT',
  'WEATHER_PACKAGE',
] as const
export type ServiceKind = (typeof SERVICE_KINDS)[number]
export const SERVICE_KIND = enumeration('ServiceKind', SERVICE_KINDS)

const REVIEW_REASONS = [
  'AIRCRAFT',
  'AIRPORT',
  'CALLSIGN',
  'CREW_COUNT',
  'FLIGHT_CANCELLED',
  'PAX_COUNT',
  'TIME',
] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]
export const REVIEW_REASON = enumeration('ReviewReason', REVIEW_REASONS)

/** Stands on a flight; all others stand on a visit. */
export const isOfFlight = (kind: ServiceKind): boolean =>
  isPermit(kind) || kind === 'SLOT' || kind === 'FLIGHT_PLAN' || kind === 'WEATHER_PACKAGE'

export const isPermit = (kind: ServiceKind): boolean => kind === 'LANDING_PERMIT' || kind === 'OVERFLIGHT_PERMIT'

/** Whoever does one of these sees the papers of those aboard, with manifest:read. */
export const PAPER_KINDS: readonly ServiceKind[] = ['CUSTOMS', 'SECURITY', 'LANDING_PERMIT', 'OVERFLIGHT_PERMIT']

export interface ReviewRule {
  /** A time that moves by more than so much. */
  readonly timeMinutes: number
  /** What counts besides another airport or aircraft, which always do. */
  readonly reasons: readonly ReviewReason[]
}

const rule = (timeMinutes: number, ...reasons: readonly ReviewReason[]): ReviewRule => ({ timeMinutes, reasons })

const DAY_MINUTES = 1440

export const REVIEW_RULES: Readonly<Record<ServiceKind, ReviewRule>> = {
  CATERING: rule(30, 'PAX_COUNT'),
  CREW_TRANSPORT: rule(30, 'CREW_COUNT'),
  CUSTOMS: rule(60, 'PAX_COUNT'),
  DEICING: rule(30),
  FLIGHT_PLAN: rule(15, 'CALLSIGN'),
  FUEL: rule(60),
  HANDLING: rule(30, 'PAX_COUNT', 'CREW_COUNT', 'CALLSIGN'),
  HANGAR: rule(30),
  HOTEL: rule(60, 'CREW_COUNT'),
  LANDING_PERMIT: rule(DAY_MINUTES, 'CALLSIGN'),
  OVERFLIGHT_PERMIT: rule(DAY_MINUTES, 'CALLSIGN'),
  PARKING: rule(30),
  PAX_TRANSPORT: rule(30, 'PAX_COUNT'),
  PPR: rule(0, 'CALLSIGN'),
  SECURITY: rule(60, 'PAX_COUNT'),
  SLOT: rule(0, 'CALLSIGN'),
  WEATHER_PACKAGE: rule(15),
}
