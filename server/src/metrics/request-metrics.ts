/** Requests by route, outcome and time. */
import { OUTCOMES, type RequestMeters, TIME_BOUNDS_MS } from '../http/listening/request-meters.ts'
import type { Exposition } from './exposition.ts'

const BOUNDS_SECONDS = TIME_BOUNDS_MS.map((ms) => ms / 1000)

interface RequestsNow {
  readonly atWork: number
  readonly waiting: number
}

export const writeRequestMetrics = (out: Exposition, meters: RequestMeters, { atWork, waiting }: RequestsNow): void => {
  const routes = meters.routes.map((meter) => ({
    meter,
    labels: { site: meter.site, method: meter.method, route: meter.path },
  }))
  out.counter(
    'airside_http_requests_total',
    'Requests by route and outcome.',
    ...routes.flatMap(({ meter, labels }) =>
      OUTCOMES.map((outcome, index) => ({ labels: { ...labels, outcome }, value: meter.byOutcome[index] ?? 0 })),
    ),
  )
  out.histogram(
    'airside_http_request_duration_seconds',
    'From the head of the request to the answer.',
    BOUNDS_SECONDS,
    routes.map(({ meter, labels }) => ({ labels, counts: meter.byTime, sum: meter.totalMs / 1000 })),
  )
  out.counter('airside_http_unreadable_total', 'What was no HTTP, too long or too slow to become a request.', {
    value: meters.unreadable,
  })
  out.gauge('airside_http_requests_at_work', 'Requests that are being worked on.', { value: atWork })
  out.gauge('airside_feed_waits', 'Requests that wait for changes of a feed.', { value: waiting })
}
