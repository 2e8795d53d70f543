/** Why a flight may not go as planned (data §4.5). */
import type { WarningCode } from '../../warning.ts'

export const RISK_REASONS = [
  'AIRCRAFT_NOT_ACTIVE',
  'AIRCRAFT_LATE',
  'POSITION_GAP',
  'OPTION_OVERLAP',
  'CREW_LATE',
  'CREW_POSITION_GAP',
  'CREW_UNAVAILABLE',
  'QUALIFICATION_MISSING',
  'QUALIFICATION_EXPIRED',
  'REST_BELOW_MINIMUM',
  'DUTY_ASSESSED_ILLEGAL',
  'DEFECT_OPEN',
  'DEFERRAL_EXPIRED',
] as const satisfies readonly WarningCode[]

export type RiskReason = (typeof RISK_REASONS)[number]
