/** Flights are assessed anew where nothing near them changed: other rules, an estimated end that passed (data §4.5). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { BackgroundWork } from '../../src/background/background-work.ts'
import { SYSTEM } from '../../src/domain/versioned.ts'
import { ASSESS_ANEW_MS, assessAnew } from '../../src/services/operations/risk/assess-anew.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import {
  onPostgres,
  preparedPlace,
  startServer,
  storesFor,
  type TestServer,
  type TestTenant,
} from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** As every process does each minute, until nothing is left. */
const assess = async ({ world, app }: TestServer): Promise<void> => {
  const storage = world.storage.writtenBy(SYSTEM)
  while (await storage.writePlatform((tx) => assessAnew(tx, { world, reference: app.reference.current })));
}

const SETTINGS = `mutation ($input: OperatorSettingsInput!, $v: Int!) { operatorSettingsUpdate(input: $input, expectedVersion: $v) {
  operatorSettings { version updatedBy { kind apiKeyLabel } } userErrorList { code message } } }`

for (const store of storesFor('life cycle')) {
  describe(`flights assessed anew (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let fleet: Fleet
    let key: Integration
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = async () => {
      at = (await server.operator(`op${++operators}`)).production
      fleet = await seedFleet(server.world.storage, at.tenant.tenantId)
      key = await Integration.of(at)
    }
    const flightAt = async (offBlock: number, more: object = {}) => {
      const times = { offBlock: z(offBlock), onBlock: z(offBlock + 2 * HOUR) }
      const aircraftId = fleet.aircraft[0]?.aircraftId
      const { flight } = await key.did(key.createFlight({ aircraftId, status: 'CONFIRMED', ...times, ...more }))
      return flight
    }
    const riskOf = async (flightId: string) => {
      const fresh = await Integration.of(at)
      const query = 'query ($id: ID!) { flight(flightId: $id) { isAtRisk version riskReasonList } }'
      return (await fresh.ask(query, { id: flightId })).flight
    }
    /** The changes of flights since a cursor, and the next cursor. */
    const changes = async (cursor: string | null) => {
      const fresh = await Integration.of(at)
      const { changeList } = await fresh.ask(
        `query ($after: String) { changeList(after: $after, entityList: [FLIGHT], first: 500) {
          nodeList { entityId kind fieldList } pageInfo { endCursor } } }`,
        { after: cursor },
      )
      return { told: changeList.nodeList, cursor: changeList.pageInfo.endCursor }
    }

    test('a flight loses a reason of risk when the rule behind it is switched off, told once in the feed', async () => {
      await open()
      const start = Math.floor(server.clock.now() / HOUR) * HOUR + 5 * DAY
      const first = await flightAt(start)
      const second = await flightAt(start + 9 * HOUR, { adep: 'LFPB', ades: 'LSZH' })
      const crew = [{ crewMemberId: fleet.crew[0]?.crewMemberId, position: 'CPT' }]
      await key.did(key.setCrew(first.flightId, crew, first.version))
      await key.did(key.setCrew(second.flightId, crew, second.version))
      const before = await riskOf(second.flightId)
      assert.deepEqual(before.riskReasonList, ['REST_BELOW_MINIMUM'])
      const { cursor } = await changes(null)
      const planner = await Integration.of(at, 'settings:read settings:write')
      const { operatorSettings } = await planner.did(
        planner.change(SETTINGS, { input: { dutyLimits: { isOn: false } }, v: 1 }),
      )
      assert.deepEqual(operatorSettings, { version: 2, updatedBy: { kind: 'API_KEY', apiKeyLabel: 'Test key' } })
      await assess(server)
      assert.deepEqual(await riskOf(second.flightId), {
        isAtRisk: false,
        version: before.version + 1,
        riskReasonList: [],
      })
      const after = await changes(cursor)
      assert.deepEqual(
        after.told.map(({ entityId, kind }: { entityId: string; kind: string }) => [entityId, kind]),
        [[second.flightId, 'UPDATED']],
      )
      await assess(server)
      assert.deepEqual((await changes(after.cursor)).told, [])
      await planner.did(planner.change(SETTINGS, { input: { dutyLimits: { isOn: true } }, v: 2 }))
      await assess(server)
      assert.deepEqual((await riskOf(second.flightId)).riskReasonList, ['REST_BELOW_MINIMUM'])
    })

    test('a flight gets at risk when the estimated end of a grounding passes, once for each day it moves on', async () => {
      await open()
      const now = Math.floor(server.clock.now() / HOUR) * HOUR
      const tomorrow = await flightAt(now + 20 * HOUR)
      const later = await flightAt(now + 40 * HOUR, { adep: 'LFPB', ades: 'LSZH' })
      const aircraftId = fleet.aircraft[0]?.aircraftId
      const block = { aircraftId, reason: 'AOG', from: z(now - HOUR), to: z(now + 2 * HOUR), isEndEstimated: true }
      await key.did(key.block(block))
      await assess(server)
      assert.deepEqual((await riskOf(tomorrow.flightId)).riskReasonList, [])
      const { cursor } = await changes(null)
      const pass = async (hours: number) => {
        server.clock.advanceSeconds((hours * HOUR) / 1000)
        await assess(server)
        await assess(server)
      }
      await pass(3)
      assert.deepEqual((await riskOf(tomorrow.flightId)).riskReasonList, ['AIRCRAFT_NOT_ACTIVE'])
      assert.deepEqual((await riskOf(later.flightId)).riskReasonList, [])
      const first = await changes(cursor)
      assert.deepEqual(
        first.told.map(({ entityId, kind }: { entityId: string; kind: string }) => [entityId, kind]),
        [[tomorrow.flightId, 'UPDATED']],
      )
      await pass(24)
      assert.deepEqual((await riskOf(later.flightId)).riskReasonList, ['AIRCRAFT_NOT_ACTIVE'])
      assert.equal((await changes(first.cursor)).told.length, 1)
      server.clock.advanceSeconds((-27 * HOUR) / 1000)
    })
  })
}

test(
  'of two processes that assess at the same moment one does it, and each flight changes once',
  onPostgres('locks'),
  async () => {
    const place = await preparedPlace('postgres')
    const first = await startServer('postgres', place)
    const second = await startServer('postgres', place)
    try {
      const at = (await first.operator('alpine')).production
      const fleet = await seedFleet(first.world.storage, at.tenant.tenantId)
      const key = await Integration.of(at)
      const offBlock = Math.floor(first.clock.now() / HOUR) * HOUR + 20 * HOUR
      const input = { aircraftId: fleet.aircraft[0]?.aircraftId, status: 'CONFIRMED', offBlock: z(offBlock) }
      const { flight } = await key.did(key.createFlight({ ...input, onBlock: z(offBlock + HOUR) }))
      const block = { aircraftId: input.aircraftId, reason: 'AOG', isEndEstimated: true }
      await key.did(key.block({ ...block, from: z(offBlock - 30 * HOUR), to: z(offBlock - 19 * HOUR) }))
      for (const { clock } of [first, second]) clock.advanceSeconds((3 * HOUR) / 1000)
      const job = ({ world, app }: TestServer) =>
        new BackgroundWork({
          storage: world.storage.writtenBy(SYSTEM),
          log: pino({ level: 'silent' }),
          job: 'risk',
          everyMs: ASSESS_ANEW_MS,
          step: (tx) => assessAnew(tx, { world, reference: app.reference.current }),
        })
      const turns = await Promise.all([first, second].map((server) => job(server).turn()))
      // Who comes once the first has ended looks after what is left, and finds nothing.
      assert.match(turns.toSorted().join(', '), /^(more, not claimed|done, more)$/)
      const query = 'query ($id: ID!) { flight(flightId: $id) { version riskReasonList } }'
      const fresh = await Integration.of(at)
      assert.deepEqual((await fresh.ask(query, { id: flight.flightId })).flight, {
        version: flight.version + 1,
        riskReasonList: ['AIRCRAFT_NOT_ACTIVE'],
      })
    } finally {
      await second.close()
      await first.close()
      await place.dispose()
    }
  },
)
