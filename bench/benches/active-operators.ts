/**
 * Operators at work on PostgreSQL: 10,000 of them ask one query a minute each and refresh a token every half hour, as
 * integrations do. Measured are the processor times of server and store for a request, beside a tenth of the operators
 * who send as many requests: what a request costs must not grow with the number of operators, for docs/growth.md
 * reckons with it. `ACTIVE=1000` in the environment takes another number of operators, `--seconds 3` makes each part
 * three times as long.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { HOST } from '../../server/src/services/audit-trail.ts'
import { createOperator } from '../../server/src/services/tenancy/operators.ts'
import { HttpClient } from '../../server/test/support/http-client.ts'
import { keyRequest, queryRequest } from '../load/requests.ts'
import type { RequestTemplate } from '../load/traffic.ts'
import { ROUND_SECONDS } from '../options.ts'
import { watchOthers } from '../others-work.ts'
import { createContacts, createKeys, issueTokens } from '../population.ts'
import { parentOf, processorSeconds, secondsBelow } from '../processor-time.ts'
import { type Bench, median, type Row } from '../row.ts'
import { startOurs } from '../servers.ts'
import { mapSome } from '../some-at-once.ts'
import { fillStore, newPlace, type Place } from '../store.ts'

const OPERATORS = Number(process.env.ACTIVE ?? 10_000)
const FEW = OPERATORS / 10
const CONTACTS_EACH = 5
const PART_SECONDS = 30 * ROUND_SECONDS
const QUERIES_A_SECOND = OPERATORS / 60
/** One request in so many refreshes a token: a query a minute, a token every thirty. */
const REFRESH_EVERY = 30
const FLAT = 1.2
const CONTACTS = '{ contactList(page: { first: 20 }) { nodeList { contactId name } } }'

interface Operators {
  readonly query: readonly RequestTemplate[]
  readonly refresh: readonly RequestTemplate[]
}

const fill = (place: Place): Promise<Operators> =>
  fillStore(place, async (world) => {
    const made = await mapSome(Array(OPERATORS).keys(), (index) => {
      const operator = { operatorId: `operator-${index}`, name: `Operator ${index}` }
      return createOperator(world, { ...operator, environments: ['production'] }, HOST)
    })
    const tenants = made.flat()
    await createContacts(world, tenants, CONTACTS_EACH)
    const keys = await createKeys(world, tenants, OPERATORS)
    const holders = await issueTokens(world, keys)
    return { query: holders.map((holder) => queryRequest(holder, CONTACTS)), refresh: keys.map(keyRequest) }
  })

/** The process above all sessions of the store. */
const storeProcess = async (place: Place): Promise<number> => {
  const client = new pg.Client({ connectionString: place.environment.DATABASE_URL })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf((rows[0] as { pid: number }).pid)
  } finally {
    await client.end()
  }
}

interface Processes {
  readonly server: number
  readonly store: number
}

/** Seconds of processor time. */
const usedBy = ({ server, store }: Processes): Processes => ({
  server: processorSeconds(server) ?? 0,
  store: secondsBelow(store) ?? 0,
})

const during = async (processes: Processes, job: () => Promise<unknown>): Promise<Processes> => {
  const before = usedBy(processes)
  await job()
  const after = usedBy(processes)
  return { server: after.server - before.server, store: after.store - before.store }
}

const took = async (client: HttpClient, { path, headers, body }: RequestTemplate): Promise<number> => {
  const { host = '', ...others } = headers
  const startedAt = performance.now()
  const answer = await client.raw(host, path, { method: 'POST', headers: others, body })
  if (answer.status !== 200) throw new Error(`${path} of ${host} answered ${answer.status}: ${answer.body}`)
  return performance.now() - startedAt
}

/** Sends at a steady pace, whether answers come or not; the operators take turns. Returns the milliseconds of each. */
const work = async (client: HttpClient, of: Operators, count: number): Promise<number[]> => {
  const sent: Promise<number>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < PART_SECONDS * QUERIES_A_SECOND; index++) {
    const due = (index / QUERIES_A_SECOND) * 1000
    while (performance.now() - startedAt < due) await sleep(1)
    const from = index % REFRESH_EVERY === 0 ? of.refresh : of.query
    sent.push(took(client, from[index % count] as RequestTemplate))
  }
  return Promise.all(sent)
}

interface Reading {
  /** Microseconds of processor time a request, without what an idle server takes. */
  readonly server: number
  readonly store: number
  /** The median of a request, in milliseconds. */
  readonly p50: number
}

const readingOf = async (client: HttpClient, processes: Processes, of: Operators, count: number): Promise<Reading> => {
  const idle = await during(processes, () => sleep(PART_SECONDS * 1000))
  let times: number[] = []
  const busy = await during(processes, async () => {
    times = await work(client, of, count)
  })
  const each = (of: keyof Processes): number => ((busy[of] - idle[of]) * 1e6) / times.length
  return { server: each('server'), store: each('store'), p50: median(times) }
}

const rowOf = (what: keyof Reading, unit: string, many: Reading, few: Reading): Row => ({
  name: `active-operators-${what}`,
  ours: many[what],
  peer: few[what],
  peerName: `${unit} with ${FEW} operators, as many requests; ours: ${OPERATORS}`,
  ratio: many[what] / few[what],
  spread: 0,
  goal: FLAT,
  better: 'lower',
})

export const activeOperators: Bench = {
  name: 'active-operators',
  run: async () => {
    const place = await newPlace('postgres')
    try {
      const operators = await fill(place)
      const server = await startOurs(place)
      try {
        const client = new HttpClient(server.port)
        const processes = { server: server.pid, store: await storeProcess(place) }
        const othersShare = watchOthers()
        await work(client, operators, FEW)
        const few = await readingOf(client, processes, operators, FEW)
        const many = await readingOf(client, processes, operators, OPERATORS)
        const share = othersShare()
        return [
          rowOf('server', 'µs of the server a request', many, few),
          rowOf('store', 'µs of PostgreSQL a request', many, few),
          rowOf('p50', 'ms a request', many, few),
        ].map((row) => ({ ...row, othersShare: share }))
      } finally {
        await server.stop()
      }
    } finally {
      await place.dispose()
    }
  },
}
