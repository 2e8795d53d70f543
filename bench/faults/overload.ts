/**
 * Row 57: clients offer twice the load that the server can handle. It refuses the excess with 503 and serves the rest:
 * goodput stays above four fifths. Five seconds after the load ends, latency is normal again. The capacity is measured
 * before and after, because a store that grows becomes slower.
 */
import { startServerProcess } from '../../server/test/support/server-process.ts'
import { type LoadReading, load } from '../load/load.ts'
import { keyRequest } from '../load/requests.ts'
import { newSite, pause, refresh } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

/** One for each connection, so that none comes near its limit of tokens. */
const KEYS = 3000
const SECONDS = 6
/** Enough to keep the server busy without a long queue. */
const BUSY_CONNECTIONS = 128
/** More than the server admits at once, so that some must be refused. */
const OVERLOAD_CONNECTIONS = 3000
const RECOVERY_MS = 5_000
const QUICK_MS = 200

const served = ({ requests, failures }: LoadReading): number => (requests - failures) / SECONDS

export const overload: FaultRun = {
  name: 'overload',
  row: 57,
  run: async () => {
    const findings = new Findings()
    const { place, keys } = await newSite('sqlite', KEYS)
    try {
      const server = await startServerProcess({ ...place.environment })
      const traffic = { templates: keys.map(keyRequest) }
      const run = (connections: number, rate?: number) =>
        load({
          port: server.port,
          connections,
          seconds: SECONDS,
          traffic,
          ...(rate === undefined ? {} : { requestsPerSecond: rate }),
        })
      await run(BUSY_CONNECTIONS)
      const before = served(await run(BUSY_CONNECTIONS))
      const over = await run(OVERLOAD_CONNECTIONS, Math.round(2 * before))
      const overAt = performance.now()
      let quickAfter: number | null = null
      while (quickAfter === null && performance.now() - overAt < RECOVERY_MS) {
        const askedAt = performance.now()
        const { status } = await refresh(server.client, keys[0] as (typeof keys)[number])
        if (status === 200 && performance.now() - askedAt < QUICK_MS) quickAfter = Math.round(askedAt - overAt)
        else await pause(50)
      }
      const capacity = (before + served(await run(BUSY_CONNECTIONS))) / 2
      findings.expect(over.failures > 0, 'nobody was refused')
      const kept = served(over) / capacity
      findings.expect(kept >= 0.8, `only ${Math.round(kept * 100)} % of the goodput stayed`)
      findings.expect(quickAfter !== null, 'answers were not quick again within five seconds')
      await server.stop()
      return findings.verdict(
        `${Math.round(capacity)} a second at capacity; with ${OVERLOAD_CONNECTIONS} connections ${Math.round(served(over))} served (${Math.round(kept * 100)} %) and ${over.failures} refused; quick again after ${quickAfter} ms`,
      )
    } finally {
      await place.dispose()
    }
  },
}
