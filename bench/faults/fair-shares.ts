/**
 * Rows 95 and 96: one operator's keys send the costliest changes on 24 connections, a key refreshes at its cap on 32, and
 * nobody in particular asks for passkey options on 32. Another operator's median stays within five times its quiet
 * value, and readiness within ten times.
 */
import type { HttpClient } from '../../server/test/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts'
import { load } from '../load/load.ts'
import { keyRequest } from '../load/requests.ts'
import { hostOf, type TokenHolder } from '../population.ts'
import { type Noisy, newBusyOperators } from './busy-operators.ts'
import { percentile } from './latency.ts'
import { pause } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const MEASURED_MS = 6_000
const BREATH_MS = 5
const MAX_MEDIAN_RATIO = 5
const MAX_READINESS_RATIO = 10
/** Two cores serve, load and measure here: below this a ratio says more about the machine than about the server. */
const LEAST_QUIET_MS = 3
const LIST = JSON.stringify({ query: '{ contactList(page: { first: 1 }) { nodeList { name } } }' })

const ask = async (client: HttpClient, { tenant, accessToken }: TokenHolder, body: string) =>
  client.ask(`http://${hostOf(tenant)}/api/graphql/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body,
  })

const timed = async (job: () => Promise<{ status: number }>): Promise<number[]> => {
  const until = performance.now() + MEASURED_MS
  const took: number[] = []
  while (performance.now() < until) {
    const startedAt = performance.now()
    const { status } = await job()
    took.push(status === 200 ? performance.now() - startedAt : Number.POSITIVE_INFINITY)
    await pause(BREATH_MS)
  }
  return took
}

interface Quiet {
  readonly query: number
  readonly readiness: number
}

const measure = async ({ client }: ServerProcess, calm: TokenHolder): Promise<Quiet> => {
  const [queries, readiness] = await Promise.all([
    timed(() => ask(client, calm, LIST)),
    timed(() => client.ask(`http://${hostOf(calm.tenant)}/readyz`)),
  ])
  return { query: percentile(queries, 50), readiness: percentile(readiness, 50) }
}

const SET_PASSENGERS = `mutation ($flightId: ID!, $version: Int!, $list: [PassengerInput!]!) {
  flightPassengerListSet(flightId: $flightId, expectedVersion: $version, passengerList: $list) { userErrorList { code } }
}`

/** Sets 500 new passengers on every flight, again and again. */
const setPassengers = async (client: HttpClient, { holders, flightIds }: Noisy, until: number): Promise<number> => {
  const list = Array.from({ length: 500 }, (_, index) => ({ contact: { kind: 'PASSENGER', name: `P ${index}` } }))
  let changes = 0
  const again = async (flightId: string, index: number): Promise<void> => {
    for (let version = 1; performance.now() < until; ) {
      const variables = { flightId, version, list }
      const { status, body } = await ask(
        client,
        holders[index] as TokenHolder,
        JSON.stringify({ query: SET_PASSENGERS, variables }),
      )
      if (status === 200 && body.includes('"userErrorList":[]')) {
        version++
        changes++
      } else await pause(50)
    }
  }
  await Promise.all(flightIds.map(again))
  return changes
}

const attacks = (server: ServerProcess, noisy: Noisy): Readonly<Record<string, () => Promise<string>>> => {
  const loaded = async (connections: number, template: Parameters<typeof load>[0]['traffic']['templates'][number]) => {
    const seconds = MEASURED_MS / 1000
    const reading = await load({ port: server.port, connections, seconds, traffic: { templates: [template] } })
    return `${reading.requests} requests, ${reading.failures} refused`
  }
  const host = hostOf(noisy.tenant)
  const options = { path: '/sign-in/passkey/options/', headers: { host, origin: `http://${host}` }, body: '' }
  return {
    'costly changes': async () =>
      `${await setPassengers(server.client, noisy, performance.now() + MEASURED_MS)} changes of 500 entries`,
    'refresh at the cap': () => loaded(32, keyRequest(noisy.keyAtCap)),
    'passkey options': () => loaded(32, options),
  }
}

const run = async (kind: 'sqlite' | 'postgres') => {
  const findings = new Findings()
  const { place, calm, noisy } = await newBusyOperators(kind)
  try {
    const server = await startServerProcess({ ...place.environment })
    await measure(server, calm)
    const seen: string[] = []
    for (const [name, attack] of Object.entries(attacks(server, noisy))) {
      const quiet = await measure(server, calm)
      const [done, busy] = await Promise.all([attack(), measure(server, calm)])
      const isFair = busy.query <= MAX_MEDIAN_RATIO * Math.max(quiet.query, LEAST_QUIET_MS)
      findings.expect(isFair, `${name}: the median rose from ${quiet.query.toFixed(1)} to ${busy.query.toFixed(1)} ms`)
      const isReady = busy.readiness <= MAX_READINESS_RATIO * Math.max(quiet.readiness, LEAST_QUIET_MS)
      findings.expect(isReady, `${name}: readiness ${quiet.readiness.toFixed(1)} → ${busy.readiness.toFixed(1)} ms`)
      seen.push(
        `${name} (${done}): median of another operator ${quiet.query.toFixed(1)} → ${busy.query.toFixed(1)} ms, readiness ${quiet.readiness.toFixed(1)} → ${busy.readiness.toFixed(1)} ms`,
      )
    }
    await server.stop()
    return findings.verdict(seen.join('; '))
  } finally {
    await place.dispose()
  }
}

export const fairSharesOnPostgres: FaultRun = { name: 'fair-shares-postgres', row: 96, run: () => run('postgres') }
export const fairSharesOnSqlite: FaultRun = { name: 'fair-shares-sqlite', row: 96, run: () => run('sqlite') }
