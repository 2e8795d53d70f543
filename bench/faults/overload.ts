/**
 * Row 57: clients offer twice the load that the server can handle. It refuses the excess with 503 and serves the rest:
 * goodput stays above four fifths. Five seconds after the load ends, latency is normal again. The capacity is measured
 * before and after, because a store that grows becomes slower. What is served is counted by the server's own metrics
 * once the connections are open, because opening thousands takes the client seconds.
 */
import { freePort } from '../../server/test/support/free-port.ts'
import { startServerProcess } from '../../server/test/support/server-process.ts'
import { load } from '../load/load.ts'
import { keyRequest } from '../load/requests.ts'
import { newSite, pause, refresh } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

/** So many that none comes near its limit of tokens. */
const KEYS = 3000
const SECONDS = 16
const OPENING_MS = 6_000
const COUNTED_MS = 8_000
/** Enough to keep the server busy without a long queue. */
const BUSY_CONNECTIONS = 128
/** More than the server can take in within the second that it lets them wait, so that some must be refused. */
const OVERLOAD_CONNECTIONS = 3000
const RECOVERY_MS = 5_000
const QUICK_MS = 200

const issuedBy = async (metricsPort: number): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^airside_tokens_issued_total\{holder="api-key"\} (\d+)/m.exec(text)?.[1] ?? 0)
}

/** Tokens issued per second while the load runs. */
const servedDuring = async (metricsPort: number): Promise<number> => {
  await pause(OPENING_MS)
  const [earlier, from] = [await issuedBy(metricsPort), performance.now()]
  await pause(COUNTED_MS)
  const now = await issuedBy(metricsPort)
  return ((now - earlier) * 1000) / (performance.now() - from)
}

export const overload: FaultRun = {
  name: 'overload',
  row: 57,
  run: async () => {
    const findings = new Findings()
    const { place, keys } = await newSite('sqlite', KEYS)
    try {
      const metricsPort = await freePort()
      const server = await startServerProcess({ ...place.environment, AIRSIDE_METRICS_PORT: String(metricsPort) })
      const traffic = { templates: keys.map(keyRequest) }
      const run = async (connections: number, rate?: number) => {
        const limit = rate === undefined ? {} : { requestsPerSecond: rate }
        const plan = { port: server.port, connections, seconds: SECONDS, traffic, ...limit }
        const [{ failures }, served] = await Promise.all([load(plan), servedDuring(metricsPort)])
        return { failures, served }
      }
      const before = await run(BUSY_CONNECTIONS)
      const over = await run(OVERLOAD_CONNECTIONS, Math.round(2 * before.served))
      const overAt = performance.now()
      let quickAfter: number | null = null
      while (quickAfter === null && performance.now() - overAt < RECOVERY_MS) {
        const askedAt = performance.now()
        const { status } = await refresh(server.client, keys[0] as (typeof keys)[number])
        if (status === 200 && performance.now() - askedAt < QUICK_MS) quickAfter = Math.round(askedAt - overAt)
        else await pause(50)
      }
      const capacity = (before.served + (await run(BUSY_CONNECTIONS)).served) / 2
      findings.expect(over.failures > 0, 'nobody was refused')
      const kept = over.served / capacity
      findings.expect(kept >= 0.8, `only ${Math.round(kept * 100)} % of the goodput stayed`)
      findings.expect(quickAfter !== null, 'answers were not quick again within five seconds')
      await server.stop()
      return findings.verdict(
        `${Math.round(capacity)} a second at capacity; with ${OVERLOAD_CONNECTIONS} connections ${Math.round(over.served)} served (${Math.round(kept * 100)} %) and ${over.failures} refused; quick again after ${quickAfter} ms`,
      )
    } finally {
      await place.dispose()
    }
  },
}
