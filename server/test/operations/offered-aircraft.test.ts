/** Which aircraft a marketplace may offer (data §7.6): chosen at consent, changed later, and nothing of the others shows. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CHANGE_KINDS } from '../../src/domain/entity-kind.ts'
import { secretHash } from '../../src/domain/secret.ts'
import { changesToSend } from '../../src/services/events/webhook-changes.ts'
import { readPrincipal } from '../../src/services/oauth/verify.ts'
import { changeHead } from '../../src/storage/change-feed.ts'
import { formTo } from '../support/browser.ts'
import { addApplication, authorizePath, exchangeFields, returned, type TestApplication } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { price, QuoteScene } from '../support/quote-scene.ts'
import { MARKETPLACE } from '../support/sales-scene.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const FEED = ['AIRCRAFT', 'UNAVAILABILITY', 'EMPTY_LEG', 'AVAILABILITY', 'QUOTE'] as const

for (const store of storesFor('record')) {
  describe(`the aircraft that a marketplace may offer (${store})`, () => {
    let server: TestServer
    let scene: QuoteScene
    /** May offer the first aircraft. */
    let jetMatch: Integration
    let application: TestApplication
    /** May offer every aircraft. */
    let other: Integration
    let console: ConsoleClient
    const tail = (index: number): string => scene.sales.fleet.aircraft[index]?.aircraftId ?? ''
    before(async () => {
      server = await startServer(store)
      scene = await QuoteScene.open(server)
      const connected = await scene.sales.connected('JetMatch', MARKETPLACE, [tail(0)])
      jetMatch = connected.by
      application = connected.application
      other = await scene.sales.marketplace('LegFinder')
      console = new ConsoleClient(server.client, scene.sales.scene.browser)
    })
    after(() => server.close())

    const offer = (...aircraftIdList: string[]): Promise<Data> =>
      console.data(
        `mutation ($c: ID!, $l: [ID!]!) { addOnAircraftListSet(clientId: $c, aircraftIdList: $l) {
          addOn { offeredAircraftList { aircraftId registration } } userErrorList { code message path } } }`,
        { c: application.clientId, l: aircraftIdList },
      )
    const cursorOf = async (by: Integration): Promise<string> =>
      (await by.ask('{ changeList(from: NOW) { pageInfo { endCursor } } }')).changeList.pageInfo.endCursor
    const told = async (by: Integration, after: string): Promise<string[]> =>
      (
        await by.ask(
          `query ($after: String!, $of: [EntityKind!]!) { changeList(after: $after, entityList: $of) {
            nodeList { entity entityId kind } } }`,
          { after, of: FEED },
        )
      ).changeList.nodeList.map(({ entity, entityId, kind }: Data) => `${kind} ${entity} ${entityId}`)
    const sold = async (aircraft: number, hours: number): Promise<string> => {
      const slot = { offBlock: scene.sales.time(hours), onBlock: scene.sales.time(hours + 2) }
      const { flightId } = await scene.sales.ferry({ aircraftId: tail(aircraft), ...slot })
      const window = { earliest: scene.sales.time(hours - 2), latest: scene.sales.time(hours + 2) }
      return (await scene.key.did(scene.sales.publish(scene.key, flightId, window))).emptyLeg.emptyLegId
    }

    test('what is not offered is in no list, node, search, schedule, feed or webhook (threats row 220)', async () => {
      const [mine, others] = await Promise.all([cursorOf(jetMatch), cursorOf(other)])
      const { world } = server
      const { tenantId } = scene.sales.scene.at.tenant
      const head = await changeHead(world.storage.tenant(tenantId))
      const offered = await sold(0, 2000)
      const hidden = await sold(1, 2000)
      const block = { reason: 'OWNER_USE', from: scene.sales.time(2100), to: scene.sales.time(2104) }
      await scene.key.did(scene.key.block({ aircraftId: tail(1), ...block }))
      const text = `query ($id: ID!, $leg: ID!, $ids: [ID!]!, $in: IntervalInput!, $search: AvailabilitySearchInput!) {
        aircraftList { nodeList { aircraftId } }
        byId: aircraftList(filter: { aircraftIdList: $ids }) { nodeList { aircraftId } }
        aircraft(aircraftId: $id) { registration }
        aircraftSchedule(aircraftId: $id, interval: $in) { version }
        aircraftScheduleList(filter: { interval: $in, aircraftIdList: $ids }) { nodeList { aircraftId } }
        emptyLeg(emptyLegId: $leg) { status }
        emptyLegList { nodeList { emptyLegId } }
        availabilitySearch(input: $search) { aircraftId }
      }`
      const window = { earliest: scene.sales.time(3000), latest: scene.sales.time(3010) }
      const variables = {
        id: tail(1),
        leg: hidden,
        ids: [tail(0), tail(1)],
        in: { from: scene.sales.time(1990), to: scene.sales.time(2200) },
        search: { legList: [{ adep: 'LSZH', ades: 'LFMN', ...window, paxCount: 1 }] },
      }
      const seen = await jetMatch.ask(text, variables)
      const one = [{ aircraftId: tail(0) }]
      assert.deepEqual([seen.aircraftList.nodeList, seen.byId.nodeList], [one, one])
      assert.deepEqual([seen.aircraft, seen.aircraftSchedule, seen.emptyLeg], [null, null, null])
      assert.deepEqual(seen.aircraftScheduleList.nodeList, one)
      assert.deepEqual(seen.emptyLegList.nodeList, [{ emptyLegId: offered }])
      assert.deepEqual(seen.availabilitySearch, one)
      const whole = await other.ask(text, variables)
      assert.ok(whole.aircraftList.nodeList.length > 1 && whole.emptyLegList.nodeList.length === 2)
      assert.deepEqual(await told(jetMatch, mine), [
        `UPDATED AVAILABILITY ${tail(0)}`,
        `CREATED EMPTY_LEG ${offered}`,
        `UPDATED AVAILABILITY ${tail(0)}`,
      ])
      assert.ok((await told(other, others)).includes(`CREATED EMPTY_LEG ${hidden}`))
      const principal = await readPrincipal(world, world.storage.tenant(tenantId), secretHash(jetMatch.token))
      assert.ok(principal)
      const rest = { fields: null, statuses: null, aircraftIds: null }
      const heard = { tenantId, entities: FEED, kinds: CHANGE_KINDS, ...rest }
      const { changes } = await changesToSend(world, heard, principal, { after: head, most: 100 })
      assert.deepEqual(new Set(changes.map(({ entityId }) => entityId)), new Set([tail(0), offered]))
      const hold = await jetMatch.change(
        `mutation ($id: ID!, $until: DateTime!) { emptyLegHold(emptyLegId: $id, expectedVersion: 1, until: $until) {
          emptyLeg { status } userErrorList { code message path } } }`,
        { id: hidden, until: scene.sales.time(20) },
      )
      assert.deepEqual(await jetMatch.refusal(Promise.resolve(hold)), ['NOT_FOUND'])
    })

    test('the operator cannot quote an aircraft that is not offered, and what was quoted goes with its aircraft', async () => {
      const request = await scene.asked(jetMatch)
      assert.deepEqual(await scene.key.refusal(scene.draft(scene.key, request, { aircraftId: tail(1) })), [
        'NOT_ALLOWED',
      ])
      const quote = await scene.sent(request)
      const cursor = await cursorOf(jetMatch)
      const operatorCursor = await cursorOf(scene.key)
      const read = async (): Promise<Data> =>
        (await jetMatch.ask('query ($id: ID!) { quote(quoteId: $id) { status } }', { id: quote.quoteId })).quote
      assert.equal((await read()).status, 'SENT')
      await offer(tail(1))
      assert.equal(await read(), null)
      assert.deepEqual(await jetMatch.refusal(scene.set(jetMatch, quote, 'ACCEPTED')), ['NOT_FOUND'])
      const changes = await told(jetMatch, cursor)
      for (const change of [
        `CREATED AIRCRAFT ${tail(1)}`,
        `CREATED AVAILABILITY ${tail(1)}`,
        `DELETED AIRCRAFT ${tail(0)}`,
        `DELETED AVAILABILITY ${tail(0)}`,
        `DELETED QUOTE ${quote.quoteId}`,
      ]) {
        assert.ok(changes.includes(change), `${change} is told`)
      }
      assert.deepEqual(await told(scene.key, operatorCursor), [], 'nothing changed for the operator')
      const afterwards = await cursorOf(jetMatch)
      await scene.key.did(scene.set(scene.key, quote, 'WITHDRAWN'))
      assert.deepEqual(await told(jetMatch, afterwards), [], 'what it no longer sees changes for it no more')
      await offer(tail(0))
      assert.equal((await read()).status, 'WITHDRAWN')
    })

    test('a hold ends with the aircraft that a marketplace may no longer offer, and is not there again with it', async () => {
      await offer(tail(0))
      const emptyLegId = await sold(0, 2400)
      const { version } = await scene.sales.read(scene.key, { emptyLegId }, 'version')
      const { emptyLeg: held } = await jetMatch.did(scene.sales.hold(jetMatch, { emptyLegId, version }))
      assert.equal(held.status, 'HELD')
      const cursor = await cursorOf(jetMatch)
      await offer(tail(1))
      const read = () => scene.sales.read(other, held, 'status heldUntil version')
      const free = await read()
      assert.deepEqual([free.status, free.heldUntil], ['PUBLISHED', null])
      const changes = (await told(jetMatch, cursor)).filter((change) => change.endsWith(emptyLegId))
      assert.deepEqual(changes, [`DELETED EMPTY_LEG ${emptyLegId}`])
      await offer(tail(0))
      assert.equal((await read()).status, 'PUBLISHED')
      const again = scene.sales.hold(jetMatch, { emptyLegId, version: free.version })
      assert.deepEqual(await jetMatch.refusal(again), ['LIMIT_EXCEEDED'], 'for a day others hold it')
    })

    test('a hold ends where the flight gets an aircraft that its holder may not offer, and stays with one that it may', async () => {
      await offer(tail(0), tail(1))
      const emptyLegId = await sold(0, 2500)
      const { version, flightId } = await scene.sales.read(scene.key, { emptyLegId }, 'version flightId')
      await jetMatch.did(scene.sales.hold(jetMatch, { emptyLegId, version }))
      const fly = async (aircraft: number): Promise<string> => {
        const { flight } = await scene.key.ask('query ($id: ID!) { flight(flightId: $id) { version } }', {
          id: flightId,
        })
        await scene.key.did(scene.key.updateFlight({ flightId, aircraftId: tail(aircraft) }, flight.version))
        return (await scene.sales.read(other, { emptyLegId }, 'status')).status
      }
      assert.equal(await fly(1), 'HELD')
      assert.equal(await fly(2), 'PUBLISHED')
      await offer(tail(0))
    })

    test('what a marketplace bought stays, with the record of its aircraft, when the aircraft is no longer offered (threats row 512)', async () => {
      const request = await scene.asked(jetMatch)
      const quote = await scene.sent(request, {
        lineList: [{ kind: 'FLIGHT', label: 'All', unitPrice: price('1.00') }],
      })
      const { trip } = await jetMatch.did(scene.set(jetMatch, quote, 'ACCEPTED'))
      const since = await cursorOf(scene.key)
      await offer(tail(1))
      const text = `query ($trip: ID!, $quote: ID!) { trip(tripId: $trip) { flightList { aircraft { aircraftId } } }
        quote(quoteId: $quote) { status aircraft { aircraftId } } aircraftScheduleList(filter: { interval: $in }) { nodeList { aircraftId } } }`
      const bought = await jetMatch.ask(text.replace('query (', 'query ($in: IntervalInput!, '), {
        trip: trip.tripId,
        quote: quote.quoteId,
        in: { from: scene.sales.time(0), to: scene.sales.time(24) },
      })
      assert.equal(bought.trip.flightList[0].aircraft.aircraftId, tail(0))
      assert.deepEqual(bought.quote, { status: 'BOOKED', aircraft: { aircraftId: tail(0) } })
      assert.deepEqual(bought.aircraftScheduleList.nodeList, [{ aircraftId: tail(1) }])
      const reads = async (aircraft: number): Promise<boolean> => {
        const query = 'query ($id: ID!) { aircraft(aircraftId: $id) { registration cabinNote } }'
        return (await jetMatch.ask(query, { id: tail(aircraft) })).aircraft !== null
      }
      assert.deepEqual([await reads(0), await reads(1), await reads(2)], [true, true, false])
      const flights = await scene.key.ask(
        'query ($id: ID!) { trip(tripId: $id) { flightList { flightId version schedule { offBlock onBlock } } } }',
        { id: trip.tripId },
      )
      const [flight] = flights.trip.flightList
      await scene.key.did(scene.key.updateFlight({ flightId: flight.flightId, aircraftId: tail(2) }, flight.version))
      const still = await jetMatch.ask('query ($id: ID!) { quote(quoteId: $id) { aircraft { aircraftId } } }', {
        id: quote.quoteId,
      })
      assert.deepEqual(still.quote.aircraft, { aircraftId: tail(0) }, 'the quote names what was bought')
      assert.deepEqual([await reads(0), await reads(2)], [true, true], 'and another one flies it')
      const { offBlock, onBlock } = flight.schedule
      await scene.key.did(scene.key.block({ aircraftId: tail(2), reason: 'AOG', from: offBlock, to: onBlock }))
      const risk = 'query ($id: ID!) { flight(flightId: $id) { isAtRisk riskReasonList } }'
      const inside = await scene.key.ask(risk, { id: flight.flightId })
      assert.ok(inside.flight.isAtRisk && inside.flight.riskReasonList.includes('AIRCRAFT_NOT_ACTIVE'))
      const outside = await jetMatch.ask(risk, { id: flight.flightId })
      assert.deepEqual(
        outside.flight,
        { isAtRisk: false, riskReasonList: [] },
        'a buyer is not told why (threats row 302)',
      )
      const ofFlight = async (who: typeof jetMatch, after: string): Promise<string[]> =>
        (
          await who.ask(
            'query ($after: String) { changeList(after: $after, entityList: [FLIGHT]) { nodeList { fieldList } } }',
            { after },
          )
        ).changeList.nodeList.flatMap(({ fieldList }: Data) => fieldList)
      const atRisk = await scene.key.ask('query ($id: ID!) { flight(flightId: $id) { version } }', {
        id: flight.flightId,
      })
      const back = { flightId: flight.flightId, aircraftId: tail(0) }
      await scene.key.did(scene.key.updateFlight(back, atRisk.flight.version))
      assert.ok((await ofFlight(scene.key, since)).includes('riskReasonList'))
      assert.equal(await reads(2), false, 'it does not fly it any more')
      const heard = await ofFlight(jetMatch, since)
      assert.ok(heard.includes('aircraft') && !heard.includes('riskReasonList'), heard.join())
      const days = { from: scene.sales.time(-1), to: scene.sales.time(2000) }
      const found = await jetMatch.ask(
        'query ($in: IntervalInput!) { flightList(filter: { interval: $in, isAtRisk: true }) { nodeList { flightId } } }',
        { in: days },
      )
      assert.deepEqual(found.flightList.nodeList, [])
      await offer(tail(0))
    })

    test('consent asks which aircraft, allows nothing without one, and keeps what was ticked', async () => {
      const { browser } = scene.sales.scene
      const fresh = await addApplication(server, { kind: 'marketplace', name: 'Skytick' })
      const page = await browser.get(authorizePath(fresh, 'availability:read'))
      assert.match(page.body, /Which aircraft may it offer\?/)
      assert.doesNotMatch(page.body, /name="chosen-[^"]+" value="yes" checked/)
      const refused = await browser.submit(formTo(page.body, '/consent/'), { decision: 'allow' })
      assert.equal(refused.status, 400)
      assert.match(refused.body, /Tick at least one aircraft/)
      const form = formTo(refused.body, '/consent/')
      const done = await browser.submit(form, {
        decision: 'allow',
        [`chosen-${tail(1)}`]: 'yes',
        'chosen-acf_none': 'yes',
      })
      const code = returned(done).get('code') ?? ''
      assert.equal((await scene.sales.scene.token(exchangeFields(fresh, code))).status, 200)
      const again = await browser.get(authorizePath(fresh, 'availability:read'))
      assert.deepEqual(
        [...again.body.matchAll(/name="chosen-([^"]+)" value="yes" checked/g)].map(([, id]) => id),
        [tail(1)],
      )
    })

    test('who disconnects a marketplace chooses its aircraft anew when it is connected again', async () => {
      const { application: left, by } = await scene.sales.connected('Skyleft', MARKETPLACE, [tail(0)])
      const emptyLegId = await sold(0, 2600)
      await by.did(scene.sales.hold(by, await scene.sales.read(by, { emptyLegId }, 'emptyLegId version')))
      await console.data('mutation ($c: ID!) { addOnDisconnect(clientId: $c) { clientId } }', { c: left.clientId })
      const { body } = await scene.sales.scene.browser.get(authorizePath(left, 'availability:read'))
      assert.match(body, /Which aircraft may it offer\?/)
      assert.doesNotMatch(body, /name="chosen-[^"]+" value="yes" checked/)
      assert.equal((await scene.sales.read(other, { emptyLegId }, 'status')).status, 'PUBLISHED', 'its hold ended')
    })

    test('only a connected marketplace is given aircraft, and only those of the fleet', async () => {
      const { data } = (
        await console.ask(`mutation { addOnAircraftListSet(clientId: "${application.clientId}", aircraftIdList: ["acf_none"]) {
        userErrorList { code message } } }`)
      ).json<Data>()
      assert.match(JSON.stringify(data ?? {}), /acf_none is no aircraft|null/)
      const { addOn } = await console.data(
        'query ($c: ID!) { addOn(clientId: $c) { offeredAircraftList { aircraftId } } }',
        { c: application.clientId },
      )
      assert.deepEqual(addOn.offeredAircraftList, [{ aircraftId: tail(0) }])
    })
  })
}
