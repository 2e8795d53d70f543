/** What buyers see of a schedule, and what they find (data §7.1): blocks without names, and plans without prices. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe, test } from 'node:test'
import { readWindow } from '../../src/domain/operations/sales/requested-leg.ts'
import { instantOf } from '../../src/domain/reference/wall-clock.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { SalesScene } from '../support/sales-scene.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const z = (text: string): number => Date.parse(text)

test('a time on the wall is an instant: of two the first, and none where the clock leaves it out', () => {
  const cases = [
    ['2027-01-15T10:30', 'Europe/Zurich', z('2027-01-15T09:30Z')],
    ['2027-07-15T10:30', 'Europe/Zurich', z('2027-07-15T08:30Z')],
    ['2027-03-28T02:30', 'Europe/Zurich', null],
    ['2027-10-31T02:30', 'Europe/Zurich', z('2027-10-31T00:30Z')],
    ['2027-10-31T03:00', 'Europe/Zurich', z('2027-10-31T02:00Z')],
    ['2027-01-15T10:30', 'Pacific/Kiritimati', z('2027-01-14T20:30Z')],
    ['2027-01-15', 'Europe/Zurich', null],
    ['2027-02-30T10:00', 'Europe/Zurich', null],
  ] as const
  for (const [text, zone, expected] of cases) assert.equal(instantOf(text, zone), expected, `${text} ${zone}`)
})

test('a window is a local day, two times of UTC or two local times, and nothing between', () => {
  const day = { from: z('2027-01-14T23:00Z'), to: z('2027-01-15T22:59Z') }
  assert.deepEqual(readWindow({ date: '2027-01-15' }, 'Europe/Zurich'), day)
  const utc = { earliest: day.from, latest: day.to }
  assert.deepEqual(readWindow(utc, 'Europe/Zurich'), day)
  const local = { earliestLocal: '2027-01-15T00:00', latestLocal: '2027-01-15T23:59' }
  assert.deepEqual(readWindow(local, 'Europe/Zurich'), day)
  // The day on which the clock goes back has 25 hours.
  const long = readWindow({ date: '2027-10-31' }, 'Europe/Zurich') as { from: number; to: number }
  assert.equal(long.to - long.from, 25 * 3_600_000 - 60_000)
  for (const wrong of [
    {},
    { date: '2027-01-15', ...utc },
    { earliest: day.from },
    { earliestLocal: '2027-01-15T00:00' },
    { earliest: day.to, latest: day.from },
    { earliestLocal: '2027-03-28T02:30', latestLocal: '2027-03-28T05:00' },
    { earliest: day.from, latest: day.from + 15 * 86_400_000 },
  ]) {
    assert.equal(typeof readWindow(wrong, 'Europe/Zurich'), 'string', JSON.stringify(wrong))
  }
})

const BLOCKS = 'kind from to startAirport { iCAO } endAirport { iCAO } isMovable emptyLegId'
const OPTION = `aircraftId positioningNm warningList { code }
  legList { legIndex adep { iCAO } ades { iCAO } offBlock onBlock isPositioning }`

interface Found {
  readonly aircraftId: string
  readonly positioningNm: number
  readonly warningList: readonly { readonly code: string }[]
  readonly legList: readonly {
    adep: { iCAO: string }
    ades: { iCAO: string }
    offBlock: string
    isPositioning: boolean
  }[]
}

for (const store of storesFor('record')) {
  describe(`availability (${store})`, () => {
    let server: TestServer
    let sales: SalesScene
    let jetMatch: Integration
    const tail = (index: number): string => sales.fleet.aircraft[index]?.aircraftId ?? ''
    before(async () => {
      server = await startServer(store)
      sales = await SalesScene.open(server)
      jetMatch = await sales.marketplace('JetMatch')
    })
    after(() => server.close())

    const plan = async (aircraft: number, hours: readonly [number, number], more: object = {}) => {
      const [from, to] = hours
      const slot = { aircraftId: tail(aircraft), offBlock: sales.time(from), onBlock: sales.time(to) }
      return (await sales.key.did(sales.key.createFlight({ ...slot, status: 'CONFIRMED', ...more }))).flight
    }
    const scheduleOf = async (by: Integration, aircraftId: string, [from, to]: readonly [number, number]) =>
      (
        await by.ask(
          `query ($id: ID!, $in: IntervalInput!) { aircraftSchedule(aircraftId: $id, interval: $in) {
            version seatCount base { iCAO } blockList { ${BLOCKS} } } }`,
          { id: aircraftId, in: { from: sales.time(from), to: sales.time(to) } },
        )
      ).aircraftSchedule
    const search = async (by: Integration, legList: readonly object[], more: object = {}): Promise<Found[]> =>
      (
        await by.ask(`query ($input: AvailabilitySearchInput!) { availabilitySearch(input: $input) { ${OPTION} } }`, {
          input: { legList, ...more },
        })
      ).availabilitySearch
    const leg = (adep: string, ades: string, hours: readonly [number, number], paxCount = 4) => ({
      adep,
      ades,
      earliest: sales.time(hours[0]),
      latest: sales.time(hours[1]),
      paxCount,
    })

    test('a marketplace sees when an aircraft is taken, and neither flight, number, note nor reason (threats row 258)', async () => {
      await plan(0, [1000, 1002], { flightNo: 'ALP777', opsNote: 'Secret guest' })
      await plan(0, [1004, 1006], { status: 'OPTION', adep: 'LFPB', ades: 'LSGG' })
      const ferry = await plan(0, [1010, 1012], { kind: 'FERRY', adep: 'LFPB', ades: 'LSZH' })
      const published = sales.publish(sales.key, ferry.flightId, {
        earliest: sales.time(1008),
        latest: sales.time(1014),
      })
      const { emptyLegId } = (await sales.key.did(published)).emptyLeg
      const block = (reason: string, from: number, to: number) =>
        sales.key.block({
          aircraftId: tail(0),
          reason,
          note: 'Engine borescope',
          from: sales.time(from),
          to: sales.time(to),
        })
      await sales.key.did(block('AOG', 1020, 1024))
      await sales.key.did(block('OWNER_USE', 1030, 1034))
      const shown = (kind: string, [from, to]: readonly number[], places: readonly string[], id?: string) => ({
        kind,
        from: sales.time(from ?? 0),
        to: sales.time(to ?? 0),
        startAirport: { iCAO: places[0] },
        endAirport: { iCAO: places[1] },
        isMovable: id !== undefined,
        emptyLegId: id ?? null,
      })
      const schedule = await scheduleOf(jetMatch, tail(0), [1001, 1031])
      assert.deepEqual(schedule.blockList, [
        shown('BUSY', [1000, 1002], ['LSZH', 'LFPB']),
        shown('OPTION', [1004, 1006], ['LFPB', 'LSGG']),
        shown('EMPTY_LEG', [1010, 1012], ['LFPB', 'LSZH'], emptyLegId),
        shown('MAINTENANCE', [1020, 1024], ['LSZH', 'LSZH']),
        shown('BUSY', [1030, 1034], ['LSZH', 'LSZH']),
      ])
      assert.doesNotMatch(JSON.stringify(schedule), /ALP777|Secret|borescope|flt_|una_|OWNER|AOG/)
      assert.equal(await scheduleOf(jetMatch, 'acf_unknown', [0, 1]), null)
    })

    test('what is past is shown to the operator, and not to a marketplace (threats row 258)', async () => {
      await plan(2, [-60, -58])
      await plan(2, [5000, 5002])
      const times = async (by: Integration) =>
        (await scheduleOf(by, tail(2), [-100, 5100])).blockList.map(({ from }: { from: string }) => from)
      assert.deepEqual(await times(jetMatch), [sales.time(5000)])
      assert.deepEqual(await times(sales.key), [sales.time(-60), sales.time(5000)])
      assert.deepEqual((await scheduleOf(jetMatch, tail(2), [-100, -50])).blockList, [])
    })

    test('a change of the schedule is told as AVAILABILITY, without the flight, and one of a note is not', async () => {
      const from = '{ changeList(from: NOW, entityList: [AVAILABILITY]) { pageInfo { endCursor } } }'
      let cursor = (await jetMatch.ask(from)).changeList.pageInfo.endCursor
      const told = async () => {
        const { changeList } = await jetMatch.ask(
          `query ($c: String!) { changeList(after: $c, entityList: [AVAILABILITY, FLIGHT]) {
            nodeList { entity entityId parentId kind version fieldList isOwn } pageInfo { endCursor } } }`,
          { c: cursor },
        )
        cursor = changeList.pageInfo.endCursor
        return changeList.nodeList
      }
      const { version } = await scheduleOf(jetMatch, tail(1), [0, 1])
      const entry = (entityId: string, at: number) => ({
        entity: 'AVAILABILITY',
        entityId,
        parentId: null,
        kind: 'UPDATED',
        version: at,
        fieldList: ['blockList'],
        isOwn: false,
      })
      const flight = await plan(1, [1100, 1102], { adep: 'LSGG', ades: 'LSZH' })
      assert.deepEqual(await told(), [entry(tail(1), version + 1)])
      await sales.key.did(sales.key.updateFlight({ flightId: flight.flightId, opsNote: 'Gate 4' }, 1))
      assert.deepEqual(await told(), [])
      const other = await scheduleOf(jetMatch, tail(2), [0, 1])
      await sales.key.did(sales.key.updateFlight({ flightId: flight.flightId, aircraftId: tail(2) }, 2))
      const expected = [entry(tail(1), version + 2), entry(tail(2), other.version + 1)]
      assert.deepEqual(
        await told(),
        expected.toSorted((a, b) => (a.entityId < b.entityId ? -1 : 1)),
      )
      assert.equal((await scheduleOf(jetMatch, tail(2), [0, 1])).version, other.version + 1)
      const made = await sales.key.ask('{ aircraftTypeList(wildcard: "PC24") { acftTypeId } }')
      const input = { registration: 'HB-VZZ', base: 'LSZH', seatCount: 2, ...made.aircraftTypeList[0] }
      await sales.key.did(
        sales.key.change(
          'mutation ($input: AircraftInput!) { aircraftCreate(input: $input) { aircraft { aircraftId } userErrorList { code } } }',
          { input },
        ),
      )
      // It is not offered until the operator says so.
      assert.deepEqual(await told(), [])
    })

    test('a search finds aircraft that can be there, fly it and be where they are needed next', async () => {
      const there = await search(jetMatch, [leg('LSZH', 'LFMN', [2000, 2002])])
      const nm = there[0]?.positioningNm ?? 0
      assert.deepEqual(
        there.map(({ aircraftId, positioningNm }) => [aircraftId, positioningNm]),
        [0, 1, 2].map((index) => [tail(index), nm]),
      )
      const route = (option: Found | undefined) =>
        option?.legList.map(
          ({ adep, ades, isPositioning }) => `${adep.iCAO}-${ades.iCAO}${isPositioning ? ' empty' : ''}`,
        )
      assert.deepEqual(route(there[0]), ['LSZH-LFMN', 'LFMN-LSZH empty'])
      assert.equal(there[0]?.legList[0]?.offBlock, sales.time(2000))
      // One flies then, one is at Nice from a flight before, one has to be at Paris soon after.
      await plan(0, [2001, 2003])
      await plan(1, [1990, 1992], { ades: 'LFMN' })
      await plan(2, [2003, 2005], { adep: 'LFPB', ades: 'LSZH' })
      const back = await search(jetMatch, [leg('LFMN', 'LSZH', [2000, 2002])])
      assert.deepEqual(
        back.map((option) => [option.aircraftId, option.positioningNm, route(option)]),
        [[tail(1), 0, ['LFMN-LSZH']]],
      )
      const early = await search(jetMatch, [leg('LFMN', 'LSZH', [1997, 1998])])
      assert.deepEqual(
        early.map((option) => [option.aircraftId, route(option)]),
        [
          [tail(1), ['LFMN-LSZH']],
          [tail(0), ['LSZH-LFMN empty', 'LFMN-LSZH']],
          [tail(2), ['LSZH-LFMN empty', 'LFMN-LSZH', 'LSZH-LFPB empty']],
        ],
      )
      assert.deepEqual(
        await search(jetMatch, [leg('LFMN', 'LSZH', [1997, 1998])], { maxPositioningNm: 10 }).then((all) => all.length),
        1,
      )
    })

    test('seats, range and equipment decide; a runway that is short and an option are warned of', async () => {
      const day = [2100, 2102] as const
      const count = async (legs: readonly object[], more: object = {}) => (await search(jetMatch, legs, more)).length
      assert.equal(await count([leg('LSZH', 'LFPB', day, 9)]), 3)
      assert.equal(await count([leg('LSZH', 'LFPB', day, 10)]), 0)
      assert.equal(await count([leg('LSZH', 'KTEB', day)], { maxPositioningNm: 9000 }), 0)
      assert.equal(await count([leg('LSZH', 'LFPB', day)], { equipmentList: ['WIFI'] }), 3)
      assert.equal(await count([leg('LSZH', 'LFPB', day)], { equipmentList: ['WIFI', 'BED'] }), 0)
      assert.equal(await count([leg('LSZH', 'LFPB', day)], { acftTypeIdList: ['none'] }), 0)
      await plan(0, [2101, 2103], { status: 'OPTION' })
      const found = await search(jetMatch, [leg('LSZH', 'LFPB', day)])
      const warned = found.filter(({ warningList }) => warningList.some(({ code }) => code === 'OPTION_OVERLAP'))
      assert.deepEqual([found.length, warned.map(({ aircraftId }) => aircraftId)], [3, [tail(0)]])
      const short = await search(jetMatch, [leg('LSZH', 'EDWG', [2150, 2152])])
      assert.deepEqual(short[0]?.warningList, [{ code: 'RUNWAY_SHORT' }])
    })

    test('a window for the arrival, on local clocks, and two legs of one trip are planned as asked', async () => {
      const arrival = { ...leg('LSZH', 'LFMN', [2200, 2203]), isArrival: true }
      const [option] = await search(jetMatch, [arrival, leg('LFMN', 'EGLF', [2230, 2240])])
      const [first, second, home] = option?.legList ?? []
      assert.deepEqual([first?.ades.iCAO, second?.ades.iCAO, home?.isPositioning], ['LFMN', 'EGLF', true])
      assert.ok((first?.offBlock ?? '') < sales.time(2200))
      const local = { adep: 'LSZH', ades: 'LFMN', paxCount: 2 }
      const wrong = async (given: object) => {
        const { errors } = await jetMatch.body(
          'query ($input: AvailabilitySearchInput!) { availabilitySearch(input: $input) { aircraftId } }',
          { input: { legList: [{ ...local, ...given }] } },
        )
        return errors?.[0]?.message ?? ''
      }
      assert.match(
        await wrong({ earliestLocal: '2027-03-28T02:30', latestLocal: '2027-03-28T09:00' }),
        /legList\.0.*local time/,
      )
      assert.match(await wrong({}), /one form/)
      assert.match(await wrong({ date: '2027-05-01', adep: 'XXXX' }), /legList\.0\.adep/)
      assert.match(await wrong({ date: '2027-05-01', paxCount: -1 }), /paxCount/)
    })

    test('a key limited to one aircraft finds and sees that one alone', async () => {
      const limited = await Integration.of(sales.scene.at, 'availability:read', [tail(1)])
      const found = await search(limited, [leg('LSZH', 'LFPB', [2300, 2302])])
      assert.deepEqual(
        found.map(({ aircraftId }) => aircraftId),
        [tail(1)],
      )
      assert.equal(await scheduleOf(limited, tail(0), [0, 1]), null)
      const list = await limited.ask(
        'query ($in: IntervalInput!) { aircraftScheduleList(filter: { interval: $in }) { nodeList { aircraftId } } }',
        { in: { from: sales.time(0), to: sales.time(1) } },
      )
      assert.deepEqual(list.aircraftScheduleList.nodeList, [{ aircraftId: tail(1) }])
    })

    test('statements do not grow with flights, pages go on, and what would read too much is refused (threats row 259)', async () => {
      const counted = async (run: () => Promise<unknown>): Promise<number> => {
        let statements = 0
        // What the server asks by itself meanwhile is not counted.
        const note = (text: unknown) => {
          if (/from (aircraft|flight|unavailability|empty_leg)/.test(String(text))) statements++
        }
        subscribe('airside:statement', note)
        await run().finally(() => unsubscribe('airside:statement', note))
        return statements
      }
      const both = async () => {
        await search(jetMatch, [leg('LSZH', 'LFPB', [2400, 2402])])
        await listed({ first: 2 })
      }
      const listed = async (page: object, hours: readonly [number, number] = [2400, 2500]) =>
        jetMatch.body(
          `query ($in: IntervalInput!, $page: PageInput) { aircraftScheduleList(filter: { interval: $in }, page: $page) {
            nodeList { aircraftId blockList { kind } } pageInfo { endCursor hasMore } } }`,
          { in: { from: sales.time(hours[0]), to: sales.time(hours[1]) }, page },
        )
      await both()
      const few = await counted(both)
      assert.ok(few > 5, String(few))
      for (let at = 0; at < 8; at++) await plan(at % 3, [2410 + 6 * at, 2412 + 6 * at])
      assert.equal(await counted(both), few)
      const first = (await listed({ first: 2 })).data.aircraftScheduleList
      const rest = (await listed({ first: 2, after: first.pageInfo.endCursor })).data.aircraftScheduleList
      const ids = [...first.nodeList, ...rest.nodeList].map(({ aircraftId }) => aircraftId)
      const all = (await listed({})).data.aircraftScheduleList.nodeList.map(
        (each: { aircraftId: string }) => each.aircraftId,
      )
      assert.deepEqual([ids, first.pageInfo.hasMore], [all.slice(0, 4), true])
      const costly = await listed({ first: 500 }, [0, 399 * 24])
      assert.equal(costly.errors?.[0]?.extensions.code, 'COST_EXCEEDED')
      assert.match((await listed({ first: 1 }, [0, 401 * 24])).errors?.[0]?.message ?? '', /at most 400 days/)
    })
  })
}
