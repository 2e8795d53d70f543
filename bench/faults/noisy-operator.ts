/**
 * Row 58: one operator's key sends requests as fast as it can, far beyond its bucket. The p99 of other operators does
 * not double.
 */
import { startServerProcess } from '../../server/test/support/server-process.ts'
import { load } from '../load/load.ts'
import { queryRequest } from '../load/requests.ts'
import { issueTokens, type TokenHolder } from '../population.ts'
import { fillStore } from '../store.ts'
import { percentile, timedQueries } from './latency.ts'
import { newSite } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const MEASURED_MS = 6_000
const NOISY_CONNECTIONS = 32
/** Server, load and measurement share two cores here, so a part of the delay is the machine's. */
const SCHEDULING_MS = 10
const QUERY = '{ aircraftTypeList(wildcard: "gulfstream aerospace") { acftTypeId iCAO } }'

export const noisyOperator: FaultRun = {
  name: 'noisy-operator',
  row: 58,
  run: async () => {
    const findings = new Findings()
    const { place, keys } = await newSite('sqlite', 16)
    try {
      const [noisy, ...calm] = (await fillStore(place, (world) => issueTokens(world, keys))) as [
        TokenHolder,
        ...TokenHolder[],
      ]
      const others = calm.filter(({ tenant }) => tenant.tenantId !== noisy.tenant.tenantId)
      const server = await startServerProcess({ ...place.environment })
      await timedQueries(server.client, others, MEASURED_MS / 2)
      const before = percentile(await timedQueries(server.client, others, MEASURED_MS), 99)
      const [noise, times] = await Promise.all([
        load({
          port: server.port,
          connections: NOISY_CONNECTIONS,
          seconds: MEASURED_MS / 1000,
          traffic: { templates: [queryRequest(noisy, QUERY)] },
        }),
        timedQueries(server.client, others, MEASURED_MS),
      ])
      const meanwhile = percentile(times, 99)
      findings.expect(noise.failures > 0, 'the noisy key never met its limit')
      const most = 2 * before + SCHEDULING_MS
      findings.expect(meanwhile < most, `p99 of others rose from ${before.toFixed(1)} to ${meanwhile.toFixed(1)} ms`)
      await server.stop()
      return findings.verdict(
        `the noisy key asked ${Math.round(noise.requestsPerSecond)} times a second and was refused ${noise.failures} of ${noise.requests} times; p99 of others ${before.toFixed(1)} ms before, ${meanwhile.toFixed(1)} ms meanwhile`,
      )
    } finally {
      await place.dispose()
    }
  },
}
