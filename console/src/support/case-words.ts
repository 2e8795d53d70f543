/** What a case is about and whom it waits for, in words. */
import type { Case } from './queries.ts'

export const WORK: Record<Case['work'], string> = {
  SCHEDULE: 'Schedule the demo',
  HOLD_DEMO: 'Hold the demo',
  DECIDE: 'Decide',
  PHONE_NUMBER: 'Phone number lost',
}

export const WAITS_FOR: Record<Case['waitsFor'], string> = {
  SUPPORT: 'Support',
  PROVIDER: 'Provider',
  DATE: 'The date',
}
