/** What a marketplace sees and writes of flights follows the trips that they belong to now (data §7.4). */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { CHANGE_KINDS } from '../../src/domain/entity-kind.ts'
import { secretHash } from '../../src/domain/secret.ts'
import { changesToSend } from '../../src/services/events/webhook-changes.ts'
import { readPrincipal } from '../../src/services/oauth/verify.ts'
import { changeHead } from '../../src/storage/change-feed.ts'
import { migration as buyersOfFlights } from '../../src/storage/migrations/0351-buyers-of-flights.ts'
import { asBefore } from '../support/flights-of-before.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { QuoteScene } from '../support/quote-scene.ts'
import { MARKETPLACE } from '../support/sales-scene.ts'
import { runCommand } from '../support/server-process.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const folder = mkdtempSync(join(tmpdir(), 'airside-buyers-'))
after(() => rmSync(folder, { recursive: true }))

for (const store of storesFor('record')) {
  describe(`the buyers of flights (${store})`, () => {
    let server: TestServer
    let scene: QuoteScene
    /** May offer the first aircraft alone. */
    let jetMatch: Integration
    let legFinder: Integration
    const tail = (index: number): string => scene.sales.fleet.aircraft[index]?.aircraftId ?? ''
    before(async () => {
      server = await startServer(store)
      scene = await QuoteScene.open(server)
      jetMatch = (await scene.sales.connected('JetMatch', MARKETPLACE, [tail(0)])).by
      legFinder = (await scene.sales.connected('LegFinder', MARKETPLACE, [tail(0)])).by
    })
    after(() => server.close())

    /** A trip that a marketplace bought, with the leg that it bought. */
    const bought = async (by: Integration): Promise<{ tripId: string; flightId: string }> => {
      const hours = scene.day()
      const request = await scene.asked(by, { legList: [scene.leg(hours)] })
      const legList = [{ adep: 'LSZH', ades: 'LFMN', offBlock: scene.sales.time(hours) }]
      const { trip } = await by.did(scene.set(by, await scene.sent(request, { legList }), 'ACCEPTED'))
      const text = 'query ($id: ID!) { trip(tripId: $id) { flightList { flightId } } }'
      const read = await by.ask(text, { id: trip.tripId })
      return { tripId: trip.tripId, flightId: read.trip.flightList[0].flightId }
    }
    /** A flight of an aircraft that neither marketplace may offer. */
    const planned = async (more: object = {}): Promise<string> => {
      const slot = { aircraftId: tail(1), offBlock: scene.sales.time(scene.day()), status: 'CONFIRMED' }
      return (await scene.key.did(scene.key.createFlight({ ...slot, ...more }))).flight.flightId
    }
    const change = async (flightId: string, more: object): Promise<Data> => {
      const { flight } = await scene.key.ask('query ($id: ID!) { flight(flightId: $id) { version } }', { id: flightId })
      return scene.key.did(scene.key.updateFlight({ flightId, ...more }, flight.version))
    }
    const seen = (by: Integration, flightId: string): Promise<Data> =>
      by.ask(
        `query ($id: ID!, $aircraft: ID!, $in: IntervalInput!) {
          flight(flightId: $id) { callsign trip { tripId } aircraft { aircraftId } }
          byId: flightList(filter: { flightIdList: [$id] }) { nodeList { flightId } }
          within: flightList(filter: { interval: $in, flightIdList: [$id] }) { nodeList { flightId } }
          since: flightList(filter: { updatedSince: "2020-01-01T00:00:00Z", flightIdList: [$id] }) { nodeList { flightId } }
          tripList { nodeList { flightList { flightId } } }
          aircraft(aircraftId: $aircraft) { registration }
        }`,
        { id: flightId, aircraft: tail(1), in: { from: scene.sales.time(0), to: scene.sales.time(24 * 400) } },
      )
    const isSeen = async (by: Integration, flightId: string): Promise<boolean> => {
      const { flight, byId, within, since, tripList, aircraft } = await seen(by, flightId)
      const legs = tripList.nodeList.flatMap((trip: Data) => trip.flightList.map((leg: Data) => leg.flightId))
      const found = [byId, within, since].map(({ nodeList }) => nodeList.length === 1)
      const all = [flight !== null, ...found, legs.includes(flightId), aircraft !== null]
      assert.equal(new Set(all).size, 1, `seen on some ways and not on others: ${all}`)
      return all[0] as boolean
    }
    const add = (by: Integration, flightId: string, key: string | null = null): Promise<Data> =>
      by.change(
        `mutation ($id: ID!, $key: String) { flightPassengerAdd(flightId: $id, idempotencyKey: $key,
          passenger: { contact: { kind: PASSENGER, name: "Ida", surname: "Roth" } }) {
          flight { callsign } userErrorList { code message path } } }`,
        { id: flightId, key },
      )
    const cursorOf = async (by: Integration): Promise<string> =>
      (await by.ask('{ changeList(from: NOW) { pageInfo { endCursor } } }')).changeList.pageInfo.endCursor
    const told = async (by: Integration, after: string, flightId: string): Promise<string[]> =>
      (
        await by.ask(
          'query ($after: String!) { changeList(after: $after, entityList: [FLIGHT]) { nodeList { entityId kind fieldList } } }',
          { after },
        )
      ).changeList.nodeList.flatMap(({ entityId, kind, fieldList }: Data) =>
        entityId === flightId ? [kind === 'DELETED' ? `${kind} ${fieldList}`.trim() : kind] : [],
      )
    /** What its webhook would be sent. */
    const sent = async (by: Integration, head: number, flightId: string): Promise<string[]> => {
      const { world } = server
      const { tenantId } = scene.sales.scene.at.tenant
      const principal = await readPrincipal(world, world.storage.tenant(tenantId), secretHash(by.token))
      assert.ok(principal)
      const rest = { fields: null, statuses: null, aircraftIds: null }
      const heard = { tenantId, entities: ['FLIGHT'] as const, kinds: CHANGE_KINDS, ...rest }
      const { changes } = await changesToSend(world, heard, principal, { after: head, most: 100 })
      return changes.flatMap(({ entityId, kind }) => (entityId === flightId ? [kind] : []))
    }
    const headNow = (): Promise<number> => changeHead(server.world.storage.tenant(scene.sales.scene.at.tenant.tenantId))
    /** No stamp differs from its trip's. */
    const differing = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from flight f
        left join trip t on t.tenant_id = f.tenant_id and t.trip_id = f.trip_id
        where coalesce(f.buyer, '') <> coalesce(t.buyer, '')`.execute(server.world.storage.platform.db)
      return Number(rows[0]?.count)
    }

    test('a leg that is taken out of a bought trip ends for the marketplace on every way, with its aircraft (threats row 454)', async () => {
      const { tripId } = await bought(jetMatch)
      const leg = await planned({ tripId })
      assert.ok(await isSeen(jetMatch, leg))
      await jetMatch.did(add(jetMatch, leg, 'first'))
      const [cursor, head] = [await cursorOf(jetMatch), await headNow()]
      await change(leg, { tripId: null, callsign: 'VIP1' })
      assert.equal(await isSeen(jetMatch, leg), false)
      assert.deepEqual(await jetMatch.refusal(add(jetMatch, leg)), ['NOT_FOUND'])
      const again = await add(jetMatch, leg, 'first')
      assert.deepEqual([again.flight, await jetMatch.refusal(Promise.resolve(again))], [null, ['NOT_FOUND']])
      await change(leg, { callsign: 'VIP2' })
      assert.deepEqual(await told(jetMatch, cursor, leg), ['DELETED'])
      assert.deepEqual(await sent(jetMatch, head, leg), ['DELETED'])
      assert.equal(await differing(), 0)
    })

    test('the leg that a marketplace bought leaves its view with the trip, and comes back with it', async () => {
      const { tripId, flightId } = await bought(jetMatch)
      const cursor = await cursorOf(jetMatch)
      await change(flightId, { tripId: null })
      assert.deepEqual((await seen(jetMatch, flightId)).flight, null)
      await change(flightId, { tripId })
      assert.equal((await seen(jetMatch, flightId)).flight.trip.tripId, tripId)
      assert.deepEqual(await told(jetMatch, cursor, flightId), ['DELETED', 'CREATED'])
      await jetMatch.did(add(jetMatch, flightId))
    })

    test('a flight that is moved from one marketplace’s trip to another’s is DELETED for one and CREATED for the other', async () => {
      const from = await bought(jetMatch)
      const to = await bought(legFinder)
      const leg = await planned({ tripId: from.tripId })
      const cursors = [await cursorOf(jetMatch), await cursorOf(legFinder)] as const
      const head = await headNow()
      await change(leg, { tripId: to.tripId, callsign: 'VIP1' })
      assert.deepEqual([await isSeen(jetMatch, leg), await isSeen(legFinder, leg)], [false, true])
      assert.deepEqual(
        [await told(jetMatch, cursors[0], leg), await told(legFinder, cursors[1], leg)],
        [['DELETED'], ['CREATED']],
      )
      assert.deepEqual([await sent(jetMatch, head, leg), await sent(legFinder, head, leg)], [['DELETED'], ['CREATED']])
      assert.deepEqual(await jetMatch.refusal(add(jetMatch, leg)), ['NOT_FOUND'])
      await legFinder.did(add(legFinder, leg))
      await change(leg, { tripId: null })
    })

    test('the operator’s own flight that joins a bought trip is the marketplace’s to see and to fill', async () => {
      const { tripId } = await bought(jetMatch)
      const own = await planned()
      const cursor = await cursorOf(jetMatch)
      assert.equal(await isSeen(jetMatch, own), false)
      await change(own, { tripId })
      assert.ok(await isSeen(jetMatch, own))
      await jetMatch.did(add(jetMatch, own))
      assert.deepEqual(await told(jetMatch, cursor, own), ['CREATED', 'UPDATED'])
      await change(own, { tripId: null })
    })

    test('flights that change trips as one list, and by a file, are seen by who bought those trips', async () => {
      const one = await bought(jetMatch)
      const two = await bought(legFinder)
      const externalIdList = [{ system: 'legacy', value: 'F1' }]
      const mine = await planned({ tripId: one.tripId, externalIdList })
      const theirs = await planned({ tripId: two.tripId })
      const swapped = [
        { flightId: mine, tripId: two.tripId },
        { flightId: theirs, tripId: one.tripId },
      ]
      const read = 'query ($id: ID!) { flight(flightId: $id) { version } }'
      const changeList: object[] = []
      for (const each of swapped) {
        const { flight } = await scene.key.ask(read, { id: each.flightId })
        changeList.push({ ...each, expectedVersion: flight.version })
      }
      await scene.key.did(
        scene.key.change(
          `mutation ($list: [FlightChangeInput!]!) { flightListChange(changeList: $list) {
            flightList { flightId } userErrorList { code message path } } }`,
          { list: changeList },
        ),
      )
      const views = async (flightId: string) => [
        (await seen(jetMatch, flightId)).flight !== null,
        (await seen(legFinder, flightId)).flight !== null,
      ]
      assert.deepEqual(
        [await views(mine), await views(theirs)],
        [
          [false, true],
          [true, false],
        ],
      )
      const file = join(folder, `${store}-flights.csv`)
      writeFileSync(file, `id,tripId\nF1,${one.tripId}\n`)
      const args = ['import', 'flights', file, '--operator', 'alpine', '--system', 'legacy', '--json']
      await runCommand(args, server.place.environment)
      assert.deepEqual(await views(mine), [true, false])
      assert.equal(await differing(), 0)
    })

    test('a server of before writes a flight that changes trips beside this one: the former buyer sees it no more, the next one does (threats row 484)', async () => {
      const mine = await bought(jetMatch)
      const theirs = await bought(legFinder)
      const left = await planned({ tripId: mine.tripId })
      const moved = await planned({ tripId: mine.tripId })
      const { rows } = await sql<{ buyer: string }>`select buyer from trip
        where trip_id = ${mine.tripId}`.execute(server.world.storage.platform.db)
      const buyer = rows[0]?.buyer
      // It writes the buyer that it read along with the trip.
      await server.world.storage.writePlatform(async ({ db }) => {
        await sql`update flight set trip_id = null, buyer = ${buyer} where flight_id = ${left}`.execute(db)
        await sql`update flight set trip_id = ${theirs.tripId}, buyer = ${buyer} where flight_id = ${moved}`.execute(db)
      })
      for (const flightId of [left, moved]) assert.equal((await seen(jetMatch, flightId)).flight, null)
      assert.notEqual((await seen(legFinder, moved)).flight, null)
      assert.equal(await differing(), 0)
      const cursor = await cursorOf(jetMatch)
      await change(moved, { callsign: 'VIP9' })
      assert.deepEqual(await told(jetMatch, cursor, moved), [])
    })

    test('migrating gives flights from before the buyer of their trip, and tells whom they leave and enter', async () => {
      const mine = await bought(jetMatch)
      const theirs = await bought(legFinder)
      const left = await planned({ tripId: mine.tripId })
      const moved = await planned({ tripId: mine.tripId })
      const joined = await planned()
      const right = await planned({ tripId: mine.tripId })
      // As they were written before: the trip alone changed.
      await asBefore(server, () =>
        server.world.storage.writePlatform(async ({ db }) => {
          await sql`update flight set trip_id = null where flight_id = ${left}`.execute(db)
          await sql`update flight set trip_id = ${theirs.tripId} where flight_id = ${moved}`.execute(db)
          await sql`update flight set trip_id = ${theirs.tripId} where flight_id = ${joined}`.execute(db)
        }),
      )
      assert.equal(await differing(), 3)
      const cursors = [await cursorOf(jetMatch), await cursorOf(legFinder), await cursorOf(scene.key)] as const
      const head = await headNow()
      await server.world.storage.writePlatform(({ db }) => buyersOfFlights.up(db, store))
      assert.deepEqual([await differing(), (await headNow()) - head], [0, 3])
      const all = [left, moved, joined, right]
      const heard = async (by: Integration, after: string): Promise<string[]> => {
        const found: string[] = []
        for (const id of all) found.push((await told(by, after, id)).join())
        return found
      }
      assert.deepEqual(await heard(jetMatch, cursors[0]), ['DELETED', 'DELETED', '', ''])
      assert.deepEqual(await heard(legFinder, cursors[1]), ['', 'CREATED', 'CREATED', ''])
      assert.deepEqual(await heard(scene.key, cursors[2]), ['', '', '', ''], 'nothing changed for the operator')
      const views = async (by: Integration): Promise<boolean[]> => {
        const found: boolean[] = []
        for (const id of all) found.push((await seen(by, id)).flight !== null)
        return found
      }
      assert.deepEqual(await views(jetMatch), [false, false, false, true])
      assert.deepEqual(await views(legFinder), [false, true, true, false])
      await change(right, { callsign: 'STILL1' })
      assert.deepEqual(await told(jetMatch, cursors[0], right), ['UPDATED'])
      const again = await headNow()
      await server.world.storage.writePlatform(({ db }) => buyersOfFlights.up(db, store))
      assert.equal(await headNow(), again, 'what is right is left alone')
    })
  })
}
