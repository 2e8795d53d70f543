/**
 * Counts requests by route, outcome and time. Every request pays for it: its route has its meter already, so a request
 * costs a few additions and no look-up. The metrics read the numbers when they are asked for (ADR 71).
 */
export const OUTCOMES = ['answered', 'refused', 'throttled', 'unavailable', 'failed', 'abandoned'] as const
type Outcome = (typeof OUTCOMES)[number]

/** Upper bounds of the counts by time, in milliseconds; slower requests are in one more. */
export const TIME_BOUNDS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const

const INDEX = Object.fromEntries(OUTCOMES.map((outcome, index) => [outcome, index])) as Readonly<
  Record<Outcome, number>
>

const outcomeOf = (status: number): number => {
  if (status < 400) return INDEX.answered
  if (status === 429) return INDEX.throttled
  if (status === 499) return INDEX.abandoned
  if (status < 500) return INDEX.refused
  return status === 503 || status === 504 ? INDEX.unavailable : INDEX.failed
}

export class RouteMeter {
  /** The kind of address, e.g. `operator`. */
  readonly site: string
  readonly method: string
  readonly path: string
  readonly byOutcome = new Float64Array(OUTCOMES.length)
  readonly byTime = new Float64Array(TIME_BOUNDS_MS.length + 1)
  totalMs = 0

  constructor(site: string, method: string, path: string) {
    this.site = site
    this.method = method
    this.path = path
  }

  note(status: number, ms: number): void {
    let index = 0
    while (index < TIME_BOUNDS_MS.length && ms > (TIME_BOUNDS_MS[index] as number)) index++
    this.byTime[index] = (this.byTime[index] as number) + 1
    const outcome = outcomeOf(status)
    this.byOutcome[outcome] = (this.byOutcome[outcome] as number) + 1
    this.totalMs += ms
  }
}

export class RequestMeters {
  /** For requests that found no route. */
  readonly elsewhere = new RouteMeter('none', 'none', 'none')
  readonly routes: RouteMeter[] = [this.elsewhere]
  /** What the HTTP parser refused: it never became a request. */
  unreadable = 0

  meter(site: string, { method, path }: { readonly method: string; readonly path: string }): RouteMeter {
    const meter = new RouteMeter(site, method, path)
    this.routes.push(meter)
    return meter
  }
}
