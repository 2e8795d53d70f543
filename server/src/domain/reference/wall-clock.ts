/** An instant of what a clock on the wall shows: the other way round than `localTime`. */
import { DAY_MS } from '../interval.ts'
import { localTime } from './local-time.ts'

const SHAPE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

const offsetMs = (time: number, timezone: string): number =>
  Date.parse(`${localTime(time, timezone).slice(0, 19)}Z`) - Math.floor(time / 1000) * 1000

/**
 * Of a text such as 2026-11-15T10:30. Null where the clock never shows it that day; where it shows it twice, the first
 * time.
 */
export const instantOf = (text: string, timezone: string): number | null => {
  const asUtc = SHAPE.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return null
  const around = [asUtc - DAY_MS, asUtc + DAY_MS].map((time) => asUtc - offsetMs(time, timezone))
  const shown = around.filter((time) => localTime(time, timezone).startsWith(text))
  return shown.length === 0 ? null : Math.min(...shown)
}
