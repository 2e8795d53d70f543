/** A half-open interval of time: what ends at noon does not overlap what begins at noon. */
import type { Problem } from './problem.ts'

export interface Interval {
  readonly from: number
  readonly to: number
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Off-block, take-off, landing and on-block are kept to the minute. */
export const toMinute = (time: number): number => Math.floor(time / MINUTE_MS) * MINUTE_MS

/** The end of the day in UTC that a time lies in. */
export const endOfDay = (time: number): number => (Math.floor(time / DAY_MS) + 1) * DAY_MS

/** The beginning of the day in UTC that a time lies in. */
export const startOfDay = (time: number): number => Math.floor(time / DAY_MS) * DAY_MS

/** The day in UTC that a time lies in, e.g. 2026-11-18. */
export const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const overlaps = (a: Interval, b: Interval): boolean => a.from < b.to && b.from < a.to

/** A day so many years of today at most, before or after. */
export const isWithinYears = (day: string, now: number, years: number): boolean =>
  Math.abs(Date.parse(day) - now) <= years * 365.25 * DAY_MS

export const minutesBetween = (from: number, to: number): number => Math.round((to - from) / MINUTE_MS)

export const intervalProblems = (interval: Interval, path: readonly string[], maxDays: number): Problem[] => {
  if (interval.to <= interval.from) return [{ path, message: 'The end must be after the beginning' }]
  if (interval.to - interval.from > maxDays * DAY_MS) {
    return [{ path, message: `From beginning to end it is at most ${maxDays} days` }]
  }
  return []
}
