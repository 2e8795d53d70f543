/** What a webhook hears by the state of records, and a message shown before anything is sent (events §2). */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { changesToSend } from '../../src/services/events/webhook-changes.ts'
import { rightsOfKey } from '../../src/services/events/webhook-principal.ts'
import { LookedThrough } from '../../src/storage/counted-search.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { EVERYTHING, Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { preparedPlace, startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

after(stopOwnPostgres)

const ERRORS = 'userErrorList { code message path }'
const CREATE = `mutation ($input: WebhookInput!) {
  webhookCreate(input: $input) { secret webhook { webhookId statusList } ${ERRORS} } }`
const PREVIEW = `mutation ($input: WebhookPreviewInput!) {
  webhookPreview(input: $input) { message { type operatorId body cost } ${ERRORS} } }`
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

for (const store of storesFor('sql')) {
  describe(`what a webhook chooses (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let fleet: Fleet
    let admin: ConsoleClient
    let key: Integration
    let apiKeyId: string
    let receiver: WebhookReceiver
    let day = 10

    before(async () => {
      const place = await preparedPlace(store)
      const environment = { ...place.environment, AIRSIDE_WEBHOOK_LOOPBACK: '1' }
      server = (await startServer(store, { ...place, environment })).at(place)
      server.clock.standStill()
      at = (await server.operator('alpine')).production
      fleet = await seedFleet(server.world.storage, at.tenant.tenantId)
      admin = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Anna', ['ADMIN']))
      const made = await at.createKey(EVERYTHING)
      apiKeyId = made.apiKeyId
      key = new Integration(at, (await at.refreshKey(made.refreshToken)).body)
      receiver = await WebhookReceiver.start()
    })
    after(async () => {
      await receiver.close()
      await server.close()
    })
    afterEach(async () => {
      for (const { webhookId } of (await admin.data('{ webhookList { webhookId } }')).webhookList)
        await admin.done('webhookDelete', `mutation ($id: ID!) { webhookDelete(webhookId: $id) { ${ERRORS} } }`, {
          id: webhookId,
        })
      receiver.received.length = 0
    })

    const create = async (more: object): Promise<Data> =>
      (await admin.done('webhookCreate', CREATE, { input: { apiKeyId, url: receiver.url, ...more } })).webhook
    const deliver = () => server.app.webhooks.deliver()
    const newFlight = async (status = 'OPTION'): Promise<Data> => {
      const offBlock = server.clock.now() + day++ * DAY_MS
      const aircraftId = fleet.aircraft[0]?.aircraftId
      const times = { offBlock: z(offBlock), onBlock: z(offBlock + HOUR_MS) }
      return (await key.did(key.createFlight({ aircraftId, status, ...times }))).flight
    }
    const told = () => receiver.received.map(({ type, entityId }) => `${type} ${entityId}`).sort()

    test('only records in a chosen state are told, as they are when it is sent; removals are told always', async () => {
      const { statusList } = await create({ entityList: ['FLIGHT', 'TRIP'], statusList: ['CONFIRMED'] })
      assert.deepEqual(statusList, ['CONFIRMED'])
      const option = await newFlight()
      const confirmed = await newFlight('CONFIRMED')
      await deliver()
      assert.deepEqual(told(), [`flight.created ${confirmed.flightId}`])
      receiver.received.length = 0
      await key.did(key.setStatus(option.flightId, 'CONFIRMED', option.version))
      await key.did(key.setStatus(confirmed.flightId, 'CANCELLED', confirmed.version, 'Weather'))
      await deliver()
      assert.deepEqual(told(), [`flight.updated ${option.flightId}`])
      receiver.received.length = 0
      const TRIP = `mutation { tripCreate(input: {}) { trip { tripId version } ${ERRORS} } }`
      const { trip } = await key.did(key.change(TRIP))
      const REMOVE = `mutation ($id: ID!, $v: Int!) { tripDelete(tripId: $id, expectedVersion: $v) { ${ERRORS} } }`
      await key.did(key.change(REMOVE, { id: trip.tripId, v: trip.version }))
      await deliver()
      assert.deepEqual(told(), [`trip.deleted ${trip.tripId}`])
    })

    test('the state of an aircraft is that of the moment, which follows from the blocks that ground it', async () => {
      await create({ entityList: ['AIRCRAFT'], statusList: ['MAINTENANCE'] })
      const aircraftId = fleet.aircraft[1]?.aircraftId ?? ''
      const now = server.clock.now()
      const note = async (cabinNote: string) => {
        const read = await key.ask(
          `{ aircraftList(filter: { aircraftIdList: ["${aircraftId}"] }) { nodeList { version } } }`,
        )
        const { version } = read.aircraftList.nodeList[0]
        const query = `mutation ($input: AircraftUpdateInput!, $v: Int!) {
          aircraftUpdate(input: $input, expectedVersion: $v) { aircraft { version } ${ERRORS} } }`
        await key.did(key.change(query, { input: { aircraftId, cabinNote }, v: version }))
      }
      await note('In service')
      await deliver()
      assert.deepEqual(told(), [])
      await key.did(key.block({ aircraftId, from: z(now - HOUR_MS), to: z(now + HOUR_MS) }))
      await note('In the hangar')
      await deliver()
      assert.ok(told().includes(`aircraft.updated ${aircraftId}`), told().join())
    })

    test('a state that none of the kinds has, and a kind without states, are refused at their field', async () => {
      for (const [entityList, statusList, why] of [
        [['FLIGHT'], ['GROUNDED'], /"GROUNDED" is no status.*CONFIRMED/],
        [['FLIGHT', 'CONTACT'], ['CONFIRMED'], /CONTACT has no status/],
        [['FLIGHT'], [], /at least one status/],
      ] as const) {
        const input = { apiKeyId, url: receiver.url, entityList, statusList }
        const [refusal] = await admin.refused('webhookCreate', CREATE, { input })
        assert.deepEqual(refusal?.path, ['input', 'statusList'])
        assert.match(refusal?.message ?? '', why)
      }
    })

    test('changes that are looked at for a preview cost as rows that are read, told or not (threats row 449)', async () => {
      for (let made = 0; made < 12; made++) await newFlight('CONFIRMED')
      const { world } = server
      const { principal } = await rightsOfKey(world, at.tenant, apiKeyId)
      assert.ok(principal)
      const looked = new LookedThrough(null)
      const heard = {
        tenantId: principal.tenantId,
        entities: ['FLIGHT'],
        kinds: ['UPDATED'],
        fields: ['opsNote'],
      } as const
      const part = { after: 0, most: 2_000, looked }
      const { changes } = await changesToSend(world, { ...heard, statuses: null, aircraftIds: null }, principal, part)
      assert.deepEqual(changes, [])
      assert.ok(looked.costBeyond(0) >= 1, `${looked.costBeyond(0)}`)
    })

    test('a preview shows the message of the record that changed last, with the answer to the query, and the one before', async () => {
      const first = await newFlight('CONFIRMED')
      const second = await newFlight('CONFIRMED')
      const query = 'query ($entityId: ID!) { flight(flightId: $entityId) { flightNo } }'
      const shown = async (more: object) =>
        (await admin.done('webhookPreview', PREVIEW, { input: { apiKeyId, entityList: ['FLIGHT'], query, ...more } }))
          .message
      const message = await shown({})
      const { data } = JSON.parse(message.body)
      assert.equal(message.type, 'flight.created')
      assert.equal(data.entityId, second.flightId)
      assert.deepEqual(data.result, { data: { flight: { flightNo: second.flightNo } } })
      assert.ok(message.cost > 0)
      assert.equal(JSON.parse((await shown({ nth: 1 })).body).data.entityId, first.flightId)
      assert.equal(JSON.parse((await shown({ query: null })).body).data.result, undefined)
      assert.deepEqual(receiver.received, [], 'nothing is sent')
      const input = { apiKeyId, entityList: ['FLIGHT'], query: 'query ($entityId: ID!) { nothing }' }
      assert.deepEqual((await admin.refused('webhookPreview', PREVIEW, { input }))[0]?.path, ['input', 'query'])
      const ofToken = await shown({
        query: 'query ($entityId: ID!) { tokenInfo { expiresAt } flight(flightId: $entityId) { flightNo } }',
      })
      assert.match(JSON.parse(ofToken.body).data.result.data.tokenInfo.expiresAt, /^9999-/)
      const foreign = await seedFleet(server.world.storage, (await server.operator('other')).production.tenant.tenantId)
      for (const aircraftIdList of [[], Array(201).fill('acf_1'), ['acf_none'], [foreign.aircraft[0]?.aircraftId]]) {
        const [refusal] = await admin.refused('webhookPreview', PREVIEW, { input: { ...input, query, aircraftIdList } })
        assert.deepEqual(refusal?.path, ['input', 'aircraftIdList'])
      }
    })
  })
}

describe('who sees a preview', () => {
  let server: TestServer
  let at: TestTenant
  before(async () => {
    server = await startServer('sqlite')
    at = (await server.operator('north')).production
  })
  after(() => server.close())

  test('a preview reads no more than the key may, and costs the administrator, not the key (threats row 229)', async () => {
    server.clock.standStill()
    const integration = await Integration.of(at)
    const ADD = `mutation { contactCreate(input: { kind: SUPPLIER, name: "Fuel AG" }) { ${ERRORS} } }`
    await integration.did(integration.change(ADD))
    const query = 'query ($entityId: ID!) { contact(contactId: $entityId) { name } }'
    const admin = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Bea', ['ADMIN']))
    const preview = async (apiKeyId: string): Promise<Data> =>
      (await admin.data(PREVIEW, { input: { apiKeyId, entityList: ['CONTACT'], query } })).webhookPreview
    const key = await at.createKey('contact:read')
    const { body: token } = await at.refreshKey(key.refreshToken)
    const left = async (): Promise<number> => {
      const answer = await at.query(token, '{ __typename }')
      return answer.json<{ extensions: { cost: { remaining: number } } }>().extensions.cost.remaining
    }
    await left()
    const before = await left()
    const each = before - (await left())
    assert.match((await preview(key.apiKeyId)).message.body, /Fuel AG/)
    assert.equal(await left(), before - 2 * each)
    const narrow = await at.createKey('aircraft:read')
    const { userErrorList } = await preview(narrow.apiKeyId)
    assert.deepEqual(userErrorList[0]?.path, ['input', 'entityList'], 'of what the key may not read nothing is shown')
  })
})
