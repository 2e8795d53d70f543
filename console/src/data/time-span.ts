/** Spans of time from now on, as the graph takes them. */
import { toSecond } from '../text/instant.ts'
import { DAY_MS, MINUTE_MS } from '../text/spans.ts'

export interface Span {
  readonly from: string
  readonly to: string
}

/** The minute that is now. */
export const aroundNow = (): Span => ({ from: toSecond(Date.now()), to: toSecond(Date.now() + MINUTE_MS) })

export const daysAhead = (days: number): Span => ({
  from: toSecond(Date.now()),
  to: toSecond(Date.now() + days * DAY_MS),
})
