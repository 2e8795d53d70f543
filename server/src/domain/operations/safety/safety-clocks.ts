/** By when a report has to be somewhere (Regulation (EU) 376/2014), counted from when the organisation knew. */
import { DAY_MS, HOUR_MS } from '../../interval.ts'

const REPORTER_HOURS = 72
export const AUTHORITY_MS = 72 * HOUR_MS
const PRELIMINARY_DAYS = 30
const FINAL_MONTHS = 3

/** The same day some months later, or the last of that month. */
const monthsAfter = (time: number, months: number): number => {
  const at = new Date(time)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(at.getUTCDate(), lastDay)) + (time % DAY_MS)
}

export interface SafetyClocks {
  readonly authorityDueAt: number | null
  readonly preliminaryDueAt: number
  readonly finalDueAt: number
}

/** The authority's clock runs for MANDATORY reports only. */
export const clocksOf = ({ awareAt, legalType }: { awareAt: number; legalType: string }): SafetyClocks => ({
  authorityDueAt: legalType === 'MANDATORY' ? awareAt + AUTHORITY_MS : null,
  preliminaryDueAt: awareAt + PRELIMINARY_DAYS * DAY_MS,
  finalDueAt: monthsAfter(awareAt, FINAL_MONTHS),
})

/** Reported later than the reporter should have. */
export const isReportedLate = (occurredAt: number, reportedAt: number): boolean =>
  reportedAt - occurredAt > REPORTER_HOURS * HOUR_MS
