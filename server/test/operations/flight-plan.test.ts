/** The operational flight plan: who writes it, what makes it outdated, and the commander's yes (data §10.9). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { ConsoleClient } from '../support/console-client.ts'
import { PLAN, planFor, setPlan } from '../support/flight-plan.ts'
import { HandlingScene } from '../support/handling-scene.ts'
import { EVERYTHING, Integration } from '../support/integration.ts'
import { LogScene } from '../support/log-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

for (const store of storesFor('record')) {
  describe(`flight plans (${store})`, () => {
    const { test, testOnBoth } = testsOn(store)
    let server: TestServer
    let scene: LogScene
    before(async () => {
      server = await startServer(store)
      scene = await LogScene.open(server)
    })
    after(() => server.close())

    const aircraftId = (index = 0): string => scene.flights.fleet.aircraft[index]?.aircraftId ?? ''
    /** Planned for some days from now, with its crew. */
    const planned = async (daysAhead: number, more: object = {}): Promise<Data> => {
      const { flights } = scene
      const at = { daysAgo: -daysAhead }
      const times = { offBlock: flights.at(at, 0), onBlock: flights.at(at, 90) }
      const { flight } = await flights.key.did(
        flights.key.createFlight({ aircraftId: aircraftId(), status: 'CONFIRMED', paxCount: 4, ...times, ...more }),
      )
      await flights.key.did(flights.key.setCrew(flight.flightId, flights.crewList(), await flights.version(flight)))
      return flight
    }
    const input = (flight: Data, more: object = {}) => planFor(flight, aircraftId(), more)
    const byDeck = async (flight: Data, more: object = {}): Promise<Data> =>
      (await scene.bag.did(setPlan(scene.bag, input(flight, more), 'FLIGHT_DECK'))).flightPlan
    const read = async (flightPlanId: string, by = scene.bag): Promise<Data> =>
      (
        await by.ask(`query ($id: ID!) { flightPlan(flightPlanId: $id) { revision status version outdatedList } }`, {
          id: flightPlanId,
        })
      ).flightPlan
    const change = async (flight: Data, changes: object): Promise<void> => {
      const { key } = scene.flights
      await key.did(key.updateFlight({ flightId: flight.flightId, ...changes }, await scene.flights.version(flight)))
    }
    const ask = (flightPlanId: string, crewMemberId = scene.flights.memberId(0)): Promise<Data> =>
      scene.bag.change(
        `mutation ($id: ID!, $crew: ID!) {
          confirmationRequest(purpose: FLIGHT_PLAN_ACCEPT, crewMemberId: $crew, subjectIdList: [$id]) {
            confirmation { confirmationId path } userErrorList { code path } } }`,
        { id: flightPlanId, crew: crewMemberId },
      )
    const accept = ({ flightPlanId, version }: Data, confirmationId: string): Promise<Data> =>
      scene.bag.change(
        `mutation ($id: ID!, $by: ID!, $v: Int!) {
          flightPlanAccept(flightPlanId: $id, confirmationId: $by, expectedVersion: $v) { ${PLAN} } }`,
        { id: flightPlanId, by: confirmationId, v: version },
      )

    testOnBoth(
      'each writing makes a revision, the same words none, and flight, briefing and feed name it',
      async () => {
        const flight = await planned(20)
        const externalIdList = [{ system: 'pps', value: 'ofp-20' }]
        const first = await byDeck(flight, { externalIdList })
        assert.deepEqual([first.revision, first.status, first.writtenAs], [1, 'PLANNED', 'FLIGHT_DECK'])
        assert.deepEqual(first.alternateList, [{ iCAO: 'LFPO' }])
        assert.equal((await byDeck(flight, { externalIdList })).version, first.version, 'the same again')
        const key = await Integration.of(scene.flights.grants.at, EVERYTHING)
        const second = (await key.did(setPlan(key, input(flight, { blockFuel: 2550 })))).flightPlan
        assert.deepEqual([second.revision, second.writtenAs], [2, 'OPERATOR'])
        assert.deepEqual(second.externalIdList, externalIdList, 'ids go over to the next revision')
        assert.equal((await read(first.flightPlanId)).status, 'SUPERSEDED')
        const { flight: seen, briefing } = await scene.bag.ask(
          `query ($id: ID!) { flight(flightId: $id) { flightPlan { revision } }
          briefing(flightId: $id) { flightPlan { revision status } } }`,
          { id: flight.flightId },
        )
        assert.deepEqual([seen.flightPlan.revision, briefing.flightPlan], [2, { revision: 2, status: 'PLANNED' }])
        const feed = '{ changeList(first: 500, entityList: [FLIGHT_PLAN]) { nodeList { entityId kind parentId } } }'
        const told = (await scene.bag.ask(feed)).changeList.nodeList.filter(
          ({ parentId }: Data) => parentId === flight.flightId,
        )
        assert.deepEqual(
          told.map(({ entityId, kind }: Data) => [entityId, kind]),
          [
            [first.flightPlanId, 'CREATED'],
            [first.flightPlanId, 'UPDATED'],
            [second.flightPlanId, 'CREATED'],
          ],
        )
      },
    )

    testOnBoth('of two who read the same revision one writes, at each revision (threats row 389)', async () => {
      const flight = await planned(35)
      let { version } = await byDeck(flight)
      for (const blockFuel of [2510, 2520, 2530]) {
        const next = (fuel: number) => setPlan(scene.bag, input(flight, { blockFuel: fuel }), 'FLIGHT_DECK', version)
        const { flightPlan } = await scene.bag.did(next(blockFuel))
        assert.deepEqual(await scene.bag.refusal(next(blockFuel + 1)), ['STALE_VERSION'])
        assert.equal(flightPlan.version, version + 1)
        version = flightPlan.version
      }
    })

    testOnBoth('another route, aircraft or payload makes it outdated, and a small one does not', async () => {
      const flight = await planned(21)
      const { flightPlanId } = await byDeck(flight)
      await change(flight, { paxCount: 5 })
      assert.equal((await read(flightPlanId)).status, 'PLANNED', '96 kg are within the 200 of the settings')
      await change(flight, { paxCount: 7 })
      assert.deepEqual((await read(flightPlanId)).outdatedList, ['PAYLOAD'])
      await change(flight, { ades: 'EGLF', aircraftId: aircraftId(1) })
      const last = await read(flightPlanId)
      assert.deepEqual([last.status, last.outdatedList], ['OUTDATED', ['ADES', 'AIRCRAFT', 'PAYLOAD']])
    })

    test('a plan for another route or aircraft than the flight has is refused (threats row 365)', async () => {
      const flight = await planned(22)
      await change(flight, { ades: 'EGLF' })
      const stale = await setPlan(scene.bag, input(flight), 'FLIGHT_DECK')
      assert.deepEqual(
        stale.userErrorList.map(({ code, path }: Data) => [code, path.at(-1)]),
        [['VALIDATION', 'ades']],
      )
      const other = setPlan(scene.bag, planFor(flight, aircraftId(1), { ades: 'EGLF' }), 'FLIGHT_DECK')
      assert.deepEqual(await scene.bag.refusal(other), ['VALIDATION'])
    })

    test('what cannot be is refused: limits, order of masses, another century, too many alternates', async () => {
      const flight = await planned(23)
      for (const [more, code] of [
        [{ maxTakeOffKg: 8000 }, 'VALIDATION'],
        [{ landingKg: 8500 }, 'VALIDATION'],
        [{ landingKg: null, maxZeroFuelKg: null, zeroFuelKg: 8500 }, 'VALIDATION'],
        [{ tripFuel: 2600 }, 'VALIDATION'],
        [{ tripFuel: 1500, taxiFuel: 1100 }, 'VALIDATION'],
        [{ route: ' ' }, 'VALIDATION'],
        [{ computedAt: '2100-01-01T00:00:00Z' }, 'IMPLAUSIBLE'],
        [{ computedAt: '1900-01-01T00:00:00Z' }, 'IMPLAUSIBLE'],
        [{ alternateList: ['LFPO', 'LFPG', 'EGLF', 'LSGG', 'EDDM', 'LSZB'] }, 'VALIDATION'],
        [{ alternateList: ['QQQQ'] }, 'NOT_FOUND'],
      ] as const) {
        const refused = await scene.bag.refusal(setPlan(scene.bag, input(flight, more), 'FLIGHT_DECK'))
        assert.deepEqual([...new Set(refused)], [code], JSON.stringify(more))
      }
      const { warningList } = await scene.bag.did(setPlan(scene.bag, input(flight, { extraFuel: 800 }), 'FLIGHT_DECK'))
      assert.deepEqual(warningList, [{ code: 'FUEL_BALANCE' }])
      const flown = await scene.flights.flown({ daysAgo: 30 })
      assert.deepEqual(await scene.bag.refusal(setPlan(scene.bag, input(flown), 'FLIGHT_DECK')), ['LOCKED'])
    })

    test('nobody writes for another than they act for, and each needs its own scope (threats row 363)', async () => {
      const flight = await planned(24)
      const { key } = scene.flights
      assert.deepEqual(await scene.bag.refusal(setPlan(key, input(flight), 'FLIGHT_DECK')), ['NOT_ALLOWED'])
      assert.deepEqual(await key.refusal(setPlan(key, input(flight), 'FLIGHT_SUPPORT')), ['NOT_ALLOWED'])
      const asked = `mutation ($input: FlightPlanInput!) { flightPlanSet(as: OPERATOR, input: $input) { ${PLAN} } }`
      const body = await scene.bag.body(asked, { input: input(flight) })
      assert.match(JSON.stringify(body.errors), /flight:write/)
      const documents = await Integration.of(scene.flights.grants.at, 'document:write flight:read aircraft:read')
      assert.match(JSON.stringify((await documents.body(asked, { input: input(flight) })).errors), /flight:write/)
      assert.deepEqual(await documents.refusal(setPlan(documents, input(flight), 'FLIGHT_DECK')), ['NOT_ALLOWED'])
    })

    test('a key limited to other aircraft neither reads nor writes it', async () => {
      const flight = await planned(25)
      const { flightPlanId } = await byDeck(flight)
      const scopes = 'flight:read flight:write aircraft:read'
      const others = await Integration.of(scene.flights.grants.at, scopes, [aircraftId(1)])
      assert.equal(await read(flightPlanId, others), null)
      assert.deepEqual(await others.refusal(setPlan(others, input(flight))), ['NOT_FOUND'])
    })

    testOnBoth('the commander accepts exactly what the page showed, once (threats row 366)', async () => {
      const flight = await planned(26)
      const plan = await byDeck(flight)
      assert.deepEqual(await scene.bag.refusal(ask(plan.flightPlanId, scene.flights.memberId(2))), ['NOT_ALLOWED'])
      const { confirmation } = await scene.bag.did(ask(plan.flightPlanId))
      const page = await scene.page(confirmation)
      for (const shown of ['LSZH to LFPB', 'VEBIT1W', '2,500 kg', '8,400 kg, at most 9,000 kg', 'LFPO', 'HB-JAA']) {
        assert.ok(page.body.includes(shown), `the page says ${shown}`)
      }
      assert.deepEqual(await scene.bag.refusal(accept(plan, confirmation.confirmationId)), ['CONFIRMATION_NEEDED'])
      assert.equal((await scene.answer(confirmation, { decision: 'sign' })).status, 303)
      const { flightPlan } = await scene.bag.did(accept(plan, confirmation.confirmationId))
      assert.equal(flightPlan.status, 'ACCEPTED')
      const again = accept(flightPlan, confirmation.confirmationId)
      assert.deepEqual(await scene.bag.refusal(again), ['ILLEGAL_TRANSITION'])
      const next = await byDeck(flight, { blockFuel: 2520 })
      assert.equal(next.status, 'PLANNED', 'the next revision asks anew')
      assert.deepEqual(await scene.bag.refusal(accept(next, confirmation.confirmationId)), ['CONFIRMATION_NEEDED'])
    })

    testOnBoth('what a commander accepted is to be accepted again by the next one (threats row 429)', async () => {
      const { key } = scene.flights
      const flight = await planned(28)
      const plan = await byDeck(flight)
      const { confirmation } = await scene.bag.did(ask(plan.flightPlanId))
      await scene.answer(confirmation, { decision: 'sign' })
      await scene.bag.did(accept(plan, confirmation.confirmationId))
      const [commander, other] = scene.flights.crewList()
      const crew = async (...crewList: object[]): Promise<string[]> => {
        const { warningList } = await key.did(
          key.setCrew(flight.flightId, crewList, await scene.flights.version(flight)),
        )
        return warningList.map(({ code }: Data) => code)
      }
      assert.ok(!(await crew({ ...commander })).includes('PLAN_NOT_ACCEPTED'), 'another first officer')
      assert.equal((await read(plan.flightPlanId)).status, 'ACCEPTED')
      const next = { crewMemberId: scene.flights.memberId(1), position: 'CPT' }
      assert.ok((await crew(next, other ?? {})).includes('PLAN_NOT_ACCEPTED'))
      const open = await scene.bag.ask(
        'query ($id: ID!) { flight(flightId: $id) { flightPlan { status version acceptance { name } } } }',
        { id: flight.flightId },
      )
      assert.deepEqual(open.flight.flightPlan, { status: 'PLANNED', version: 3, acceptance: null })
      await crew(commander ?? {}, other ?? {})
      assert.equal((await read(plan.flightPlanId)).status, 'PLANNED', 'it does not come back')
      const again = accept({ ...plan, version: 3 }, confirmation.confirmationId)
      assert.deepEqual(await scene.bag.refusal(again), ['CONFIRMATION_NEEDED'], 'a yes counts once')
      const { tenantId } = scene.flights.grants.at.tenant
      const entries = await server.world.storage
        .tenant(tenantId)
        .db.selectFrom('audit_entry')
        .select(['actor_kind', 'subject_id'])
        .where('tenant_id', '=', tenantId)
        .where('action', '=', 'flight-plan.acceptance-ended')
        .execute()
      const told = entries.map(({ actor_kind, subject_id }) => [actor_kind, subject_id])
      assert.deepEqual(told, [['api-key', plan.flightPlanId]])
    })

    test('a yes to a plan that the flight has outgrown accepts nothing (threats row 366)', async () => {
      const flight = await planned(27)
      const plan = await byDeck(flight)
      const { confirmation } = await scene.bag.did(ask(plan.flightPlanId))
      await change(flight, { ades: 'EGLF' })
      assert.match((await scene.page(confirmation)).body, /no longer fits its flight/)
      const late = accept(
        await read(plan.flightPlanId).then((now) => ({ ...plan, ...now })),
        confirmation.confirmationId,
      )
      assert.deepEqual(await scene.bag.refusal(late), ['ILLEGAL_TRANSITION'])
    })
  })

  describe(`flight plans of flight support (${store})`, () => {
    const { testOnBoth } = testsOn(store)
    let server: TestServer
    let scene: HandlingScene
    before(async () => {
      server = await startServer(store)
      scene = await HandlingScene.open(server)
    })
    after(() => server.close())

    testOnBoth('a provider plans what it was asked to plan, and reads that alone (threats row 364)', async () => {
      const { by: goldair } = await scene.application('Goldair Ops', scene.goldair)
      const { by: signature } = await scene.application('Signature Ops', scene.signature)
      const { arrival } = await scene.turn()
      const input = planFor(arrival, scene.aircraftId())
      await scene.asked({ flightId: arrival.flightId })
      const handled = setPlan(goldair, input, 'FLIGHT_SUPPORT')
      assert.deepEqual(await goldair.refusal(handled), ['NOT_ALLOWED'], 'asked for handling alone')
      const request = await scene.asked({ flightId: arrival.flightId, kind: 'FLIGHT_PLAN' })
      const { flightPlan } = await goldair.did(setPlan(goldair, input, 'FLIGHT_SUPPORT'))
      assert.equal(flightPlan.writtenAs, 'FLIGHT_SUPPORT')
      const unknown = setPlan(signature, input, 'FLIGHT_SUPPORT')
      assert.deepEqual(await signature.refusal(unknown), ['NOT_FOUND'], 'it does not see the flight')
      const list = '{ flightPlanList { nodeList { revision status } } }'
      assert.deepEqual((await signature.ask(list)).flightPlanList.nodeList, [])
      const ours = { ...input, blockFuel: 2510, externalIdList: [{ system: 'internal', value: 'ours' }] }
      await scene.key.did(setPlan(scene.key, ours))
      assert.deepEqual((await goldair.ask(list)).flightPlanList.nodeList, [{ revision: 1, status: 'SUPERSEDED' }])
      const feed = '{ changeList(first: 500, entityList: [FLIGHT_PLAN]) { nodeList { kind } } }'
      assert.deepEqual((await goldair.ask(feed)).changeList.nodeList, [{ kind: 'CREATED' }, { kind: 'UPDATED' }])
      assert.deepEqual((await signature.ask(feed)).changeList.nodeList, [])
      const same = { ...input, blockFuel: 2510 }
      const { flightPlan: theirs } = await goldair.did(setPlan(goldair, same, 'FLIGHT_SUPPORT'))
      const { revision, writtenAs, externalIdList } = theirs
      assert.deepEqual([revision, writtenAs, externalIdList], [3, 'FLIGHT_SUPPORT', []], 'nothing of what we wrote')
      const asked = await scene.read(scene.key, request)
      await scene.done(scene.key, { ...request, ...asked }, 'CANCELLED')
      const over = setPlan(goldair, { ...input, blockFuel: 2530 }, 'FLIGHT_SUPPORT')
      assert.deepEqual(await goldair.refusal(over), ['NOT_ALLOWED'], 'who was cancelled plans no more')
    })

    testOnBoth(
      'a plan ends for the provider that wrote it when the request is given on or its contact taken (threats row 455)',
      async () => {
        const { by: goldair, application } = await scene.application('Plan Desk', scene.goldair)
        const console = new ConsoleClient(server.client, scene.scene.browser)
        const { arrival } = await scene.turn()
        const request = await scene.asked({ flightId: arrival.flightId, kind: 'FLIGHT_PLAN' })
        const input = planFor(arrival, scene.aircraftId())
        const { flightPlan } = await goldair.did(setPlan(goldair, input, 'FLIGHT_SUPPORT'))
        const one = `query ($id: ID!, $f: ID!) { flightPlan(flightPlanId: $id) { status }
          flightPlanList { nodeList { status } } flight(flightId: $f) { flightPlan { status } } }`
        const sees = async (): Promise<boolean> => {
          const found = await goldair.ask(one, { id: flightPlan.flightPlanId, f: arrival.flightId })
          const all = [found.flightPlan, found.flightPlanList.nodeList[0] ?? null, found.flight?.flightPlan ?? null]
          const ways = all.map((each) => each !== null)
          assert.equal(new Set(ways).size, 1, `seen on some ways and not on others: ${ways}`)
          return ways[0] as boolean
        }
        const now = '{ changeList(from: NOW) { pageInfo { endCursor } } }'
        const { endCursor } = (await goldair.ask(now)).changeList.pageInfo
        const heard = async (): Promise<string> =>
          (
            await goldair.ask(
              'query ($after: String!) { changeList(after: $after, entityList: [FLIGHT_PLAN]) { nodeList { kind } } }',
              { after: endCursor },
            )
          ).changeList.nodeList
            .map(({ kind }: Data) => kind)
            .join(' ')
        const give = async (providerContactId: string): Promise<void> => {
          const before = { ...request, ...(await scene.read(scene.key, request)) }
          const { serviceRequest } = await scene.key.did(scene.update(scene.key, before, { providerContactId }))
          await scene.done(scene.key, serviceRequest, 'REQUESTED')
        }
        const bind = async (contactId: string): Promise<void> => {
          const text = `mutation ($c: ID!, $l: [ID!]!) { addOnProviderListSet(clientId: $c, contactIdList: $l) {
            userErrorList { code message } } }`
          const done = await console.data(text, { c: application.clientId, l: [contactId] })
          assert.deepEqual(done.addOnProviderListSet.userErrorList, [])
        }
        assert.ok(await sees())
        await give(scene.signature)
        assert.equal(await sees(), false)
        // What becomes of it then is not theirs.
        await scene.key.did(setPlan(scene.key, { ...input, blockFuel: 2510 }))
        assert.equal(await heard(), 'DELETED')
        await give(scene.goldair)
        assert.deepEqual([await sees(), await heard()], [true, 'DELETED UPDATED CREATED'], 'asked again')
        await bind(scene.signature)
        assert.deepEqual([await sees(), await heard()], [false, 'DELETED DELETED'])
        await bind(scene.goldair)
        assert.deepEqual([await sees(), (await heard()).split(' ').at(-1)], [true, 'CREATED'])
      },
    )
  })
}
