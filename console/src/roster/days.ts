/** Two weeks of duties, one line for each day in UTC. */
import { toSecond } from '../text/instant.ts'
import { DAY_MS, MINUTE_MS } from '../text/spans.ts'

export interface TimeSpan {
  readonly startAt: string
  readonly endAt: string
}

export const DAYS = 14

export const dayStart = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS

export const fortnightFrom = (now: number): { readonly from: string; readonly to: string } => {
  const start = dayStart(now)
  return { from: toSecond(start), to: toSecond(start + DAYS * DAY_MS) }
}

/** The days of a fortnight with what meets each. */
export const byDay = <Span extends TimeSpan>(
  spans: readonly Span[],
  from: number,
): { readonly day: number; readonly spans: readonly Span[] }[] =>
  Array.from({ length: DAYS }, (_, index) => {
    const day = from + index * DAY_MS
    return {
      day,
      spans: spans.filter(({ startAt, endAt }) => Date.parse(startAt) < day + DAY_MS && Date.parse(endAt) > day),
    }
  })

/** Where a span stands on its day's line, in per cent; what crosses midnight ends at the edge. */
export const placeOnDay = ({ startAt, endAt }: TimeSpan, day: number): { left: number; width: number } => {
  const share = (at: string): number => Math.min(1, Math.max(0, (Date.parse(at) - day) / DAY_MS)) * 100
  return { left: share(startAt), width: share(endAt) - share(startAt) }
}

/** Days off and leave, which ask nobody to be anywhere. */
const FREE_KINDS = new Set(['OFF', 'VACATION', 'SICK', 'UNFIT', 'FATIGUE'])

export const isFree = ({ kind }: { readonly kind: string }): boolean => FREE_KINDS.has(kind)

export const nextDutyOf = <Duty extends TimeSpan & { kind: string }>(
  duties: readonly Duty[],
  now: number,
): Duty | undefined =>
  duties
    .filter((duty) => !isFree(duty) && Date.parse(duty.endAt) > now)
    .toSorted((a, b) => a.startAt.localeCompare(b.startAt))[0]

/** "6 h 40". */
export const hoursBetween = ({ startAt, endAt }: TimeSpan): string => {
  const minutes = Math.round((Date.parse(endAt) - Date.parse(startAt)) / MINUTE_MS)
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`
}
