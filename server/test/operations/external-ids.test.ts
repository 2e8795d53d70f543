/** What other systems call a record, and who wrote it (data §3.2, §3.3). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { addApplication, exchangeFields, GrantScene, obtainCode, type Tokens } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { EVERYTHING, Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const START = Date.parse('2027-06-01T06:00:00Z')
const DAY = 86_400_000
const READ = 'query ($id: ID!) { flight(flightId: $id) { version externalIdList { system value } } }'
const SET = `mutation ($entity: EntityKind!, $id: ID!, $system: String!, $value: String) {
  externalIdSet(entity: $entity, entityId: $id, system: $system, value: $value) {
    externalIdList { system value } version userErrorList { code path } warningList { code } } }`

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`external ids and authors (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let fleet: Fleet
    let key: Integration
    let day = 0
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      fleet = await seedFleet(server.world.storage, scene.at.tenant.tenantId, scene.pilot.userId)
      key = await Integration.of(scene.at)
    })
    after(() => server.close())

    /** Another application of kind `other`, connected. */
    const connect = async (name: string): Promise<Integration> => {
      const application = await addApplication(server, { name })
      const code = await obtainCode(scene.browser, application, 'flight:read flight:write contact:read')
      const tokens = (await scene.token(exchangeFields(application, code))).json<Tokens>()
      return new Integration(scene.at, tokens.access_token)
    }
    const flightInput = (more: object = {}) => ({
      aircraftId: fleet.aircraft[0]?.aircraftId,
      offBlock: z(START + day++ * DAY),
      ...more,
    })
    const newFlight = async (more: object = {}, as = key) => (await as.did(as.createFlight(flightInput(more)))).flight
    type GivenId = { readonly system: string; readonly value: string | null }
    const set = (as: Integration, id: string, given: GivenId, entity = 'FLIGHT') =>
      as.change(SET, { entity, id, ...given })

    testOnBoth(
      'a second flight with the same external id is EXTERNAL_ID_TAKEN, and an id of another system stays beside it (data row B5)',
      async () => {
        const a1 = { system: 'crm', value: 'A1' }
        const { flightId } = await newFlight({ externalIdList: [a1] })
        const again = await key.createFlight(flightInput({ externalIdList: [a1] }))
        assert.deepEqual(
          again.userErrorList.map(({ code, path }: { code: string; path: string[] }) => [code, path.join('.')]),
          [['EXTERNAL_ID_TAKEN', 'input.externalIdList']],
        )
        const second = await newFlight()
        const taken = await set(key, second.flightId, { system: 'crm', value: 'A1' })
        assert.deepEqual(taken.userErrorList, [{ code: 'EXTERNAL_ID_TAKEN', path: ['value'] }])
        const beside = await key.did(
          key.updateFlight({ flightId, externalIdList: [{ system: 'fuelapp', value: 'F9' }] }, 1),
        )
        assert.equal(beside.flight.version, 2)
        const both = [a1, { system: 'fuelapp', value: 'F9' }]
        assert.deepEqual((await key.ask(READ, { id: flightId })).flight, { version: 2, externalIdList: both })
        const found = await key.ask(
          `query ($from: DateTime!, $to: DateTime!) { flightList(filter: { interval: { from: $from, to: $to },
          externalId: { system: "fuelapp", value: "F9" } }) { nodeList { flightId } } }`,
          { from: z(START - DAY), to: z(START + 99 * DAY) },
        )
        assert.deepEqual(found.flightList.nodeList, [{ flightId }])
      },
    )

    test('an id is removed with null and then free for another record, and the same id again changes nothing', async () => {
      const first = await newFlight()
      const second = await newFlight()
      const given = await key.did(set(key, first.flightId, { system: 'ofp', value: 'X-1' }))
      assert.deepEqual(given, {
        externalIdList: [{ system: 'ofp', value: 'X-1' }],
        version: 2,
        userErrorList: [],
        warningList: [],
      })
      assert.equal((await key.did(set(key, first.flightId, { system: 'ofp', value: 'X-1' }))).version, 2)
      const removed = await key.did(set(key, first.flightId, { system: 'ofp', value: null }))
      assert.deepEqual([removed.externalIdList, removed.version], [[], 3])
      assert.equal((await key.did(set(key, second.flightId, { system: 'ofp', value: 'X-1' }))).version, 2)
      // The same pair names one record of each kind.
      const { aircraftId } = fleet.aircraft[1] ?? { aircraftId: '' }
      assert.equal((await key.did(set(key, aircraftId, { system: 'ofp', value: 'X-1' }, 'AIRCRAFT'))).version, 2)
    })

    testOnBoth('of many writers of one id on different flights one succeeds', async () => {
      const flights = []
      for (let count = 0; count < 6; count++) flights.push(await newFlight())
      const payloads = await Promise.all(
        flights.map(({ flightId }) => set(key, flightId, { system: 'race', value: 'one' })),
      )
      const codes = payloads.flatMap(({ userErrorList }) => userErrorList.map(({ code }: { code: string }) => code))
      assert.deepEqual(codes, Array(5).fill('EXTERNAL_ID_TAKEN'))
    })

    test('names of systems that do not fit, blank values, unknown records and kinds without ids are refused', async () => {
      const { flightId } = await newFlight()
      for (const [system, value, path] of [
        ['CRM', 'A', 'system'],
        ['x', 'A', 'system'],
        ['crm', ' ', 'value'],
        ['crm', 'x'.repeat(201), 'value'],
      ] as const) {
        const { userErrorList } = await set(key, flightId, { system, value })
        assert.deepEqual(userErrorList, [{ code: 'VALIDATION', path: [path] }], system)
      }
      assert.deepEqual(await key.refusal(set(key, 'flt_nowhere', { system: 'crm', value: 'A' })), ['NOT_FOUND'])
      assert.deepEqual(await key.refusal(set(key, flightId, { system: 'crm', value: 'A' }, 'AVAILABILITY')), [
        'VALIDATION',
      ])
      const reader = await Integration.of(scene.at, 'flight:read aircraft:write')
      const { errors } = await reader.body(SET, { entity: 'FLIGHT', id: flightId, system: 'crm', value: 'A' })
      assert.equal(errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
    })

    test('a system belongs to the first that writes it: one application, or the operator', async () => {
      const [fuel, rival] = [await connect('Fuel app'), await connect('Rival')]
      const { flightId } = await newFlight()
      await key.did(set(fuel, flightId, { system: 'fuel', value: 'F1' }))
      assert.deepEqual(await set(rival, flightId, { system: 'fuel', value: 'R1' }), {
        externalIdList: null,
        version: null,
        userErrorList: [{ code: 'NOT_ALLOWED', path: ['system'] }],
        warningList: [],
      })
      const created = await rival.createFlight(flightInput({ externalIdList: [{ system: 'fuel', value: 'R2' }] }))
      assert.deepEqual(
        created.userErrorList.map(({ code, path }: { code: string; path: string[] }) => [code, path.join('.')]),
        [['NOT_ALLOWED', 'input.externalIdList.0.system']],
      )
      assert.deepEqual(await key.refusal(set(key, flightId, { system: 'fuel', value: 'O2' })), ['NOT_ALLOWED'])
      await key.did(set(rival, flightId, { system: 'rival', value: 'R1' }))
    })

    test('a record names the key, the application or the person who created and changed it', async () => {
      const { refreshToken } = await scene.at.createKey(EVERYTHING, { label: 'Dispatch' })
      const dispatch = new Integration(scene.at, (await scene.at.refreshKey(refreshToken)).body)
      const { flightId } = await newFlight({}, dispatch)
      const planner = await connect('Planner')
      await planner.did(planner.updateFlight({ flightId, opsNote: 'Skis' }, 1))
      const who = `{ kind apiKeyLabel applicationName person { name } }`
      const { flight } = await key.ask(
        `query ($id: ID!) { flight(flightId: $id) { createdBy ${who} updatedBy ${who} } }`,
        {
          id: flightId,
        },
      )
      const nobody = { apiKeyLabel: null, applicationName: null, person: null }
      assert.deepEqual(flight, {
        createdBy: { ...nobody, kind: 'API_KEY', apiKeyLabel: 'Dispatch' },
        updatedBy: { ...nobody, kind: 'APPLICATION', applicationName: 'Planner' },
      })
      const admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
      await admin.data(
        `mutation ($id: ID!) { flightUpdate(input: { flightId: $id, opsNote: "Dogs" }, expectedVersion: 2) { userErrorList { code } } }`,
        { id: flightId },
      )
      const by = `query ($id: ID!) { flight(flightId: $id) { updatedBy ${who} } }`
      const changed = (await key.ask(by, { id: flightId })).flight.updatedBy
      assert.deepEqual(changed, { ...nobody, kind: 'USER', person: { name: 'Anna' } })
      const blind = await Integration.of(scene.at, 'flight:read')
      const { errors } = await blind.body(by, { id: flightId })
      assert.equal(errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
    })
  })
}
