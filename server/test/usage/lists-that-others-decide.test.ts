/** Lists that another table decides, or one person: what is read for them is found by an index, and is paid. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../src/domain/interval.ts'
import { ROWS_FOR_COST } from '../../src/domain/limits.ts'
import { FLIGHT_RECORD, NO_MOVEMENT } from '../../src/domain/operations/flights/flight.ts'
import { madeRecord } from '../../src/domain/records/made-record.ts'
import { airportIdOf } from '../../src/domain/reference/airport.ts'
import { insertFlightCrew } from '../../src/storage/operations/crew/flight-crew.ts'
import { FLIGHT } from '../../src/storage/operations/flights/flights.ts'
import { createRecords } from '../../src/storage/records.ts'
import { seedFleet } from '../support/fleet.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const FLIGHTS = 400

interface Cost {
  readonly searched?: number
}

for (const store of storesFor('sql')) {
  describe(`lists that others decide (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let crewMemberId: string
    let flightIds: readonly string[]
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      const { tenantId } = at.tenant
      const { storage } = server.world
      const { aircraft, crew } = await seedFleet(storage, tenantId)
      crewMemberId = crew[0]?.crewMemberId ?? ''
      const from = server.world.now(tenantId)
      const flights = Array.from({ length: FLIGHTS }, (_, number) =>
        madeRecord(FLIGHT_RECORD, from, {
          flightId: `flt_${String(number).padStart(4, '0')}`,
          flightNo: `AL${number}`,
          aircraftId: aircraft[0]?.aircraftId ?? '',
          status: 'CONFIRMED',
          kind: 'CHARTER',
          rules: 'IFR',
          adepId: airportIdOf('LSZH'),
          adesId: airportIdOf('LFMN'),
          offBlock: from + number * DAY_MS,
          onBlock: from + number * DAY_MS + HOUR_MS,
          actual: NO_MOVEMENT,
          distanceNm: 300,
          paxTotal: 0,
        }),
      )
      flightIds = flights.map(({ flightId }) => flightId)
      await storage.writeTenant(tenantId, async (tx) => {
        await createRecords(tx, FLIGHT, flights)
        const assigned = { crewMemberId, position: 'CPT', isPilotFlying: null, reportAt: null } as const
        await insertFlightCrew(
          tx,
          flightIds.map((flightId) => ({ ...assigned, flightId, confirmed: false, startsDuty: null })),
        )
      })
    })
    after(() => server.close())

    const asked = async <T>(query: string, by: string): Promise<{ data: T; cost: Cost }> => {
      const answer = await at.query(by, query)
      assert.equal(answer.status, 200, answer.body.slice(0, 300))
      const { data, errors, extensions } = answer.json<{ data: T; errors?: object; extensions: { cost: Cost } }>()
      assert.equal(errors, undefined, answer.body.slice(0, 300))
      return { data, cost: extensions.cost }
    }

    test('a filter that asks another table of each row asks by an index, and reads nothing else (threats row 546)', async () => {
      const year = '{from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z"}'
      const lists = [
        `tripList(filter: {interval: ${year}}, page: {first: 1})`,
        `serviceRequestList(filter: {interval: ${year}}, page: {first: 1})`,
        'serviceRequestList(filter: {airport: "EGLL"}, page: {first: 1})',
        'crewMemberList(filter: {expiringBefore: "2026-01-01"}, page: {first: 1})',
        'emptyLegList(filter: {minSeats: 400}, page: {first: 1})',
      ]
      const all = await at.accessToken('flight:read service:read crew:read availability:read')
      for (const list of lists) {
        const statements = await statementsDuring(() => asked(`{ ${list} { pageInfo { hasMore } } }`, all))
        const walk = statements.find((text) => text.includes('is_found')) ?? ''
        // A scalar subquery: no store reads the other table first for it.
        assert.match(walk, /coalesce\(\(select 1 from [^;]*? limit 1\), 0\) = 1/, list)
        assert.doesNotMatch(walk, /\bin \(\s*select (?!value)/, list)
        if (store === 'postgres') continue
        const { rows } = await server.world.storage.platform.execute<Record<string, string>>(
          `explain query plan ${walk}`,
          [],
        )
        const plan = rows.map(({ detail }) => detail).join('\n')
        assert.match(plan, /CORRELATED SCALAR SUBQUERY/, list)
        assert.doesNotMatch(plan, /LIST SUBQUERY/, `${list}: ${plan}`)
      }
    })

    test('all flights of one person are charged, whichever of them a page has (threats row 547)', async () => {
      const by = await at.accessToken('flight:read crew:read')
      const flights = async (filter: string, page: string) =>
        await asked<{ flightList: { nodeList: { flightId: string }[]; pageInfo: { endCursor: string } } }>(
          `{ flightList(filter: { crewMemberId: "${crewMemberId}" ${filter} }, page: { ${page} }) {
            nodeList { flightId } pageInfo { endCursor } } }`,
          by,
        )
      const whole = Math.floor(FLIGHTS / ROWS_FOR_COST.compared)
      const first = await flights('', 'first: 1')
      assert.deepEqual(
        first.data.flightList.nodeList.map(({ flightId }) => flightId),
        flightIds.slice(0, 1),
      )
      assert.equal(first.cost.searched, whole)
      const next = await flights('', `first: 1, after: "${first.data.flightList.pageInfo.endCursor}"`)
      assert.equal(next.data.flightList.nodeList[0]?.flightId, flightIds[1])
      assert.equal(next.cost.searched, whole)
      const last = await flights('', 'first: 1, isDescending: true')
      assert.equal(last.data.flightList.nodeList[0]?.flightId, flightIds.at(-1))
      const year = 'interval: {from: "2001-01-01T00:00:00Z", to: "2002-01-01T00:00:00Z"}'
      for (const filter of ['callsign: "NONE"', year]) {
        const nothing = await flights(filter, 'first: 1')
        assert.deepEqual(nothing.data.flightList.nodeList, [], filter)
        assert.equal(nothing.cost.searched, whole, filter)
      }
    })
  })
}
