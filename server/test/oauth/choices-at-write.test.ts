/**
 * An administrator takes a contact from a flight support application, or an aircraft from a marketplace, while a
 * mutation of it runs: nothing that depended on it is written after that (threats row 400).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { tenantArea } from '../../src/domain/validity-area.ts'
import { offerFrom } from '../../src/services/oauth/offered-aircraft.ts'
import { actFor } from '../../src/services/oauth/provider-contacts.ts'
import type { TenantTx } from '../../src/storage/handles.ts'
import { DocumentSender } from '../support/document-files.ts'
import { ERRORS, HandlingScene } from '../support/handling-scene.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { QuoteScene } from '../support/quote-scene.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the scenes' own queries ask for
type Data = any

/** What a mutation waits for on PostgreSQL; on the embedded store it waits for the one writer. */
interface Awaited {
  readonly table: 'service_request' | 'flight' | 'empty_leg' | 'quote'
  readonly id: string
}

class Race {
  readonly #server: TestServer
  readonly #other: TestServer
  readonly #tenantId: string

  constructor(server: TestServer, other: TestServer, tenantId: string) {
    this.#server = server
    this.#other = other
    this.#tenantId = tenantId
  }

  /** The payload of a mutation that began before the taking, and had not written when it was committed. */
  async run(mutate: () => Promise<Data>, awaited: Awaited, take: (tx: TenantTx) => Promise<unknown>): Promise<Data> {
    if (this.#server.world.storage.kind === 'postgres') return this.#behindRow(mutate, awaited, take)
    let answer: Promise<Data> | null = null
    await this.#server.world.storage.writeTenant(this.#tenantId, async (tx) => {
      answer = mutate()
      await take(tx)
    })
    return answer
  }

  /** What is taken while a mutation has written, and waits to look at its rights once more before COMMIT. */
  async beforeCommit(mutate: () => Promise<Data>, take: (tx: TenantTx) => Promise<unknown>): Promise<Data> {
    const { storage } = this.#server.world
    const taken = () => this.#other.world.storage.writeTenant(this.#tenantId, take)
    if (storage.kind !== 'postgres') return Promise.all([mutate(), taken()])
    const holder = new pg.Client({ connectionString: this.#server.config.databaseUrl ?? '' })
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from validity_area where area = $1 for update', [tenantArea(this.#tenantId)])
      const answer = mutate()
      await soon('the mutation waits', async () => (await waitingConnections(holder)).length === 1)
      const taking = taken()
      await soon('the taking waits', async () => (await waitingConnections(holder)).length === 2)
      await holder.query('rollback')
      return await Promise.all([answer, taking])
    } finally {
      await holder.end()
    }
  }

  async #behindRow(mutate: () => Promise<Data>, { table, id }: Awaited, take: (tx: TenantTx) => Promise<unknown>) {
    const holder = new pg.Client({ connectionString: this.#server.config.databaseUrl ?? '' })
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query(`select 1 from ${table} where ${table}_id = $1 for update`, [id])
      const answer = mutate()
      await soon('the mutation waits for the row', async () => (await waitingConnections(holder)).length > 0)
      await this.#other.world.storage.writeTenant(this.#tenantId, async (tx) => {
        await take(tx)
      })
      await holder.query('rollback')
      return await answer
    } finally {
      await holder.end()
    }
  }
}

for (const store of storesFor('locks')) {
  describe(`a contact that is taken from an application while it writes (${store})`, () => {
    let server: TestServer
    let other: TestServer
    let scene: HandlingScene
    let by: Integration
    let clientId: string
    let race: Race
    before(async () => {
      server = await startServer(store)
      other = await startServer(store, server.place)
      scene = await HandlingScene.open(server)
      const connected = await scene.application('RampReady', scene.goldair)
      by = connected.by
      clientId = connected.application.clientId
      race = new Race(server, other, scene.scene.at.tenant.tenantId)
    })
    after(async () => {
      await other?.close()
      await server?.close()
    })

    const bind = (contactIds: readonly string[]) => (tx: TenantTx) => actFor(tx, clientId, contactIds)
    const request = async () => scene.asked({ flightId: (await scene.turn()).arrival.flightId })
    const of = ({ serviceRequestId }: Data): Awaited => ({ table: 'service_request', id: serviceRequestId })
    /** The codes of a mutation during which the application loses its contact, which it has again afterwards. */
    const refusal = async (mutate: () => Promise<Data>, awaited: Awaited): Promise<string[]> => {
      const answer = race.run(mutate, awaited, bind([]))
      const codes = await by.refusal(answer)
      await server.world.storage.writeTenant(scene.scene.at.tenant.tenantId, bind([scene.goldair]))
      return codes
    }

    test('it answers no request', async () => {
      const asked = await request()
      assert.deepEqual(await refusal(() => scene.set(by, asked, 'CONFIRMED'), of(asked)), ['NOT_FOUND'])
      assert.equal((await scene.read(scene.key, asked)).status, 'REQUESTED')
      await scene.done(by, asked, 'CONFIRMED')
    })

    test('it sends no message about one', async () => {
      const asked = await request()
      const text = `mutation ($id: ID!) { messageSend(entity: SERVICE_REQUEST, entityId: $id, text: "Late") { ${ERRORS} } }`
      const send = () => by.change(text, { id: asked.serviceRequestId })
      assert.deepEqual(await refusal(send, of(asked)), ['NOT_FOUND'])
      await by.did(send())
    })

    test('it leaves no document with one', async () => {
      const asked = await request()
      const sender = new DocumentSender(server.client, by)
      const uploadId = await sender.uploaded()
      const input = { uploadId, kind: 'GENDEC', serviceRequestId: asked.serviceRequestId, audienceList: ['PROVIDER'] }
      assert.deepEqual(await refusal(() => sender.create(input), of(asked)), ['NOT_FOUND'])
      await by.did(sender.create(input))
    })

    test('it reports no movement of a flight that it sees by one', async () => {
      const { flightId, schedule } = await scene.fly(-3)
      await scene.put(await scene.asked({ flightId }), { status: 'CONFIRMED' })
      const report = () => by.report({ flightId, onBlock: schedule.onBlock })
      // By what it may not do for the flight, or because it does not see it.
      assert.match(String(await refusal(report, { table: 'flight', id: flightId })), /^NOT_(FOUND|ALLOWED)$/)
      await by.did(report())
    })

    test('it goes on where only another contact was taken', async () => {
      const both = [scene.goldair, scene.signature]
      await server.world.storage.writeTenant(scene.scene.at.tenant.tenantId, bind(both))
      const asked = await request()
      await by.did(race.run(() => scene.set(by, asked, 'CONFIRMED'), of(asked), bind([scene.goldair])))
    })
  })

  describe(`an aircraft that is taken from a marketplace while it writes (${store})`, () => {
    let server: TestServer
    let other: TestServer
    let scene: QuoteScene
    let by: Integration
    let clientId: string
    let race: Race
    before(async () => {
      server = await startServer(store)
      other = await startServer(store, server.place)
      scene = await QuoteScene.open(server)
      const connected = await scene.sales.connected('JetMatch')
      by = connected.by
      clientId = connected.application.clientId
      race = new Race(server, other, scene.sales.scene.at.tenant.tenantId)
    })
    after(async () => {
      await other?.close()
      await server?.close()
    })

    const fleet = () => scene.sales.fleet.aircraft.map(({ aircraftId }) => aircraftId)
    const offer = (aircraftIds: readonly string[]) => (tx: TenantTx) => offerFrom(tx, clientId, aircraftIds)
    const refusal = async (mutate: () => Promise<Data>, awaited: Awaited): Promise<string[]> => {
      const { tenantId } = scene.sales.scene.at.tenant
      await server.world.storage.writeTenant(tenantId, offer(fleet()))
      return by.refusal(race.run(mutate, awaited, offer(fleet().slice(1))))
    }

    test('it holds no empty leg', async () => {
      const { leg } = await scene.sales.offer()
      const hold = () => scene.sales.hold(by, leg)
      assert.deepEqual(await refusal(hold, { table: 'empty_leg', id: leg.emptyLegId }), ['NOT_FOUND'])
      assert.equal((await scene.sales.read(scene.key, leg)).status, 'PUBLISHED')
    })

    test('a hold that was about to be committed ends with the aircraft (threats row 428)', async () => {
      const { tenantId } = scene.sales.scene.at.tenant
      const { leg } = await scene.sales.offer()
      await server.world.storage.writeTenant(tenantId, offer(fleet()))
      await race.beforeCommit(() => scene.sales.hold(by, leg), offer(fleet().slice(1)))
      assert.equal((await scene.sales.read(scene.key, leg)).status, 'PUBLISHED')
    })

    test('it accepts no quote', async () => {
      const { tenantId } = scene.sales.scene.at.tenant
      await server.world.storage.writeTenant(tenantId, offer(fleet()))
      const quote = await scene.sent(await scene.asked(by))
      const accept = () => scene.set(by, quote, 'ACCEPTED')
      assert.deepEqual(await refusal(accept, { table: 'quote', id: quote.quoteId }), ['NOT_FOUND'])
      assert.equal((await scene.readQuote(scene.key, quote)).status, 'SENT')
    })
  })
}
