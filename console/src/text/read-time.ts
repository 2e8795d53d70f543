/** A typed time in UTC: 2026-11-12T09:41:00Z and "12 Nov 2026 09:41Z" are both fine; undefined where it is none. */
import { toSecond } from './instant.ts'
import { readDay } from './read-day.ts'

export const readTime = (text: string): string | undefined => {
  const [, day = '', clock = ''] =
    /^(.*?)[ T,]+(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(?:Z|UTC)?$/i.exec(text.trim()) ?? []
  const on = readDay(day)
  if (on === undefined) return undefined
  const at = new Date(`${on}T${clock.padStart(5, '0')}${clock.length > 5 ? '' : ':00'}Z`)
  return Number.isNaN(at.getTime()) ? undefined : toSecond(at)
}
