/** Times as the operations room writes them: UTC with Z first, the shorter the nearer. */
import { DAY_MS, MINUTE_MS } from './spans.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number): string => String(value).padStart(2, '0')

export const utcDay = (at: Date): string => `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** "Thu 12 Nov 2026": the day that rows belong to. */
export const utcWeekday = (at: Date): string => `${WEEKDAYS[at.getUTCDay()]} ${utcDay(at)}`

export const utcWeekdayShort = (at: Date): string => WEEKDAYS[at.getUTCDay()] ?? ''

export const utcDayShort = (at: Date): string => `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`

export const utcMonth = (at: Date): string => `${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`

export const utcMinutes = (at: Date): string => `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}Z`

export const utcSeconds = (at: Date): string =>
  `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}Z`

/** As the service takes a moment: "2026-11-12T09:41:00Z". */
export const toSecond = (at: Date | number | string): string => `${new Date(at).toISOString().slice(0, 19)}Z`

const dayNumber = (at: Date): number => Math.floor(at.getTime() / DAY_MS)

const near = (at: Date, now: Date, today: (at: Date) => string): string => {
  if (dayNumber(at) === dayNumber(now)) return today(at)
  if (at.getUTCFullYear() === now.getUTCFullYear()) return `${utcDayShort(at)} ${utcMinutes(at)}`
  return utcDay(at)
}

/** When something happened: 09:40:52Z today, 11 Nov 17:05Z in this year, 21 Oct 2025 before. */
export const utcNear = (at: Date, now: Date): string => near(at, now, utcSeconds)

/** When something is planned or was reported by a person, who names minutes: 09:40Z today, else as above. */
export const utcNearMinute = (at: Date, now: Date): string => near(at, now, utcMinutes)

/** "Thu 19 Nov 2026 13:00Z": an appointment. */
export const utcWeekdayTime = (at: Date): string => `${utcWeekday(at)} ${utcMinutes(at)}`

export const utcFull = (at: Date): string => `${utcDay(at)} ${utcMinutes(at)}`

/** For the hover: the same moment on the reader's own clock. */
export const localTime = (at: Date): string => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replace(/^.*\//, '').replaceAll('_', ' ')
  return `${at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })} in ${zone}`
}

export const daysBetween = (earlier: Date, later: Date): number =>
  Math.floor((later.getTime() - earlier.getTime()) / DAY_MS)

/** "in 6 h", "in 3 d": for what ends soon. */
export const timeLeft = (until: Date, now: Date): string => {
  const minutes = Math.max(0, Math.round((until.getTime() - now.getTime()) / MINUTE_MS))
  if (minutes < 90) return `in ${minutes} min`
  return minutes < 48 * 60 ? `in ${Math.round(minutes / 60)} h` : `in ${Math.round(minutes / 1440)} d`
}
