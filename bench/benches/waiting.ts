/**
 * Requests that wait on the feed: how long after a change was sent they are answered, by the process that took the
 * change (embedded store) or by another one (PostgreSQL), and what a thousand of them take of a process.
 */
import { freePort } from '../../server/test/support/free-port.ts'
import { HttpClient } from '../../server/test/support/http-client.ts'
import { pause } from '../faults/site.ts'
import { rawQueryRequest } from '../load/requests.ts'
import type { RequestTemplate } from '../load/traffic.ts'
import { createKeys, createOperators, issueTokens, type TokenHolder } from '../population.ts'
import { residentMb } from '../resident-memory.ts'
import { type Bench, quantile, type Row } from '../row.ts'
import type { ServerProcess } from '../server-process.ts'
import { sideBySide, startOurs } from '../servers.ts'
import { fillStore, newPlace, type Place, type StoreKind } from '../store.ts'

const LIMIT_MS = { sqlite: 20, postgres: 200 } as const
const LIMIT_MB = 50
const CHANGES = 200
/** As many as one operator may have wait, at ten operators. */
const OPERATORS = 10
const WAITS_OF_A_KEY = 5
const WAITERS = 1_000
const WAIT_SECONDS = 25
/** Longer than it takes to send them all, shorter than they wait. */
const MAX_SETTLE_MS = 20_000

const LOOK_MS = 20

/** A server whose metrics say how many wait. */
type Watched = ServerProcess & { readonly metricsPort: number }

const NOW = '{ changeList(from: NOW) { pageInfo { endCursor } } }'
const WAIT = `query ($after: String) { changeList(after: $after, waitSeconds: ${WAIT_SECONDS}, entityList: [CONTACT]) {
  nodeList { entity } } }`
const CHANGE = 'mutation { contactCreate(input: { kind: CLIENT, name: "New" }) { userErrorList { message } } }'

const sendTo = async ({ port }: ServerProcess, { path, headers, body }: RequestTemplate): Promise<string> => {
  const { host = '', ...others } = headers
  const answer = await new HttpClient(port).raw(host, path, { method: 'POST', headers: others, body })
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${answer.body}`)
  return answer.body
}

const asked = (holder: TokenHolder, query: string, variables: object = {}): RequestTemplate =>
  rawQueryRequest(holder, JSON.stringify({ query, variables }))

const cursorOf = async (server: ServerProcess, holder: TokenHolder): Promise<string> =>
  JSON.parse(await sendTo(server, asked(holder, NOW))).data.changeList.pageInfo.endCursor

const waitersAt = async ({ metricsPort }: Watched): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^airside_feed_waits (\d+)$/m.exec(text)?.[1])
}

const untilWaiting = async (server: Watched, count: number): Promise<void> => {
  const until = performance.now() + MAX_SETTLE_MS
  for (let now = await waitersAt(server); now !== count; now = await waitersAt(server)) {
    if (performance.now() > until) throw new Error(`${now} of ${count} wait`)
    await pause(LOOK_MS)
  }
}

const startWatched = async (place: Place): Promise<Watched> => {
  const metricsPort = await freePort()
  const environment = { ...place.environment, AIRSIDE_METRICS_PORT: String(metricsPort) }
  return Object.assign(await startOurs({ ...place, environment }), { metricsPort })
}

const holdersIn = (place: Place, keys: number): Promise<TokenHolder[]> =>
  fillStore(place, async (world) =>
    issueTokens(world, await createKeys(world, await createOperators(world, OPERATORS), keys)),
  )

/** From sending the change to the answer of the one that waited: more than from its commit. */
const delays = async (waitsAt: Watched, changesAt: ServerProcess, holders: readonly TokenHolder[]) => {
  const found: number[] = []
  for (let index = 0; index < CHANGES; index++) {
    const holder = holders[index % holders.length] as TokenHolder
    const after = await cursorOf(waitsAt, holder)
    const waited = sendTo(waitsAt, asked(holder, WAIT, { after })).then((body) => {
      if (!body.includes('CONTACT')) throw new Error(`Nothing came: ${body}`)
      return performance.now()
    })
    await untilWaiting(waitsAt, 1)
    const sentAt = performance.now()
    await sendTo(changesAt, asked(holder, CHANGE))
    found.push((await waited) - sentAt)
  }
  return found
}

const rowOf = (name: string, ours: number, peer: number, peerName: string): Row => ({
  name,
  ours,
  peer,
  peerName,
  ratio: ours / peer,
  spread: 0,
  goal: 1,
  better: 'lower',
})

const delayRow = async (store: StoreKind): Promise<Row> => {
  const place = await newPlace(store)
  try {
    const holders = await holdersIn(place, OPERATORS)
    const others = store === 'postgres' ? [startOurs(place)] : []
    const watched = startWatched(place)
    return await sideBySide([watched, ...others], async (_first, second) => {
      const waitsAt = await watched
      const times = await delays(waitsAt, second ?? waitsAt, holders)
      const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
      const who = store === 'postgres' ? 'by another process' : 'by the same process'
      return rowOf(
        `waiting-${store}-p95`,
        p95,
        LIMIT_MS[store],
        `limit, ms from a change ${who}; p50 ${p50.toFixed(1)}`,
      )
    })
  } finally {
    await place.dispose()
  }
}

const memoryRow = async (): Promise<Row> => {
  const place = await newPlace('postgres')
  try {
    const holders = await holdersIn(place, WAITERS / WAITS_OF_A_KEY)
    const watched = startWatched(place)
    return await sideBySide([watched], async () => {
      const server = await watched
      const cursors = new Map<string, string>()
      for (const holder of holders) {
        const { tenantId } = holder.tenant
        if (!cursors.has(tenantId)) cursors.set(tenantId, await cursorOf(server, holder))
      }
      const before = residentMb(server.pid)
      const waits = holders.flatMap((holder) =>
        Array.from({ length: WAITS_OF_A_KEY }, () =>
          sendTo(server, asked(holder, WAIT, { after: cursors.get(holder.tenant.tenantId) })),
        ),
      )
      await untilWaiting(server, WAITERS)
      const grown = residentMb(server.pid) - before
      await Promise.all(waits)
      return rowOf('waiting-memory', grown, LIMIT_MB, `limit, MB that ${WAITERS} who wait take`)
    })
  } finally {
    await place.dispose()
  }
}

export const waiting: Bench = {
  name: 'waiting',
  run: async () => [await delayRow('sqlite'), await delayRow('postgres'), await memoryRow()],
}
