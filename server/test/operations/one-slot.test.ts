/** One aircraft has one flight at a time (data §5.1): of fifty parallel requests for one slot of one aircraft one succeeds. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seedFleet } from '../support/fleet.ts'
import { EVERYTHING, Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServerProcess } from '../support/server-process.ts'
import { onPostgres, preparedPlace, startServer, storesFor, TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const PARALLEL = 50

for (const store of storesFor('locks')) {
  const servers = store === 'postgres' ? 'two server processes' : 'one server process'
  test(`of ${PARALLEL} parallel creates for one slot exactly one succeeds (${store}, ${servers})`, async () => {
    const place = await preparedPlace(store)
    const first = await startServer(store, place)
    const { production } = await first.operator('alpine')
    const fleet = await seedFleet(first.world.storage, production.tenant.tenantId)
    const { refreshToken } = await production.createKey(EVERYTHING)
    if (store === 'sqlite') await first.close()
    const processes = await Promise.all(
      Array.from({ length: store === 'postgres' ? 2 : 1 }, () => startServerProcess(place.environment)),
    )
    try {
      const integrations = await Promise.all(
        processes.map(async ({ client }) => {
          const tenant = new TestTenant(production.tenant, client, first.world)
          return new Integration(tenant, (await tenant.refreshKey(refreshToken)).body)
        }),
      )
      const aircraftId = fleet.aircraft[0]?.aircraftId
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, (_, index) => {
          const integration = integrations[index % integrations.length] as Integration
          return integration.createFlight({
            aircraftId,
            status: 'CONFIRMED',
            offBlock: '2027-05-01T08:00:00Z',
            onBlock: '2027-05-01T09:30:00Z',
          })
        }),
      )
      assert.equal(answers.filter(({ flight }) => flight !== null).length, 1)
      const refusals = answers.flatMap(({ userErrorList }) => userErrorList.map(({ code }: { code: string }) => code))
      assert.deepEqual([...new Set(refusals)], ['AIRCRAFT_OVERLAP'])
      assert.equal(refusals.length, PARALLEL - 1)
    } finally {
      for (const process of processes) await process.stop()
      if (store === 'postgres') await first.close()
      await place.dispose()
    }
  })
}

test('of two writers at two processes that expect the same version one succeeds', onPostgres('locks'), async () => {
  const place = await preparedPlace('postgres')
  const first = await startServer('postgres', place)
  const second = await startServer('postgres', place)
  try {
    const { production } = await first.operator('alpine')
    const fleet = await seedFleet(first.world.storage, production.tenant.tenantId)
    const here = await Integration.of(production)
    const there = new Integration(new TestTenant(production.tenant, second.client, second.world), here.token)
    const input = { aircraftId: fleet.aircraft[0]?.aircraftId, offBlock: '2027-05-01T08:00:00Z' }
    const { flight } = await here.did(here.createFlight(input))
    for (let version = 1; version <= 5; version++) {
      const update = { flightId: flight.flightId, opsNote: `Round ${version}` }
      const answers = await Promise.all([here, there, here, there].map((each) => each.updateFlight(update, version)))
      const winners = answers.filter((answer) => answer.flight !== null)
      assert.equal(winners.length, 1)
      assert.equal(winners[0].flight.version, version + 1)
      const codes = answers.flatMap(({ userErrorList }) => userErrorList.map(({ code }: { code: string }) => code))
      assert.deepEqual(codes, ['STALE_VERSION', 'STALE_VERSION', 'STALE_VERSION'])
    }
  } finally {
    await second.close()
    await first.close()
    await place.dispose()
  }
})

test(
  'one idempotency key in parallel at two processes makes one flight, one feed entry and one payload',
  onPostgres('locks'),
  async () => {
    const place = await preparedPlace('postgres')
    const first = await startServer('postgres', place)
    const second = await startServer('postgres', place)
    try {
      const { production } = await first.operator('alpine')
      const fleet = await seedFleet(first.world.storage, production.tenant.tenantId)
      const here = await Integration.of(production)
      const there = new Integration(new TestTenant(production.tenant, second.client, second.world), here.token)
      const input = { aircraftId: fleet.aircraft[0]?.aircraftId, offBlock: '2027-05-01T08:00:00Z' }
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? here : there).createFlight(input, 'key-1')),
      )
      assert.equal(new Set(answers.map((answer) => answer.flight.flightId)).size, 1)
      const { changeList } = await here.ask('{ changeList(entityList: [FLIGHT]) { nodeList { entityId } } }')
      assert.equal(changeList.nodeList.length, 1)
      const other = await here.createFlight({ ...input, offBlock: '2027-05-02T08:00:00Z' }, 'key-1')
      assert.equal(other.userErrorList[0].code, 'IDEMPOTENCY_MISMATCH')
    } finally {
      await second.close()
      await first.close()
      await place.dispose()
    }
  },
)

test(
  "parallel claims on a crew member, a duty day, or a flight's and a block's slot succeed once each",
  onPostgres('locks'),
  async () => {
    const place = await preparedPlace('postgres')
    const first = await startServer('postgres', place)
    const second = await startServer('postgres', place)
    try {
      const { production } = await first.operator('alpine')
      const { aircraft, crew } = await seedFleet(first.world.storage, production.tenant.tenantId)
      const here = await Integration.of(production)
      const there = new Integration(new TestTenant(production.tenant, second.client, second.world), here.token)
      const sides = [here, there]
      const successes = (answers: { userErrorList: unknown[] }[]) =>
        answers.filter(({ userErrorList }) => userErrorList.length === 0).length
      const times = (day: number) => ({ offBlock: `2027-05-0${day}T08:00:00Z`, onBlock: `2027-05-0${day}T10:00:00Z` })
      const plan = (index: number, day: number) =>
        here.did(here.createFlight({ aircraftId: aircraft[index]?.aircraftId, ...times(day) }))
      for (const day of [1, 2, 3, 4]) {
        const flights = [(await plan(0, day)).flight, (await plan(1, day)).flight]
        const crewList = [{ crewMemberId: crew[0]?.crewMemberId, position: 'CPT' }]
        const answers = await Promise.all(
          flights.map(({ flightId }, index) => (sides[index] as Integration).setCrew(flightId, crewList, 1)),
        )
        assert.equal(successes(answers), 1)
        const duty = {
          crewMemberId: crew[1]?.crewMemberId,
          kind: 'OFFICE',
          startAt: times(day).offBlock,
          endAt: times(day).onBlock,
        }
        const duties = Array.from({ length: 20 }, (_, index) => (sides[index % 2] as Integration).createDuty(duty))
        assert.equal(successes(await Promise.all(duties)), 1)
        const aircraftId = aircraft[2]?.aircraftId
        const rivals = [
          here.createFlight({ aircraftId, ...times(day) }),
          there.block({ aircraftId, from: times(day).offBlock, to: times(day).onBlock, reason: 'OWNER_USE' }),
        ]
        assert.equal(successes(await Promise.all(rivals)), 1)
      }
    } finally {
      await second.close()
      await first.close()
      await place.dispose()
    }
  },
)
