/**
 * Threats row 216, events row 76: processes are killed again and again while they send to twenty receivers of every temper. Every
 * change that was acknowledged arrives at each, in order for each record; a repetition has the id of the first; and
 * nothing is sent once the key is revoked.
 */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HOST } from '../../server/src/services/audit-trail.ts'
import { createApiKey } from '../../server/src/services/oauth/api-keys.ts'
import { createOperator } from '../../server/src/services/tenancy/operators.ts'
import type { World } from '../../server/src/services/world.ts'
import { runCommand, type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts'
import { fillStore, newPlace, type Place, type StoreKind } from '../store.ts'
import { addWebhooks } from '../webhook-rows.ts'
import { pause, randomBetween } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const KILLS = 100
const RECEIVERS = 20
const ADDRESS = 'http://operator.localhost'
/** Of a change after the kills: the first may only learn that its token has expired. */
const LAST_TRIES = 3
/** For what a kill left claimed, and for the pauses of the plan. */
const LAST_WAIT_MS = 600_000
const LOOK_MS = 250

/** Answers, or does not; true if it took the message. */
type Temper = (res: ServerResponse) => boolean

const takes: Temper = (res) => {
  res.end('ok')
  return true
}
const slow: Temper = (res) => {
  setTimeout(() => res.end('ok'), 100)
  return true
}
const huge: Temper = (res) => {
  res.end('x'.repeat(1_000_000))
  return true
}
const answers =
  (status: number, headers: Record<string, string> = {}): Temper =>
  (res) => {
    res.writeHead(status, headers).end()
    return false
  }
const resets: Temper = (res) => {
  res.destroy()
  return false
}
const hangs: Temper = () => false

/** Takes most messages, and does something else with the others. */
const often =
  (share: number, otherwise: Temper): Temper =>
  (res) =>
    (Math.random() < share ? otherwise : takes)(res)

const TEMPERS: readonly Temper[] = [
  takes,
  slow,
  huge,
  often(0.2, answers(500)),
  often(0.1, resets),
  often(0.05, hangs),
  often(0.1, answers(429, { 'retry-after': '1' })),
  often(0.1, answers(307, { location: 'http://127.0.0.1:9/' })),
]

/** What arrived and was taken, and what was wrong with it. */
class Receiver {
  readonly taken = new Set<string>()
  readonly problems: string[] = []
  arrived = 0
  temper: Temper
  readonly #ids = new Map<string, string>()
  readonly #server: Server

  constructor(number: number) {
    this.temper = TEMPERS[number % TEMPERS.length] ?? takes
    this.#server = createServer(async (req, res) => {
      try {
        const { data } = JSON.parse(Buffer.concat(await req.toArray()).toString())
        this.#receive(String(req.headers['webhook-id']), data, res)
      } catch {
        // The sender was killed in the middle of it.
        res.destroy()
      }
    })
  }

  #receive(id: string, { entityId, version }: { entityId: string; version: number }, res: ServerResponse): void {
    this.arrived++
    const change = `${entityId} ${version}`
    const known = this.#ids.get(change)
    if (known !== undefined && known !== id) this.problems.push('a repetition has another id')
    this.#ids.set(change, id)
    if (version > 1 && !this.taken.has(`${entityId} ${version - 1}`))
      this.problems.push(`version ${version} came before the one before it was taken`)
    if (this.temper(res)) this.taken.add(change)
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

interface Scene {
  readonly writer: string
  readonly lastKeyId: string
}

/** An operator with a key that writes, and a webhook for each receiver; the last one has a key of its own. */
const prepare = (place: Place, urls: readonly string[]): Promise<Scene> =>
  fillStore(place, async (world: World) => {
    const operator = { operatorId: 'operator', name: 'Operator', environments: ['production'] } as const
    const [tenant] = await createOperator(world, operator, HOST)
    if (!tenant) throw new Error('There is no operator')
    const at = world.at(tenant)
    const scope = 'contact:read contact:write'
    const writer = await createApiKey(at, { label: 'Writer', scope }, HOST)
    const last = await createApiKey(at, { label: 'Last', scope }, HOST)
    const lastUrl = urls.length - 1
    const wanted = urls.map((url, index) => ({
      webhookId: `whk_${index}`,
      apiKeyId: index === lastUrl ? last.apiKeyId : writer.apiKeyId,
      url,
    }))
    await addWebhooks(world, tenant, wanted)
    return { writer: writer.refreshToken, lastKeyId: last.apiKeyId }
  })

const FIELDS = '{ contact { contactId version } userErrorList { message } }'
const CREATE = `mutation ($name: String!) { done: contactCreate(input: { kind: CLIENT, name: $name }) ${FIELDS} }`
const CHANGE = `mutation ($id: ID!, $v: Int!, $name: String!) {
  done: contactUpdate(contactId: $id, expectedVersion: $v, input: { name: $name }) ${FIELDS} }`

interface Contact {
  readonly contactId: string
  readonly version: number
}

/** Adds and changes contacts through the public door, and remembers what was acknowledged. */
class Writer {
  readonly acknowledged: string[] = []
  readonly #refreshToken: string
  #token = ''
  #contact: Contact | null = null
  #count = 0

  constructor(refreshToken: string) {
    this.#refreshToken = refreshToken
  }

  /** False if the server is gone. */
  async once({ client }: ServerProcess): Promise<boolean> {
    try {
      this.#token ||= (
        await client.form(`${ADDRESS}/access_token/refresh/`, { refresh_token: this.#refreshToken })
      ).body
      const name = `Contact ${++this.#count}`
      const known = this.#count % 3 === 0 ? null : this.#contact
      const variables = known === null ? { name } : { id: known.contactId, v: known.version, name }
      const answer = await client.ask(`${ADDRESS}/api/graphql/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: known === null ? CREATE : CHANGE, variables }),
      })
      // A run may last longer than a token.
      if (answer.status === 401) this.#token = ''
      const contact = answer.json<{ data?: { done?: { contact: Contact | null } } }>().data?.done?.contact
      // A change whose answer was lost may have happened: the next one begins with a new contact.
      this.#contact = contact ?? null
      if (contact) this.acknowledged.push(`${contact.contactId} ${contact.version}`)
      return true
    } catch {
      this.#contact = null
      return false
    }
  }
}

const lacks = ({ taken }: Receiver, changes: readonly string[]): number =>
  changes.filter((change) => !taken.has(change)).length

const isEverywhere = (receivers: readonly Receiver[], changes: readonly string[]): boolean =>
  receivers.every((receiver) => lacks(receiver, changes) === 0)

const webhooksRun = (kind: StoreKind): FaultRun => ({
  name: `webhooks-${kind}`,
  row: 216,
  run: async (kills = KILLS) => {
    const place = await newPlace(kind)
    const receivers = Array.from({ length: RECEIVERS }, (_, number) => new Receiver(number))
    const findings = new Findings()
    const urls = await Promise.all(receivers.map((each) => each.start()))
    const { writer: refreshToken, lastKeyId } = await prepare(place, urls)
    const writer = new Writer(refreshToken)
    const environment = { ...place.environment, AIRSIDE_WEBHOOK_LOOPBACK: '1' }
    const start = () => startServerProcess(environment)
    const processes = await Promise.all(Array.from({ length: kind === 'postgres' ? 2 : 1 }, start))
    const serving = (): ServerProcess => processes[0] as ServerProcess
    try {
      for (let kill = 0; kill < kills; kill++) {
        const at = kill % processes.length
        const until = performance.now() + randomBetween(200, 1_500)
        while (performance.now() < until) await writer.once(processes[at] as ServerProcess)
        await processes[at]?.stop('SIGKILL')
        processes[at] = await start()
      }
      for (const receiver of receivers) receiver.temper = takes
      const deadline = performance.now() + LAST_WAIT_MS
      const { acknowledged } = writer
      while (!isEverywhere(receivers, acknowledged) && performance.now() < deadline) await pause(LOOK_MS)
      for (const [number, receiver] of receivers.entries()) {
        const missing = lacks(receiver, acknowledged)
        findings.expect(missing === 0, `receiver ${number} lacks ${missing} of ${acknowledged.length} changes`)
        for (const problem of receiver.problems) findings.expect(false, `receiver ${number}: ${problem}`)
      }
      const count = acknowledged.length
      await runCommand(
        ['api-key', 'revoke', lastKeyId, '--operator', 'operator', '--environment', 'production', '--yes'],
        environment,
      )
      const before = receivers.at(-1)?.arrived
      for (let tries = 0; acknowledged.length === count && tries < LAST_TRIES; tries++) await writer.once(serving())
      const later = acknowledged.slice(count)
      findings.expect(later.length === 1, 'nothing could be changed after the kills')
      while (!isEverywhere(receivers.slice(0, -1), later) && performance.now() < deadline) await pause(LOOK_MS)
      findings.expect(receivers.at(-1)?.arrived === before, 'something was sent with a key that was revoked')
      const sent = receivers.reduce((sum, { arrived }) => sum + arrived, 0)
      return findings.verdict(
        `${kills} kills, ${count} changes to ${RECEIVERS} receivers, ${sent} messages arrived, each change in order by record`,
      )
    } finally {
      for (const each of processes) await each.stop('SIGKILL')
      for (const receiver of receivers) receiver.stop()
      await place.dispose()
    }
  },
})

export const webhooksOnSqlite = webhooksRun('sqlite')
export const webhooksOnPostgres = webhooksRun('postgres')
