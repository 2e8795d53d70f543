/**
 * Compares a grown store with an empty one: 10,000 operators, 10 million expired and 1 million live tokens. Requests
 * alternate between the two, so that other load on the machine affects both. `GROWTH=0.1` in the environment makes a
 * tenth of it; the row states the size.
 */

import { HttpClient } from '../../server/test/support/http-client.ts'
import { growStore } from '../grown-store.ts'
import { keyRequest, queryRequest } from '../load/requests.ts'
import type { RequestTemplate } from '../load/traffic.ts'
import { createContacts, createKeys, createOperators, issueTokens } from '../population.ts'
import { type Bench, median, type Row } from '../row.ts'
import { sideBySide, startOurs } from '../servers.ts'
import { fillStore, newPlace, type Place } from '../store.ts'

const PART = Number(process.env.GROWTH ?? 1)
const GROWTH = { operators: 10_000 * PART, expiredTokens: 10_000_000 * PART, liveTokens: 1_000_000 * PART }
const FLAT = 1.2
const KEYS = 64
const ROUNDS = 5
const REQUESTS_PER_ROUND = 400
const WARM_UP_REQUESTS = 400
const CONTACTS = '{ contactList(page: { first: 20 }) { nodeList { contactId name } } }'

interface Requests {
  readonly query: readonly RequestTemplate[]
  readonly refresh: readonly RequestTemplate[]
}

const fill = (place: Place): Promise<Requests> =>
  fillStore(place, async (world) => {
    const tenants = await createOperators(world)
    await createContacts(world, tenants)
    const keys = await createKeys(world, tenants, KEYS)
    const holders = await issueTokens(world, keys)
    return { query: holders.map((holder) => queryRequest(holder, CONTACTS)), refresh: keys.map(keyRequest) }
  })

const took = async (client: HttpClient, { path, headers, body }: RequestTemplate): Promise<number> => {
  const startedAt = performance.now()
  const { host = '', ...others } = headers
  const answer = await client.raw(host, path, { method: 'POST', headers: others, body })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
  return performance.now() - startedAt
}

interface Store {
  readonly client: HttpClient
  readonly templates: readonly RequestTemplate[]
}

/** Medians in milliseconds of one round with alternating requests. */
const round = async (grown: Store, empty: Store, count: number): Promise<{ grown: number; empty: number }> => {
  const times = { grown: [] as number[], empty: [] as number[] }
  for (let index = 0; index < count; index++) {
    times.grown.push(await took(grown.client, grown.templates[index % KEYS] as RequestTemplate))
    times.empty.push(await took(empty.client, empty.templates[index % KEYS] as RequestTemplate))
  }
  return { grown: median(times.grown), empty: median(times.empty) }
}

const compareMedians = async (name: string, grown: Store, empty: Store): Promise<Row> => {
  await round(grown, empty, WARM_UP_REQUESTS)
  const rounds = []
  for (let index = 0; index < ROUNDS; index++) rounds.push(await round(grown, empty, REQUESTS_PER_ROUND))
  const ratios = rounds.map((one) => one.grown / one.empty)
  return {
    name,
    ours: median(rounds.map((one) => one.grown)),
    peer: median(rounds.map((one) => one.empty)),
    peerName: `ms on an empty store; grown: ${GROWTH.operators} operators, ${GROWTH.expiredTokens} expired, ${GROWTH.liveTokens} live tokens`,
    ratio: median(ratios),
    spread: Math.max(...ratios) - Math.min(...ratios),
    goal: FLAT,
    better: 'lower',
  }
}

export const growth: Bench = {
  name: 'growth',
  run: async () => {
    const [grown, empty] = [await newPlace('sqlite'), await newPlace('sqlite')]
    try {
      const [ofGrown, ofEmpty] = [await fill(grown), await fill(empty)]
      growStore(grown.folder, GROWTH)
      return await sideBySide([startOurs(grown), startOurs(empty)], async (first, second) => {
        const [one, other] = [new HttpClient(first.port), new HttpClient(second.port)]
        const rowOf = (kind: keyof Requests): Promise<Row> =>
          compareMedians(
            `growth-${kind}-p50`,
            { client: one, templates: ofGrown[kind] },
            { client: other, templates: ofEmpty[kind] },
          )
        return [await rowOf('query'), await rowOf('refresh')]
      })
    } finally {
      await Promise.all([grown.dispose(), empty.dispose()])
    }
  },
}
