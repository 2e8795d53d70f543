/** A leg that a buyer asks for: from, to, and a window in time in one of three forms (data §7.3). */
import { DAY_MS, type Interval, MINUTE_MS } from '../../interval.ts'
import { instantOf } from '../../reference/wall-clock.ts'

export interface RequestedLeg extends Interval {
  readonly adepId: string
  readonly adesId: string
  /** The window is for the arrival. */
  readonly isArrival: boolean
  readonly paxCount: number
}

/** As a request keeps it. */
export interface KeptLeg extends RequestedLeg {
  /** The window is that local day. */
  readonly isDateOnly: boolean
  readonly luggageCount: number | null
  readonly luggageNote: string | null
  readonly petCount: number
  readonly note: string | null
}

type Given<T> = T | null | undefined

export interface WindowInput {
  readonly date?: Given<string>
  readonly earliest?: Given<number>
  readonly latest?: Given<number>
  readonly earliestLocal?: Given<string>
  readonly latestLocal?: Given<string>
}

const MAX_WINDOW_DAYS = 14

const ONE_FORM = 'Say the window in one form: date; earliest and latest; or earliestLocal and latestLocal'

const isGiven = <T>(value: Given<T>): value is T => value !== null && value !== undefined

const nextDay = (date: string): string => new Date(Date.parse(`${date}T00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** Midnight, or the first minute of a day on which the clock leaves midnight out. */
const startOf = (date: string, timezone: string): number | null =>
  instantOf(`${date}T00:00`, timezone) ?? instantOf(`${date}T01:00`, timezone)

const ofForm = (given: WindowInput, timezone: string): readonly [number | null, number | null] | null => {
  const { date, earliest, latest, earliestLocal, latestLocal } = given
  const forms = [isGiven(date), isGiven(earliest) || isGiven(latest), isGiven(earliestLocal) || isGiven(latestLocal)]
  if (forms.filter(Boolean).length !== 1) return null
  if (isGiven(date)) {
    const end = startOf(nextDay(date), timezone)
    return [startOf(date, timezone), end === null ? null : end - MINUTE_MS]
  }
  if (isGiven(earliest) && isGiven(latest)) return [earliest, latest]
  return isGiven(earliestLocal) && isGiven(latestLocal)
    ? [instantOf(earliestLocal, timezone), instantOf(latestLocal, timezone)]
    : null
}

/** The window in UTC, or what is wrong with it. Local times follow the clock of the airport that it is for. */
export const readWindow = (given: WindowInput, timezone: string): Interval | string => {
  const form = ofForm(given, timezone)
  if (form === null) return ONE_FORM
  const [from, to] = form
  if (from === null || to === null) {
    return 'A local time looks like 2026-11-15T10:30, and is one that the clock there shows on that day'
  }
  if (to < from) return 'The window must not end before it begins'
  return to - from > MAX_WINDOW_DAYS * DAY_MS ? `A window is at most ${MAX_WINDOW_DAYS} days` : { from, to }
}
