/** Spans of time from now on, as the graph takes them: RFC 3339 in whole seconds. */
import { DAY_MS, MINUTE_MS } from '../text/spans.ts'
export interface Span {
  readonly from: string
  readonly to: string
}

const second = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

/** The minute that is now. */
export const aroundNow = (): Span => ({ from: second(Date.now()), to: second(Date.now() + MINUTE_MS) })

export const daysAhead = (days: number): Span => ({ from: second(Date.now()), to: second(Date.now() + days * DAY_MS) })
