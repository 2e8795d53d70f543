/** When a demo can be: nobody plans one for years, and calendar files have four digits for a year (RFC 5545 §3.3.4). */
import { DAY_MS } from '../interval.ts'

const MAX_DAYS_AHEAD = 366

/** What is wrong with a time for a demo, or null. */
export const demoTimeProblem = (time: number, now: number): string | null => {
  if (time <= now) return 'lies in the future'
  return time > now + MAX_DAYS_AHEAD * DAY_MS ? 'lies at most a year ahead' : null
}
