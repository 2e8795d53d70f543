/** The kinds of service, and where each stands; why one goes back to review. */
import { enumeration } from '../../records/field.ts'

export const SERVICE_KINDS = [
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
