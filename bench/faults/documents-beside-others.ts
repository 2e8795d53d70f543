/**
 * Row 85: one key sends documents that are expensive to prepare on 8 connections: many fragments, unknown variables,
 * long lists, 1 MB bodies. Another operator's median stays within five times its value without that load.
 */
import { startServerProcess } from '../../server/test/support/server-process.ts'
import { load } from '../load/load.ts'
import { rawQueryRequest } from '../load/requests.ts'
import { issueTokens, type TokenHolder } from '../population.ts'
import { fillStore } from '../store.ts'
import { percentile, timedQueries } from './latency.ts'
import { newSite } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const MEASURED_MS = 6_000
const CONNECTIONS = 8
const MAX_SLOWDOWN = 5
/** Server, load and measurement share two cores here, so a part of the delay is the machine's. */
const SCHEDULING_MS = 5

const repeated = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')

const fragments = `{ operator { ${repeated(600, (at) => `...F${at}`)} } } ${repeated(600, (at) => `fragment F${at} on Operator { name }`)}`
const flights =
  'query ($s: [FlightStatus!]) { flightList(filter: {interval: {from: "2026-11-15T00:00:00Z", to: "2026-11-16T00:00:00Z"}, statusList: $s}) { pageInfo { hasMore } } }'

const COSTLY: Readonly<Record<string, object>> = {
  '600 fragments in one selection': { query: fragments },
  '90,000 unknown variables': {
    query: '{ echo(text: "a") }',
    variables: Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`v${at}`, 1])),
  },
  '500,000 equal list entries': { query: flights, variables: { s: Array(500_000).fill(1) } },
  'a megabyte of a comment': { query: `# ${'x'.repeat(1_000_000)}\n{ echo(text: "a") }` },
  'a megabyte of a string': { query: `{ echo(text: "${'x'.repeat(1_000_000)}") }` },
  'a megabyte of tokens': { query: `{ ${'a '.repeat(500_000)} }` },
  '9,000 fields that do not exist': { query: `{ operator { ${'nothing '.repeat(9_000)} } }` },
}

export const documentsBesideOthers: FaultRun = {
  name: 'documents-beside-others',
  row: 85,
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
      const median = async () => percentile(await timedQueries(server.client, others, MEASURED_MS), 50)
      await median()
      const quiet = await median()
      const seen: string[] = []
      for (const [what, body] of Object.entries(COSTLY)) {
        const [, meanwhile] = await Promise.all([
          load({
            port: server.port,
            connections: CONNECTIONS,
            seconds: MEASURED_MS / 1000,
            traffic: { templates: [rawQueryRequest(noisy, JSON.stringify(body))] },
          }),
          median(),
        ])
        seen.push(`${what} ${meanwhile.toFixed(1)} ms`)
        findings.expect(
          meanwhile <= MAX_SLOWDOWN * quiet + SCHEDULING_MS,
          `${what}: the median of others rose from ${quiet.toFixed(1)} to ${meanwhile.toFixed(1)} ms`,
        )
      }
      await server.stop()
      return findings.verdict(`median of others ${quiet.toFixed(1)} ms when quiet; ${seen.join(', ')}`)
    } finally {
      await place.dispose()
    }
  },
}
