/** Times for a demo in words: working days ahead, half hours of a working day, both on the reader's own clock. */
import { toSecond } from '../text/instant.ts'
import { DAY_MS } from '../text/spans.ts'

const DAYS_AHEAD = 30
const FIRST_HALF_HOUR = 14
const LAST_HALF_HOUR = 38

const two = (value: number): string => String(value).padStart(2, '0')

const isoDay = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

const inWords = (at: Date): string =>
  at.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).replace(',', '')

interface Choice {
  readonly value: string
  readonly label: string
}

/** Mondays to Fridays from tomorrow on: "Thu 19 Nov 2026". */
export const demoDays = (now: Date): Choice[] =>
  Array.from({ length: DAYS_AHEAD }, (_, index) => new Date(now.getTime() + (index + 1) * DAY_MS))
    .filter((day) => day.getDay() % 6 !== 0)
    .map((day) => ({ value: isoDay(day), label: inWords(day) }))

/** From 07:00 to 19:00. */
export const DEMO_HOURS: readonly string[] = Array.from(
  { length: LAST_HALF_HOUR - FIRST_HALF_HOUR + 1 },
  (_, index) => {
    const half = FIRST_HALF_HOUR + index
    return `${two(Math.floor(half / 2))}:${half % 2 === 0 ? '00' : '30'}`
  },
)

export const demoMoment = (day: string, hour: string): string => toSecond(`${day}T${hour}`)
