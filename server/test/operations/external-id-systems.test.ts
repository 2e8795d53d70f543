/** Whose a system of external ids is, and who finds and reads by it (ADR 229, threats rows 451 to 453). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { disconnectAddOn } from '../../src/services/oauth/add-ons.ts'
import { addApplication, exchangeFields, obtainCode, type TestApplication, type Tokens } from '../support/code-grant.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { QuoteScene } from '../support/quote-scene.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const START = Date.parse('2028-06-01T06:00:00Z')
const DAY = 86_400_000
const OTHER = 'flight:read flight:write contact:read contact:write aircraft:read'
const ERRORS = 'userErrorList { code message path }'
const SET = `mutation ($entity: EntityKind!, $id: ID!, $system: String!, $value: String) {
  externalIdSet(entity: $entity, entityId: $id, system: $system, value: $value) {
    externalIdList { system value } ${ERRORS} } }`
const CREATE = `mutation ($input: ContactInput!) { contactCreate(input: $input) { contact { contactId version } ${ERRORS} } }`

const id = (system: string, value: string) => ({ system, value })

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`systems of external ids (${store})`, () => {
    let server: TestServer
    let scene: QuoteScene
    let key: Integration
    let day = 0
    before(async () => {
      server = await startServer(store)
      scene = await QuoteScene.open(server)
      key = scene.key
    })
    after(() => server.close())

    const token = async (application: TestApplication): Promise<Integration> => {
      const { browser, at } = scene.sales.scene
      const code = await obtainCode(browser, application, OTHER)
      const answer = await scene.sales.scene.token(exchangeFields(application, code))
      return new Integration(at, answer.json<Tokens>().access_token)
    }
    const connect = async (name: string) => {
      const application = await addApplication(server, { name })
      return { application, by: await token(application) }
    }
    const disconnect = ({ clientId }: TestApplication) =>
      disconnectAddOn(server.world.at(scene.sales.scene.at.tenant), clientId, HOST)
    const flight = async (): Promise<Data> => {
      const input = { aircraftId: scene.sales.fleet.aircraft[1]?.aircraftId, offBlock: z(START + day++ * DAY) }
      return (await key.did(key.createFlight(input))).flight
    }
    const set = (
      by: Integration,
      entityId: string,
      given: { system: string; value: string | null },
      entity = 'FLIGHT',
    ) => by.change(SET, { entity, id: entityId, ...given })
    const contact = (by: Integration, externalIdList: readonly object[], more: object = {}): Promise<Data> =>
      by.change(CREATE, { input: { kind: 'CLIENT', name: 'Aero', externalIdList, ...more } })
    const buyer = (externalIdList: readonly object[]) => ({
      buyer: { kind: 'CLIENT', name: 'Noor', surname: 'Haddad', externalIdList },
    })
    const found = async (by: Integration, { system, value }: { system: string; value: string }): Promise<string[]> => {
      const query = `query ($id: ExternalIdInput!) { contactList(externalId: $id) { nodeList { contactId } } }`
      return (await by.ask(query, { id: { system, value } })).contactList.nodeList.map((each: Data) => each.contactId)
    }
    const refused = (system: string, path: string) => ({
      code: 'NOT_ALLOWED',
      message: `System ${system} is used by another one here: choose a name of your own`,
      path: path.split('.'),
    })

    testOnBoth(
      'a marketplace plants no record under a system of the operator’s, and its refusal is the same whether the value is taken (threats rows 451 and 452)',
      async () => {
        const market = await scene.sales.marketplace('Planter')
        await key.did(contact(key, [id('erp', '1001')]))
        for (const value of ['1001', '1002']) {
          const { userErrorList } = await scene.ask(market, buyer([id('erp', value)]))
          assert.deepEqual(userErrorList, [refused('erp', 'input.buyer.externalIdList.0.system')], value)
        }
        const { contact: own } = await key.did(contact(key, [id('erp', '1002')]))
        assert.deepEqual(await found(key, id('erp', '1002')), [own.contactId])
        const request = await scene.asked(market)
        for (const value of ['1001', null]) {
          const { userErrorList } = await set(
            market,
            request.charterRequestId,
            { system: 'erp', value },
            'CHARTER_REQUEST',
          )
          assert.deepEqual(userErrorList, [refused('erp', 'system')])
        }
      },
    )

    test('what an application calls a record is found by that application alone, so that the operator takes no planted record for its own (threats row 451)', async () => {
      const market = await scene.sales.marketplace('Early')
      const { by: other } = await connect('Neighbour')
      const request = await scene.asked(market, buyer([id('sap', '7')]))
      const { buyer: planted } = await scene.readRequest(key, request, 'buyer { contactId }')
      const read = 'query ($id: ID!) { contact(contactId: $id) { externalIdList { system value } } }'
      const shown = (await key.ask(read, { id: planted.contactId })).contact
      // The operator sees the id, and neither finds by it nor gives one under the same name.
      assert.deepEqual(shown.externalIdList, [id('sap', '7')])
      assert.deepEqual([await found(key, id('sap', '7')), await found(other, id('sap', '7'))], [[], []])
      const told = [refused('sap', 'input.externalIdList.0.system')]
      for (const by of [key, other]) assert.deepEqual((await contact(by, [id('sap', '8')])).userErrorList, told)
      // The operator takes every id off its records.
      const { externalIdList } = await key.did(set(key, planted.contactId, { system: 'sap', value: null }, 'CONTACT'))
      assert.deepEqual(externalIdList, [])
    })

    testOnBoth(
      'a name stays with an application that writes its first id after it claimed another in the same change (threats row 451)',
      async () => {
        const market = await scene.sales.marketplace('Two names')
        const both = (value: string) => ({ externalIdList: [id('two-a', value)], ...buyer([id('two-b', value)]) })
        const request = await scene.asked(market, both('1'))
        await scene.asked(market, both('2'))
        assert.deepEqual((await scene.readRequest(market, request, 'externalIdList { system value }')).externalIdList, [
          id('two-a', '1'),
        ])
        const { userErrorList } = await contact(key, [id('two-a', '3')])
        assert.deepEqual(userErrorList, [refused('two-a', 'input.externalIdList.0.system')])
      },
    )

    testOnBoth('of two who write a new system at once one owns it, and the other is refused', async () => {
      const { by: app } = await connect('Racer')
      for (let round = 0; round < 5; round++) {
        const system = `race-${round}`
        const writers = round % 2 === 0 ? [key, app] : [app, key]
        const written = await Promise.all(writers.map((by, index) => contact(by, [id(system, String(index))])))
        const codes = written.flatMap(({ userErrorList }) => userErrorList.map(({ code }: Data) => code))
        assert.deepEqual(codes, ['NOT_ALLOWED'], system)
        const loser = writers[written.findIndex(({ userErrorList }) => userErrorList.length > 0)] as Integration
        const winner = writers.find((by) => by !== loser) as Integration
        assert.equal((await contact(loser, [id(system, 'more')])).userErrorList[0].code, 'NOT_ALLOWED')
        const { contact: more } = await winner.did(contact(winner, [id(system, 'more')]))
        await winner.did(set(winner, more.contactId, { system, value: null }, 'CONTACT'))
      }
    })

    testOnBoth(
      'an application has ids of five systems at once, also of requests that run together; a name without an id left is free (threats row 453)',
      async () => {
        const { by: squatter } = await connect('Squatter')
        const names = (...list: string[]) => list.map((each) => id(`sq-${each}`, '1'))
        const many = await contact(squatter, names('a', 'b', 'c', 'd', 'e', 'f'))
        assert.deepEqual(
          many.userErrorList.map(({ code, path }: Data) => [code, path.join('.')]),
          [['LIMIT_EXCEEDED', 'input.externalIdList.0.system']],
        )
        const { contact: three } = await squatter.did(contact(squatter, names('a', 'b', 'c')))
        const raced = await Promise.all(['d', 'e', 'f', 'g'].map((each) => contact(squatter, names(each))))
        const codes = raced.flatMap(({ userErrorList }) => userErrorList.map(({ code }: Data) => code))
        assert.deepEqual(codes, ['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED'])
        // Its own names go on.
        await squatter.did(contact(squatter, [id('sq-a', '2')]))
        const { by: rival } = await connect('Newcomer')
        assert.deepEqual(await rival.refusal(contact(rival, names('c'))), ['NOT_ALLOWED'])
        await squatter.did(set(squatter, three.contactId, { system: 'sq-c', value: null }, 'CONTACT'))
        await squatter.did(contact(squatter, names('h')))
        const { contact: taken } = await rival.did(contact(rival, names('c')))
        assert.deepEqual(await found(rival, id('sq-c', '1')), [taken.contactId])
        assert.deepEqual(await squatter.refusal(contact(squatter, [id('sq-c', '2')])), ['LIMIT_EXCEEDED'])
      },
    )

    testOnBoth(
      'names of a disconnected application are free; its ids stay in the records and resolve for nobody else, and for itself when it comes back to a name that nobody took (threats row 453)',
      async () => {
        const former = await connect('Former')
        const { contact: left } = await former.by.did(contact(former.by, [id('fuel', '9'), id('fuel-two', '9')]))
        await disconnect(former.application)
        assert.deepEqual(await found(key, id('fuel', '9')), [])
        const { by: next } = await connect('Next')
        const { contact: mine } = await next.did(contact(next, [id('fuel', '9')]))
        assert.deepEqual(await found(next, id('fuel', '9')), [mine.contactId])
        assert.deepEqual(await found(key, id('fuel', '9')), [])
        const read = 'query ($id: ID!) { contact(contactId: $id) { externalIdList { system value } } }'
        const idsOf = async (contactId: string) => (await key.ask(read, { id: contactId })).contact.externalIdList
        assert.deepEqual(await idsOf(left.contactId), [id('fuel', '9'), id('fuel-two', '9')])
        // A record has one id of a name: the new owner's replaces the former's, also with the same value.
        await next.did(set(next, mine.contactId, { system: 'fuel', value: null }, 'CONTACT'))
        await next.did(set(next, left.contactId, { system: 'fuel', value: '9' }, 'CONTACT'))
        assert.deepEqual(await found(next, id('fuel', '9')), [left.contactId])
        assert.deepEqual((await idsOf(left.contactId)).length, 2)
        const back = await token(former.application)
        assert.deepEqual(await found(back, id('fuel-two', '9')), [left.contactId])
        assert.deepEqual(await back.refusal(contact(back, [id('fuel', '10')])), ['NOT_ALLOWED'])
        // The operator takes over a name as others do.
        await disconnect(former.application)
        const { contact: operators } = await key.did(contact(key, [id('fuel-two', '9')]))
        assert.deepEqual(await found(key, id('fuel-two', '9')), [operators.contactId])
        const again = await token(former.application)
        assert.deepEqual(await again.refusal(contact(again, [id('fuel-two', '11')])), ['NOT_ALLOWED'])
      },
    )

    testOnBoth('ids from before systems had owners are the operator’s', async () => {
      await key.did(contact(key, [id('legacy', '1')]))
      const { tenantId } = scene.sales.scene.at.tenant
      await server.world.storage.writeTenant(tenantId, async ({ db }) => {
        const named = db.deleteFrom('external_id_system').where('tenant_id', '=', tenantId)
        await named.where('system', '=', 'legacy').execute()
      })
      const { by: app } = await connect('Late')
      assert.deepEqual(await app.refusal(contact(app, [id('legacy', '2')])), ['NOT_ALLOWED'])
      assert.equal((await found(key, id('legacy', '1'))).length, 1)
      await key.did(contact(key, [id('legacy', '2')]))
    })

    test('a marketplace reads and finds by ids of its own systems alone, on aircraft, flights, trips and its requests (threats row 452)', async () => {
      const market = await scene.sales.marketplace('Reader')
      const aircraftId = scene.sales.fleet.aircraft[0]?.aircraftId as string
      const request = await scene.asked(market, { externalIdList: [id('reader', 'R1')] })
      const { trip } = await market.did(scene.set(market, await scene.sent(request), 'ACCEPTED'))
      const fields = 'externalIdList { system value }'
      const query = `query ($a: ID!, $r: ID!, $t: ID!) { aircraft(aircraftId: $a) { ${fields} }
        charterRequest(charterRequestId: $r) { ${fields} }
        trip(tripId: $t) { ${fields} flightList { flightId ${fields} } } }`
      const ids = { a: aircraftId, r: request.charterRequestId, t: trip.tripId }
      const [{ flightId }] = (await key.ask(query, ids)).trip.flightList
      for (const [entity, entityId] of [
        ['AIRCRAFT', aircraftId],
        ['CHARTER_REQUEST', request.charterRequestId],
        ['TRIP', trip.tripId],
        ['FLIGHT', flightId],
      ] as const) {
        await key.did(set(key, entityId, id('opint', `secret ${entity}`), entity))
      }
      const inside = await key.ask(query, ids)
      assert.deepEqual(inside.charterRequest.externalIdList, [
        id('reader', 'R1'),
        id('opint', 'secret CHARTER_REQUEST'),
      ])
      assert.deepEqual(inside.trip.flightList[0].externalIdList, [id('opint', 'secret FLIGHT')])
      assert.deepEqual(await market.ask(query, ids), {
        aircraft: { externalIdList: [] },
        charterRequest: { externalIdList: [id('reader', 'R1')] },
        trip: {
          externalIdList: [],
          flightList: inside.trip.flightList.map((each: Data) => ({ ...each, externalIdList: [] })),
        },
      })
      const answered = await market.did(set(market, request.charterRequestId, id('reader', 'R2'), 'CHARTER_REQUEST'))
      assert.deepEqual(answered.externalIdList, [id('reader', 'R2')])
      const lists = `query ($f: ExternalIdInput!, $r: ExternalIdInput!, $own: ExternalIdInput!, $a: ExternalIdInput!) {
        flightList(filter: { externalId: $f }) { nodeList { flightId } }
        aircraftList(filter: { externalId: $a }) { nodeList { aircraftId } }
        theirs: charterRequestList(filter: { externalId: $r }) { nodeList { charterRequestId } }
        own: charterRequestList(filter: { externalId: $own }) { nodeList { charterRequestId } } }`
      const asked = {
        f: id('opint', 'secret FLIGHT'),
        a: id('opint', 'secret AIRCRAFT'),
        r: id('opint', 'secret CHARTER_REQUEST'),
        own: id('reader', 'R2'),
      }
      const lengths = async (by: Integration) =>
        Object.values<Data>(await by.ask(lists, asked)).map(({ nodeList }) => nodeList.length)
      assert.deepEqual(await lengths(market), [0, 0, 0, 1])
      assert.deepEqual(await lengths(key), [1, 1, 1, 0])
    })

    test('an application with the whole operator in view reads all ids and finds by the operator’s, and writes its own alone', async () => {
      const { by: app } = await connect('Inside')
      const { flightId } = await flight()
      await key.did(set(key, flightId, id('ops', 'O1')))
      await app.did(set(app, flightId, id('inside', 'I1')))
      const list = `query ($id: ExternalIdInput!) { flightList(filter: { externalId: $id }) {
        nodeList { flightId externalIdList { system value } } } }`
      const both = [id('ops', 'O1'), id('inside', 'I1')]
      for (const given of both) {
        const { flightList } = await app.ask(list, { id: given })
        assert.deepEqual(flightList.nodeList, [{ flightId, externalIdList: both }])
      }
      for (const value of ['O1', 'O2', null]) {
        assert.deepEqual((await set(app, flightId, { system: 'ops', value })).userErrorList, [refused('ops', 'system')])
      }
    })
  })
}
