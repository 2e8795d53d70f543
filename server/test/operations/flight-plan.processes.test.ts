/** Two server processes on PostgreSQL plan and accept one flight: one plan counts, and it fits the flight (threats rows 365, 366). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PLAN, planFor, setPlan } from '../support/flight-plan.ts'
import { LogScene } from '../support/log-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const ROUNDS = 4

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

describe('a flight plan, in two processes on PostgreSQL', () => {
  let server: TestServer
  let process: ServerProcess
  let scene: LogScene
  before(async () => {
    server = await startServer('postgres')
    scene = await LogScene.open(server)
    process = await startServerProcess(server.place.environment)
  })
  after(async () => {
    await process?.stop()
    await server?.close()
  })

  /** What the other process answers to the flight bag. */
  const elsewhere = async (query: string, variables: object): Promise<Data> => {
    const answer = await process.client.ask(`${scene.flights.grants.at.origin}/api/graphql/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.bag.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    assert.equal(answer.status, 200, answer.body)
    const { data } = answer.json<{ data: Record<string, Data> }>()
    return Object.values(data)[0]
  }
  const aircraftId = (): string => scene.flights.fleet.aircraft[0]?.aircraftId ?? ''
  const planned = async (daysAhead: number): Promise<Data> => {
    const { flights } = scene
    const at = { daysAgo: -daysAhead }
    const times = { offBlock: flights.at(at, 0), onBlock: flights.at(at, 90) }
    const { flight } = await flights.key.did(
      flights.key.createFlight({ aircraftId: aircraftId(), status: 'CONFIRMED', paxCount: 4, ...times }),
    )
    await flights.key.did(flights.key.setCrew(flight.flightId, flights.crewList(), await flights.version(flight)))
    return flight
  }
  const input = (flight: Data, blockFuel: number) => planFor(flight, aircraftId(), { blockFuel })
  const SET = `mutation ($input: FlightPlanInput!) { flightPlanSet(as: FLIGHT_DECK, input: $input) { ${PLAN} } }`
  const ACCEPT = `mutation ($id: ID!, $by: ID!, $v: Int!) {
    flightPlanAccept(flightPlanId: $id, confirmationId: $by, expectedVersion: $v) { ${PLAN} } }`
  const read = async (flightPlanId: string): Promise<Data> =>
    (
      await scene.bag.ask(
        'query ($id: ID!) { flightPlan(flightPlanId: $id) { flightPlanId revision status version outdatedList } }',
        { id: flightPlanId },
      )
    ).flightPlan
  const change = async (flight: Data, changes: object): Promise<void> => {
    const { key } = scene.flights
    await key.did(key.updateFlight({ flightId: flight.flightId, ...changes }, await scene.flights.version(flight)))
  }
  /** A plan that the commander said yes to on the page. */
  const confirmed = async (flight: Data): Promise<{ plan: Data; asked: object }> => {
    const plan = (await scene.bag.did(setPlan(scene.bag, input(flight, 2500), 'FLIGHT_DECK'))).flightPlan
    const { confirmation } = await scene.bag.did(
      scene.bag.change(
        `mutation ($id: ID!, $crew: ID!) {
          confirmationRequest(purpose: FLIGHT_PLAN_ACCEPT, crewMemberId: $crew, subjectIdList: [$id]) {
            confirmation { confirmationId path } userErrorList { code path } } }`,
        { id: plan.flightPlanId, crew: scene.flights.memberId(0) },
      ),
    )
    assert.equal((await scene.answer(confirmation, { decision: 'sign' })).status, 303)
    return { plan, asked: { id: plan.flightPlanId, by: confirmation.confirmationId, v: plan.version } }
  }

  test('two write a plan of one flight at once: two revisions, of which one counts (threats row 365)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const flight = await planned(20 + round)
      const [there, here] = await Promise.all([
        elsewhere(SET, { input: input(flight, 2510) }),
        scene.bag.change(SET, { input: input(flight, 2520) }),
      ])
      const both = [there.flightPlan, here.flightPlan] as Data[]
      assert.deepEqual(both.map(({ revision }) => revision).toSorted(), [1, 2], JSON.stringify([there, here]))
      const now = await Promise.all(both.map(({ flightPlanId }) => read(flightPlanId)))
      const byRevision = now.toSorted((a, b) => a.revision - b.revision)
      assert.deepEqual(
        byRevision.map(({ status }) => status),
        ['SUPERSEDED', 'PLANNED'],
      )
      const { flight: seen } = await scene.bag.ask(
        'query ($id: ID!) { flight(flightId: $id) { flightPlan { flightPlanId } } }',
        { id: flight.flightId },
      )
      assert.equal(seen.flightPlan.flightPlanId, byRevision[1].flightPlanId)
    }
  })

  test('a plan is accepted while its flight changes: outdated after the yes, or the yes is refused (threats row 366)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const flight = await planned(30 + round)
      const { plan, asked } = await confirmed(flight)
      const [accepted] = await Promise.all([elsewhere(ACCEPT, asked), change(flight, { ades: 'EGLF' })])
      const codes = accepted.userErrorList.map(({ code }: Data) => code)
      const now = await read(plan.flightPlanId)
      assert.deepEqual([now.status, now.outdatedList], ['OUTDATED', ['ADES']], 'never a plan that counts')
      // Accepted and then outdated is two changes, outdated alone is one.
      assert.equal(now.version, plan.version + (codes.length === 0 ? 2 : 1), codes.join())
      for (const code of codes) {
        assert.ok(['ILLEGAL_TRANSITION', 'STALE_VERSION', 'CONFIRMATION_NEEDED'].includes(code), code)
      }
    }
  })

  test('a yes meets the next revision: what is accepted is what was read, or nothing is (threats row 366)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const flight = await planned(40 + round)
      const { plan, asked } = await confirmed(flight)
      const [accepted, next] = await Promise.all([
        elsewhere(ACCEPT, asked),
        scene.bag.did(setPlan(scene.bag, input(flight, 2600), 'FLIGHT_DECK')),
      ])
      const now = await read(plan.flightPlanId)
      assert.equal(now.status, 'SUPERSEDED')
      assert.equal((await read(next.flightPlan.flightPlanId)).status, 'PLANNED', 'nobody said yes to this one')
      const steps = accepted.userErrorList.length === 0 ? 2 : 1
      assert.equal(now.version, plan.version + steps, JSON.stringify(accepted))
    }
  })

  test('two use one yes at once: it is accepted once (threats row 366)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { plan, asked } = await confirmed(await planned(50 + round))
      const both = await Promise.all([elsewhere(ACCEPT, asked), scene.bag.change(ACCEPT, asked)])
      assert.deepEqual(both.map(({ userErrorList }) => userErrorList.length).toSorted(), [0, 1], JSON.stringify(both))
      const now = await read(plan.flightPlanId)
      assert.deepEqual([now.status, now.version], ['ACCEPTED', plan.version + 1])
    }
  })
})
