/** Lists for a key that is limited to some aircraft: theirs are found by an index, and others are not passed over (ADR 283). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '../../src/domain/interval.ts'
import { FLIGHT_RECORD, NO_MOVEMENT } from '../../src/domain/operations/flights/flight.ts'
import { madeRecord } from '../../src/domain/records/made-record.ts'
import { airportIdOf } from '../../src/domain/reference/airport.ts'
import { FLIGHT } from '../../src/storage/operations/flights/flights.ts'
import { createRecords } from '../../src/storage/records.ts'
import { seedFleet } from '../support/fleet.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const FLIGHTS = 800
/** One in so many is of the aircraft that flies little. */
const RARELY = 200
/** Two flights leave at each time: the id orders them. */
const PER_HOUR = 2

interface Page {
  readonly nodeList: readonly { readonly flightId: string }[]
  readonly pageInfo: { readonly endCursor: string; readonly hasMore: boolean }
}

for (const store of storesFor('order')) {
  describe(`lists of a key that is limited to some aircraft (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let [busy, quiet, idle] = ['', '', '']
    let year = ''
    const flightIds: string[] = []
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      const { tenantId } = at.tenant
      const { storage } = server.world
      const { aircraft } = await seedFleet(storage, tenantId)
      ;[busy = '', quiet = '', idle = ''] = aircraft.map(({ aircraftId }) => aircraftId)
      const from = server.world.now(tenantId)
      const isoOf = (time: number) => new Date(time).toISOString()
      year = `interval: {from: "${isoOf(from - HOUR_MS)}", to: "${isoOf(from + FLIGHTS * HOUR_MS)}"}`
      const flights = Array.from({ length: FLIGHTS }, (_, number) =>
        madeRecord(FLIGHT_RECORD, from, {
          flightId: `flt_${String(number).padStart(4, '0')}`,
          flightNo: `AL${number}`,
          aircraftId: number % RARELY === 1 ? quiet : busy,
          status: 'CONFIRMED',
          kind: 'CHARTER',
          rules: 'IFR',
          adepId: airportIdOf('LSZH'),
          adesId: airportIdOf(number % 2 === 0 ? 'LFMN' : 'EGLL'),
          offBlock: from + Math.floor(number / PER_HOUR) * HOUR_MS,
          onBlock: from + Math.floor(number / PER_HOUR) * HOUR_MS + HOUR_MS,
          actual: NO_MOVEMENT,
          distanceNm: 300,
          paxTotal: 0,
        }),
      )
      flightIds.push(...flights.map(({ flightId }) => flightId))
      await storage.writeTenant(tenantId, (tx) => createRecords(tx, FLIGHT, flights))
    })
    after(() => server.close())

    const tokenOf = async (aircraftIds: readonly string[]): Promise<string> =>
      (await at.refreshKey((await at.createKey('flight:read', { aircraftIds })).refreshToken)).body

    const page = async (by: string, filter: string, paging: string) => {
      const query = `{ flightList(filter: { ${filter} }, page: { ${paging} }) {
        nodeList { flightId } pageInfo { endCursor hasMore } } }`
      const answer = await at.query(by, query)
      const { data, errors, extensions } = answer.json<{
        data: { flightList: Page }
        errors?: object
        extensions: { cost: { searched?: number } }
      }>()
      assert.equal(errors, undefined, answer.body.slice(0, 300))
      return { ...data.flightList, searched: extensions.cost.searched ?? 0 }
    }
    const idsOf = ({ nodeList }: Page): string[] => nodeList.map(({ flightId }) => flightId)

    test('one of an aircraft that flies little passes over no flights of others (threats row 621)', async () => {
      const rare = flightIds.filter((_, number) => number % RARELY === 1)
      const by = await tokenOf([quiet])
      for (const paging of ['first: 10', 'first: 10, isDescending: true']) {
        const all = await page(by, year, paging)
        assert.deepEqual(idsOf(all).toSorted(), rare)
        assert.equal(all.searched, 0, paging)
      }
      const none = await page(await tokenOf([idle]), year, 'first: 10')
      assert.deepEqual(idsOf(none), [])
      assert.equal(none.searched, 0)
    })

    test('flights of several aircraft come in the order of all, page by page and in both directions', async () => {
      const by = await tokenOf([quiet, busy, idle])
      for (const isDescending of [false, true]) {
        const found: string[] = []
        let cursor = ''
        for (let hasMore = true; hasMore; ) {
          const asked: Page = await page(by, year, `first: 150, isDescending: ${isDescending}${cursor}`)
          found.push(...idsOf(asked))
          hasMore = asked.pageInfo.hasMore
          cursor = `, after: "${asked.pageInfo.endCursor}"`
        }
        assert.deepEqual(found, isDescending ? flightIds.toReversed() : flightIds)
      }
    })

    test('a filter is looked for among the flights of its aircraft, all of which are paid (threats row 621)', async () => {
      const by = await tokenOf([quiet, busy])
      const nice = await page(by, `${year}, ades: "LFMN"`, 'first: 500')
      assert.deepEqual(
        idsOf(nice),
        flightIds.filter((_, number) => number % 2 === 0),
      )
      const nothing = await page(by, `${year}, ades: "KJFK"`, 'first: 10')
      assert.deepEqual(idsOf(nothing), [])
      assert.equal(nothing.searched, FLIGHTS / 40)
      const few = await page(await tokenOf([quiet]), `${year}, ades: "KJFK"`, 'first: 10')
      assert.equal(few.searched, 0)
    })
  })
}
