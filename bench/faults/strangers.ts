/**
 * Row 159: strangers without a credential flood one door after another at an operator's address, from many networks and
 * with forms that are valid, so that the work behind the door is done. For each door: the status of one such request,
 * how many were answered a second, the share of a core that the server took, and the median of other operators' queries
 * in the second in which the flood was at its height, beside that of the second before it. Others use the machine, so
 * quiet and flooded parts alternate, and the middle one of their ratios is told.
 *
 * The flood is made on the same processors, so that median says more of the machine than of the server. What counts is
 * the processor time that the server takes to refuse one request: at most three times that of answering a query, measured
 * in the same run. Doors that hash passwords are told alone: their lanes are what holds (threats row 145).
 */
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { makeFormTicket } from '../../server/src/domain/identity/form-ticket.ts'
import { makeSecret } from '../../server/src/domain/secret.ts'
import { type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts'
import { load } from '../load/load.ts'
import type { RequestTemplate } from '../load/traffic.ts'
import { hostOf, issueTokens, type TokenHolder } from '../population.ts'
import { processorSeconds } from '../processor-time.ts'
import { fillStore } from '../store.ts'
import { percentile, timedQueries } from './latency.ts'
import { newSite } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const FLOOD_SECONDS = 4
const MEASURED_MS = 1_000
const ROUNDS = 3
const CONNECTIONS = 32
const REQUESTS_PER_SECOND = 10_000
/** Different requests of one flood: they come round again after that, when their tickets are spent. */
const DIFFERENT = 1_000
/** Of the processor time of a refusal to that of an answer. */
const MAX_RATIO = 3
const HASHING = new Set(['sign-in', 'sign-up'])
/** Strangers come from many networks, as a trusted proxy tells; nobody takes the mails. */
const ENVIRONMENT = { AIRSIDE_TRUSTED_PROXIES: '127.0.0.0/8', AIRSIDE_SMTP_URL: 'smtp://127.0.0.1:9' }

type Door = (nth: number) => RequestTemplate

const networkOf = (nth: number): string => `10.${(nth >> 8) & 255}.${nth & 255}.7`

const sent = (nth: number, host: string, path: string, more: Pick<RequestTemplate, 'headers' | 'body'>) => ({
  path,
  headers: { host, origin: `http://${host}`, 'x-forwarded-for': networkOf(nth), ...more.headers },
  body: more.body,
})

const form = (nth: number, host: string, path: string, fields: Readonly<Record<string, string>>): RequestTemplate =>
  sent(nth, host, path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ form: makeFormTicket(Date.now(), randomBytes), ...fields }).toString(),
  })

const query = (nth: number, host: string, token: string | null): RequestTemplate =>
  sent(nth, host, '/api/graphql/', {
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query: '{ echo(text: "x") }' }),
  })

const queryOf = (nth: number, holders: readonly TokenHolder[]): RequestTemplate => {
  const { tenant, accessToken } = holders[nth % holders.length] as TokenHolder
  return query(nth, hostOf(tenant), accessToken)
}

const doorsAt = (host: string): Readonly<Record<string, Door>> => {
  const person = (nth: number) => ({ email: `nobody-${nth}@example.com`, password: 'nobody has this password' })
  return {
    'passkey options': (nth) => form(nth, host, '/sign-in/passkey/options/', {}),
    'sign-in': (nth) => form(nth, host, '/sign-in/', person(nth)),
    'sign-up': (nth) =>
      form(nth, 'developers.localhost', '/sign-up/', { ...person(nth), company: `Nobody ${nth}`, name: 'Nobody' }),
    forgotten: (nth) => form(nth, host, '/forgotten/', { email: person(nth).email }),
    'unknown tokens': (nth) => query(nth, host, makeSecret('at', 'production', randomBytes)),
    'unknown hosts': (nth) => query(nth, `nobody-${nth}.localhost`, null),
    introspection: (nth) =>
      form(nth, host, '/oauth2/introspect/', {
        client_id: `app_${randomBytes(10).toString('hex')}`,
        client_secret: makeSecret('cs', 'production', randomBytes),
        token: makeSecret('at', 'production', randomBytes),
      }),
  }
}

/** Measures the others, with what the server takes of a core meanwhile. */
const measured = async (server: ServerProcess, others: readonly TokenHolder[]) => {
  const used = () => processorSeconds(server.child.pid ?? 0) ?? Number.NaN
  const [from, before] = [performance.now(), used()]
  const medianMs = percentile(await timedQueries(server.client, others, MEASURED_MS), 50)
  return { medianMs, cores: ((used() - before) * 1000) / (performance.now() - from) }
}

const flooded = async (server: ServerProcess, others: readonly TokenHolder[], door: Door, from: number) => {
  const quiet = await measured(server, others)
  const templates = Array.from({ length: DIFFERENT }, (_, index) => door(from + index))
  const plan = { port: server.port, connections: CONNECTIONS, seconds: FLOOD_SECONDS, traffic: { templates } }
  let isOver = false
  const used = () => processorSeconds(server.child.pid ?? 0) ?? Number.NaN
  const before = used()
  const flood = load({ ...plan, requestsPerSecond: REQUESTS_PER_SECOND }).finally(() => {
    isOver = true
  })
  // The loading process takes its time to begin: the flood is there where the server works most.
  let busy = await measured(server, others)
  while (!isOver) {
    const next = await measured(server, others)
    if (next.cores > busy.cores) busy = next
  }
  const { requestsPerSecond } = await flood
  const eachUs = ((used() - before) * 1e6) / (requestsPerSecond * FLOOD_SECONDS)
  return { ratio: busy.medianMs / quiet.medianMs, quiet, busy, requestsPerSecond, eachUs }
}

/** What one stranger is answered before the flood: it shows that the door does its work. */
const statusAt = async ({ client }: ServerProcess, { path, headers, body }: RequestTemplate): Promise<number> => {
  const { host = '', ...others } = headers
  return (await client.ask(`http://${host}${path}`, { method: 'POST', headers: others, body })).status
}

export const strangers: FaultRun = {
  name: 'strangers',
  row: 159,
  run: async () => {
    const findings = new Findings()
    const { place, keys, tenants } = await newSite('sqlite', 16)
    try {
      const holders = await fillStore(place, (world) => issueTokens(world, keys))
      const [victim] = tenants
      if (!victim) throw new Error('There is no operator')
      const others = holders.filter(({ tenant }) => tenant.tenantId !== victim.tenantId).slice(0, 4)
      const server = await startServerProcess({ ...place.environment, ...ENVIRONMENT })
      await measured(server, others)
      const ordinary = await flooded(server, others, (nth) => queryOf(nth, others), 0)
      const seen = [
        `load of the machine ${loadavg()[0]?.toFixed(1)}`,
        `queries of known tokens ${Math.round(ordinary.requestsPerSecond)} a second, ${ordinary.eachUs.toFixed(0)} µs each`,
      ]
      let nth = 0
      for (const [name, door] of Object.entries(doorsAt(hostOf(victim)))) {
        const status = await statusAt(server, door(nth++))
        const rounds = []
        for (let round = 0; round < ROUNDS; round++, nth += DIFFERENT) {
          rounds.push(await flooded(server, others, door, nth))
        }
        const middle = rounds.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(ROUNDS / 2)] as (typeof rounds)[number]
        const medians = `${middle.quiet.medianMs.toFixed(1)} → ${middle.busy.medianMs.toFixed(1)} ms`
        const cores = (middle.busy.cores - middle.quiet.cores).toFixed(2)
        seen.push(
          `${name} (${status}) ${Math.round(middle.requestsPerSecond)} a second, ${cores} cores, ${middle.eachUs.toFixed(0)} µs each: ${medians}, ${middle.ratio.toFixed(1)} times`,
        )
        findings.expect(
          HASHING.has(name) || middle.eachUs <= MAX_RATIO * ordinary.eachUs,
          `${name}: ${middle.eachUs.toFixed(0)} µs for a refusal, ${ordinary.eachUs.toFixed(0)} for an answer`,
        )
      }
      await server.stop()
      return findings.verdict(seen.join('\n          '))
    } finally {
      await place.dispose()
    }
  },
}
