/** Days of a filter as the interval that the service takes: whole days in UTC. */
import { toSecond } from './instant.ts'
import { DAY_MS } from './spans.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

export const dayStart = (day: string | undefined): string | null =>
  day !== undefined && DAY.test(day) && !Number.isNaN(Date.parse(day)) ? `${day}T00:00:00Z` : null

/** Returns the start of the next day: the end of an interval is exclusive, and a user means the whole last day. */
export const dayEnd = (day: string | undefined): string | null => {
  const start = dayStart(day)
  return start === null ? null : toSecond(Date.parse(start) + DAY_MS)
}
