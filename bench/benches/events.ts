/**
 * 200 changes a second and a webhook that hears of them, on one process and the embedded store: how long after a change
 * its message reaches the receiver, and how much longer others' queries take meanwhile. Rounds take turns: changes that
 * are sent, changes at operators without webhooks, and none. Queries are asked by operators that change nothing.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { HOST } from '../../server/src/services/audit-trail.ts'
import { createApiKey } from '../../server/src/services/oauth/api-keys.ts'
import type { World } from '../../server/src/services/world.ts'
import { HttpClient } from '../../server/test/support/http-client.ts'
import { percentile } from '../faults/latency.ts'
import { pause } from '../faults/site.ts'
import { load } from '../load/load.ts'
import { queryRequest } from '../load/requests.ts'
import type { RequestTemplate } from '../load/traffic.ts'
import { ROUND_COUNT, ROUND_SECONDS } from '../options.ts'
import { watchOthers } from '../others-work.ts'
import { createContacts, createKeys, createOperators, issueTokens, type TokenHolder } from '../population.ts'
import { processorSeconds } from '../processor-time.ts'
import { type Bench, median, processorTimes, quartiles, type Row, ratiosOf } from '../row.ts'
import { startOurs } from '../servers.ts'
import { fillStore, newPlace, type Place } from '../store.ts'
import { addWebhooks } from '../webhook-rows.ts'

const CHANGES_PER_SECOND = 200
const P50_LIMIT_MS = 300
const P95_LIMIT_MS = 1_000
const OTHERS_LIMIT = 1.2
/** Of the eight operators that a store is filled with: three have webhooks, three change as much without, two ask. */
const OPERATORS_OF_A_KIND = 3
const WRITERS = 16
const ASKERS = 4
/** Each asker takes turns among so many keys: one key's budget is not what is measured. */
const KEYS_OF_AN_ASKER = 10
const BREATH_MS = 5
const LOOK_MS = 50
const MAX_WAIT_MS = 60_000
const CHANGE = 'mutation { contactCreate(input: { kind: CLIENT, name: "New" }) { userErrorList { message } } }'
const CONTACTS = '{ contactList(page: { first: 20 }) { nodeList { contactId name } } }'

/** Takes every message in a thread of its own: whoever asks meanwhile does not wait for it. */
class Receiver {
  readonly delays: number[] = []
  readonly #thread = new Worker(new URL('../load/receiver.ts', import.meta.url))

  async start(): Promise<string> {
    const [{ port }] = await once(this.#thread, 'message')
    return `http://127.0.0.1:${port}/`
  }

  async hasAll(count: number): Promise<void> {
    const deadline = performance.now() + MAX_WAIT_MS
    for (;;) {
      const told = once(this.#thread, 'message')
      this.#thread.postMessage('delays')
      const [{ delays }] = await told
      this.delays.push(...delays)
      if (this.delays.length >= count) return
      if (performance.now() > deadline) throw new Error(`${this.delays.length} of ${count} messages arrived`)
      await pause(LOOK_MS)
    }
  }

  async stop(): Promise<void> {
    await this.#thread.terminate()
  }
}

/** What kind of round it is: whose contacts are added meanwhile. */
type Kind = 'sent' | 'unsent' | 'none'
const KINDS: readonly Kind[] = ['sent', 'unsent', 'none']

interface Scene {
  readonly changes: Readonly<Record<Kind, readonly RequestTemplate[]>>
  readonly questions: readonly RequestTemplate[]
}

const fill = (place: Place, url: string, senders: number): Promise<Scene> =>
  fillStore(place, async (world: World) => {
    const tenants = await createOperators(world)
    await createContacts(world, tenants)
    const sending = tenants.slice(0, senders)
    const silent = tenants.slice(OPERATORS_OF_A_KIND, OPERATORS_OF_A_KIND + senders)
    const asking = tenants.slice(2 * OPERATORS_OF_A_KIND)
    for (const [index, tenant] of sending.entries()) {
      const { apiKeyId } = await createApiKey(world.at(tenant), { label: 'Sends', scope: 'contact:read' }, HOST)
      await addWebhooks(world, tenant, [{ webhookId: `whk_${index}`, apiKeyId, url }])
    }
    const holders = async (of: typeof tenants, count: number): Promise<TokenHolder[]> =>
      issueTokens(world, await createKeys(world, of, count))
    const changesOf = async (of: typeof tenants) =>
      (await holders(of, WRITERS)).map((holder) => queryRequest(holder, CHANGE))
    return {
      changes: { sent: await changesOf(sending), unsent: await changesOf(silent), none: [] },
      questions: (await holders(asking, ASKERS * KEYS_OF_AN_ASKER)).map((holder) => queryRequest(holder, CONTACTS)),
    }
  })

/** Milliseconds of each query, of some who ask one after another with short pauses. */
const askFor = async (port: number, questions: readonly RequestTemplate[], seconds: number): Promise<number[]> => {
  const client = new HttpClient(port)
  const until = performance.now() + seconds * 1000
  const took: number[] = []
  const ask = async (own: readonly RequestTemplate[]): Promise<void> => {
    for (let turn = 0; performance.now() < until; turn++) {
      const { path, headers, body } = own[turn % own.length] as RequestTemplate
      const { host = '', ...others } = headers
      const startedAt = performance.now()
      const answer = await client.raw(host, path, { method: 'POST', headers: others, body })
      if (answer.status !== 200) throw new Error(`A query was answered ${answer.status}: ${answer.body}`)
      took.push(performance.now() - startedAt)
      await pause(BREATH_MS)
    }
  }
  const ownOf = (asker: number) => questions.filter((_question, index) => index % ASKERS === asker)
  await Promise.all(Array.from({ length: ASKERS }, (_asker, asker) => ask(ownOf(asker))))
  return took
}

type ByKind = Readonly<Record<Kind, readonly number[]>>

const byKind = (): Record<Kind, number[]> => ({ sent: [], unsent: [], none: [] })

interface Measured {
  readonly delays: readonly number[]
  /** Medians of others' queries, by round. */
  readonly medians: ByKind
  /** Processor time of the server for each change, in microseconds, by round; until it has reached the receiver. */
  readonly processor: ByKind
  readonly perSecond: number
  readonly othersShare: number | null
}

const measure = async (senders: number): Promise<Measured> => {
  const place = await newPlace('sqlite')
  const receiver = new Receiver()
  try {
    const { changes, questions } = await fill(place, await receiver.start(), senders)
    const environment = { ...place.environment, AIRSIDE_WEBHOOK_LOOPBACK: '1' }
    const server = await startOurs({ ...place, environment })
    try {
      const { port, pid } = server
      const plan = { port, connections: WRITERS, seconds: ROUND_SECONDS, requestsPerSecond: CHANGES_PER_SECOND }
      const [medians, processor] = [byKind(), byKind()]
      const rates: number[] = []
      let sent = 0
      const round = async (kind: Kind): Promise<void> => {
        const templates = changes[kind]
        const asking = askFor(port, questions, ROUND_SECONDS)
        const before = processorSeconds(pid)
        const written = templates.length === 0 ? null : await load({ ...plan, traffic: { templates } })
        medians[kind].push(median(await asking))
        if (written === null) return
        if (written.failures > 0) throw new Error(`${written.failures} changes failed`)
        if (kind === 'sent') {
          sent += written.requests
          rates.push(written.requestsPerSecond)
          await receiver.hasAll(sent)
        }
        const after = processorSeconds(pid)
        if (before !== null && after !== null) processor[kind].push(((after - before) * 1e6) / written.requests)
      }
      for (const kind of [...KINDS, ...KINDS]) await round(kind)
      for (const list of [...Object.values(medians), ...Object.values(processor), rates]) list.length = 0
      receiver.delays.length = 0
      sent = 0
      const othersShare = watchOthers()
      for (let number = 0; number < ROUND_COUNT; number++) {
        const first = number % KINDS.length
        for (const kind of [...KINDS.slice(first), ...KINDS.slice(0, first)]) await round(kind)
      }
      return { delays: receiver.delays, medians, processor, perSecond: median(rates), othersShare: othersShare() }
    } finally {
      await server.stop()
    }
  } finally {
    await receiver.stop()
    await place.dispose()
  }
}

const delayRow = (name: string, { delays, perSecond, othersShare }: Measured, percent: number, limit: number): Row => {
  const ours = percentile(delays, percent)
  const peerName = `limit, ms from change to receiver at ${Math.round(perSecond)} a second (p${percent})`
  return { name, ours, peer: limit, peerName, ratio: ours / limit, spread: 0, goal: 1, better: 'lower', othersShare }
}

const othersRow = (name: string, measured: Measured, beside: 'unsent' | 'none'): Row => {
  const { medians, processor, othersShare } = measured
  const ratios = ratiosOf(medians.sent, medians[beside])
  const ratioQuartiles = quartiles(ratios)
  return {
    name,
    ours: median(medians.sent),
    peer: median(medians[beside]),
    peerName: `ms of others’ queries while ${beside === 'none' ? 'nothing changes' : 'the same changes are not sent'}`,
    ratio: median(ratios),
    ratioQuartiles,
    spread: ratioQuartiles[1] - ratioQuartiles[0],
    goal: OTHERS_LIMIT,
    better: 'lower',
    rounds: ratios.length,
    processor: beside === 'unsent' ? processorTimes(processor.sent, processor.unsent) : null,
    othersShare,
  }
}

export const events: Bench = {
  name: 'events',
  run: async () => {
    const several = await measure(OPERATORS_OF_A_KIND)
    const one = await measure(1)
    return [
      delayRow('events-delay-p50', several, 50, P50_LIMIT_MS),
      delayRow('events-delay-p95', several, 95, P95_LIMIT_MS),
      othersRow('events-others-vs-not-sent', several, 'unsent'),
      othersRow('events-others-vs-no-changes', several, 'none'),
      delayRow('events-one-webhook-delay-p50', one, 50, P50_LIMIT_MS),
      delayRow('events-one-webhook-delay-p95', one, 95, P95_LIMIT_MS),
    ]
  },
}
