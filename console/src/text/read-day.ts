/** A typed day as 2026-11-12: "12 Nov 2026", "12 november 2026" or "2026-11-12"; undefined where it is none. */
import { DAY_MS } from './spans.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const dayOf = (year: number, month: number, day: number): string | undefined => {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal ? at.toISOString().slice(0, 10) : undefined
}

export const readDay = (text: string): string | undefined => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? []
  if (year && month && day) return dayOf(Number(year), Number(month), Number(day))
  const [, date, name, in_] = /^(\d{1,2})\.? ?([a-z]{3,9})\.? ?(\d{4})$/i.exec(text.trim()) ?? []
  const found = MONTHS.indexOf(name?.slice(0, 3).toLowerCase() ?? '')
  return date && in_ && found !== -1 ? dayOf(Number(in_), found + 1, Number(date)) : undefined
}

export const dayMoved = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
