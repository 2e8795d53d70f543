/** What the graph is asked for by the filters in the address. */
import { DAY_MS } from '../../text/spans.ts'
import { dayOf, daysOf, type FlightSearch } from './flight-search.ts'
import { AT_RISK, FLIGHT_STATUS_CHOICES } from './flight-statuses.ts'

export const flightFilter = (search: FlightSearch, now: Date) => {
  const { from, to } = daysOf(search, now)
  const status = FLIGHT_STATUS_CHOICES.find((choice) => choice === search.status)
  return {
    interval: { from: `${from}T00:00:00Z`, to: `${dayOf(Date.parse(to) + DAY_MS)}T00:00:00Z` },
    basis: 'EXPECTED' as const,
    statusList: status === undefined || status === AT_RISK ? null : [status],
    isAtRisk: status === AT_RISK ? true : null,
    adep: search.adep ?? null,
    ades: search.ades ?? null,
  }
}
