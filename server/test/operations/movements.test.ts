/** Times, fuel and delays as they are reported on the day (data §4.1, §4.2, §6). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addApplication, exchangeFields, GrantScene, obtainCode, type Tokens } from '../support/code-grant.ts'
import { seedFleet } from '../support/fleet.ts'
import { Integration } from '../support/integration.ts'
import { codesOf, OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const TIMES = 'status actual { offBlock takeOff landing onBlock impliedList }'

for (const store of storesFor('life cycle')) {
  describe(`movements (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = () => OperatingDay.open(server, `op${++operators}`)

    test('a take-off reported first makes a flight AIRBORNE with off-block implied, until off-block is reported (data row B10)', async () => {
      const day = await open()
      const flight = await day.released(-60, 60)
      assert.equal((await day.report(flight, { takeOff: day.at(-40) })).flight.status, 'AIRBORNE')
      assert.deepEqual(await day.read(flight, TIMES), {
        status: 'AIRBORNE',
        actual: {
          offBlock: day.at(-50),
          takeOff: day.at(-40),
          landing: null,
          onBlock: null,
          impliedList: ['OFF_BLOCK'],
        },
      })
      await day.report(flight, { offBlock: day.at(-47) })
      const { actual } = await day.read(flight, TIMES)
      assert.deepEqual([actual.offBlock, actual.impliedList], [day.at(-47), []])
    })

    test('an on-block time alone implies the three before it, in order', async () => {
      const day = await open()
      const flight = await day.released(-180, -60)
      await day.report(flight, { onBlock: day.at(-50) })
      assert.deepEqual(await day.read(flight, TIMES), {
        status: 'ON_BLOCK',
        actual: {
          offBlock: day.at(-170),
          takeOff: day.at(-160),
          landing: day.at(-55),
          onBlock: day.at(-50),
          impliedList: ['OFF_BLOCK', 'TAKE_OFF', 'LANDING'],
        },
      })
    })

    test('times are taken back one by one, and the status follows; a flight bag gives a reason (data row A3) and closes the flight (data row B1)', async () => {
      const scene = await GrantScene.open(server, `op${++operators}`)
      const fleet = await seedFleet(server.world.storage, scene.at.tenant.tenantId)
      const day = new OperatingDay(scene.at, fleet, await Integration.of(scene.at))
      const bagApplication = await addApplication(server, { kind: 'electronic-flight-bag' })
      const code = await obtainCode(scene.browser, bagApplication, 'flight:read movement:write')
      const { access_token } = (await scene.token(exchangeFields(bagApplication, code))).json<Tokens>()
      const bag = new Integration(scene.at, access_token)

      const flight = await day.released(-60, 60)
      await day.report(flight, { offBlock: day.at(-50), takeOff: day.at(-40) })
      assert.equal((await day.report(flight, { takeOff: null })).flight.status, 'OFF_BLOCK')
      assert.equal((await day.report(flight, { offBlock: null })).flight.status, 'RELEASED')

      const bagReport = (input: object) => bag.report({ flightId: flight.flightId, ...input })
      await bag.did(bagReport({ offBlock: day.at(-30), takeOff: day.at(-20) }))
      assert.deepEqual(await bag.refusal(bagReport({ takeOff: null })), ['REASON_NEEDED'])
      const back = await bag.did(bagReport({ takeOff: null, reason: 'Rejected take-off' }))
      assert.equal(back.flight.status, 'OFF_BLOCK')
      assert.deepEqual(await bag.refusal(bagReport({ takeOff: day.at(-10), source: 'OPS' })), ['NOT_ALLOWED'])

      // The flight bag closes it: B1.
      await bag.did(bagReport({ takeOff: day.at(-15), landing: day.at(-5), onBlock: day.at(-1) }))
      const close =
        'mutation ($id: ID!, $v: Int!) { flightClose(flightId: $id, expectedVersion: $v) { flight { status } userErrorList { code } } }'
      const closed = await bag.did(bag.change(close, { id: flight.flightId, v: await day.version(flight) }))
      assert.equal(closed.flight.status, 'CLOSED')
      const { historyList } = await day.read(flight, 'historyList { from to reason }')
      assert.ok(
        historyList.some((entry: object) =>
          JSON.stringify(entry).includes('"from":"AIRBORNE","to":"OFF_BLOCK","reason":"Rejected take-off"'),
        ),
        JSON.stringify(historyList),
      )
    })

    test('of two sources the higher one counts, both are listed, and three minutes apart warn (data row B11)', async () => {
      const day = await open()
      const flight = await day.released(-60, 60)
      assert.deepEqual((await day.report(flight, { offBlock: day.at(-50), source: 'CREW' })).warningList, [])
      const { warningList } = await day.report(flight, { offBlock: day.at(-45), source: 'ADSB' })
      assert.deepEqual(codesOf(warningList), ['TIME_CONFLICT'])
      assert.deepEqual(warningList[0].path, ['input', 'offBlock'])
      const { actual, timeReportList } = await day.read(
        flight,
        'actual { offBlock } timeReportList { event at source isUsed reportedBy { kind apiKeyLabel } }',
      )
      const reportedBy = { kind: 'API_KEY', apiKeyLabel: 'Test key' }
      assert.equal(actual.offBlock, day.at(-50))
      assert.deepEqual(timeReportList, [
        { event: 'OFF_BLOCK', at: day.at(-50), source: 'CREW', isUsed: true, reportedBy },
        { event: 'OFF_BLOCK', at: day.at(-45), source: 'ADSB', isUsed: false, reportedBy },
      ])
      // Of one source the newest counts; two minutes are no conflict.
      assert.deepEqual((await day.report(flight, { offBlock: day.at(-47), source: 'CREW' })).warningList, [])
      assert.equal((await day.read(flight, TIMES)).actual.offBlock, day.at(-47))
      // A lower source cannot take back what a higher one said; the higher one takes all of them back.
      await day.report(flight, { offBlock: null, source: 'ADSB' })
      assert.equal((await day.read(flight, TIMES)).actual.offBlock, day.at(-47))
      assert.equal((await day.report(flight, { offBlock: null })).flight.status, 'RELEASED')
      assert.deepEqual((await day.read(flight, 'timeReportList { source }')).timeReportList, [])
    })

    test('times far from the schedule, in the future, or with more than a day of block are IMPLAUSIBLE, disorder is TIME_ORDER (data row A8)', async () => {
      const day = await open()
      const flight = await day.released(-60, 60)
      const refused = (input: object) => day.key.refusal(day.key.report({ flightId: flight.flightId, ...input }))
      assert.deepEqual(await refused({ offBlock: '1990-06-01T08:00:00Z' }), ['IMPLAUSIBLE'])
      assert.deepEqual(await refused({ offBlock: day.at(7) }), ['IMPLAUSIBLE'])
      assert.deepEqual(await refused({ offBlock: day.at(-31 * 60), onBlock: day.at(-60) }), ['IMPLAUSIBLE'])
      assert.deepEqual(await refused({ takeOff: day.at(-40), landing: day.at(-40) }), ['TIME_ORDER'])
      assert.deepEqual(await refused({ offBlock: day.at(-40), takeOff: day.at(-45) }), ['TIME_ORDER'])
      assert.deepEqual(await refused({ offBlock: day.at(-40), onBlock: day.at(-40) }), ['TIME_ORDER'])
      assert.deepEqual(await refused({ estimatedOnBlock: day.at(-6000) }), ['IMPLAUSIBLE'])
      assert.equal(await day.version(flight), flight.version, 'a refusal has no effect')
    })

    test('a flight that leaves without having been released warns, and falls back to CONFIRMED', async () => {
      const day = await open()
      const flight = await day.plan(-60, 60)
      const { flight: moved, warningList } = await day.report(flight, { offBlock: day.at(-50) })
      assert.deepEqual([moved.status, codesOf(warningList)], ['OFF_BLOCK', ['FLIGHT_NOT_RELEASED']])
      assert.equal((await day.report(flight, { offBlock: null })).flight.status, 'CONFIRMED')
    })

    test('a plan in the year 1900 or 9999 is VALIDATION, for a new and for a moved flight (data row B4)', async () => {
      const day = await open()
      const flight = await day.plan(60, 120)
      for (const offBlock of ['1900-01-01T08:00:00Z', '9999-01-01T08:00:00Z']) {
        const create = day.key.createFlight({ aircraftId: day.aircraftId(1), offBlock })
        assert.deepEqual(new Set(await day.key.refusal(create)), new Set(['VALIDATION']))
        const move = day.key.updateFlight({ flightId: flight.flightId, offBlock }, 1)
        assert.deepEqual(new Set(await day.key.refusal(move)), new Set(['VALIDATION']))
      }
    })

    test('fuel is merged field by field and its balance is checked (data row A2); a unit alone changes nothing (data row C3)', async () => {
      const day = await open()
      const flight = await day.released(-60, 60)
      await day.report(flight, { fuel: { unit: 'KG', beforeUplift: 500, uplift: 1000 } })
      const { warningList } = await day.report(flight, { fuel: { unit: 'KG', blockOff: 1450 } })
      assert.deepEqual(codesOf(warningList), ['FUEL_BALANCE'])
      const fuel = 'fuel { unit beforeUplift uplift blockOff blockOn used }'
      const known = { unit: 'KG', beforeUplift: 500, uplift: 1000, blockOff: 1450, blockOn: null, used: null }
      assert.deepEqual(await day.read(flight, fuel), { fuel: known })
      const version = await day.version(flight)
      await day.report(flight, { fuel: { unit: 'LB' } })
      assert.equal(await day.version(flight), version)
      // Another unit of the same kind is converted; between mass and volume a density is needed.
      await day.report(flight, { fuel: { unit: 'LB', blockOn: 1000 } })
      assert.equal((await day.read(flight, fuel)).fuel.blockOn, 454)
      const litres = { flightId: flight.flightId, fuel: { unit: 'LITRE', blockOn: 500 } }
      assert.deepEqual(await day.key.refusal(day.key.report(litres)), ['VALIDATION'])
      await day.report(flight, { fuel: { unit: 'LITRE', blockOn: 500, densityKgPerLitre: '0.8' } })
      assert.deepEqual((await day.read(flight, fuel)).fuel, { ...known, blockOn: 400, used: 1050 })
    })

    test('a delay code has two digits, and delays that do not come to the delay warn DELAY_SUM (data row C2)', async () => {
      const day = await open()
      const flight = await day.released(-60, 60)
      const bad = { flightId: flight.flightId, delayList: [{ code: 'ZZZ', minutes: 5 }] }
      assert.deepEqual(await day.key.refusal(day.key.report(bad)), ['VALIDATION'])
      await day.report(flight, { offBlock: day.at(-40) })
      const wrong = await day.report(flight, { delayList: [{ code: '41', minutes: 15 }] })
      assert.deepEqual(codesOf(wrong.warningList), ['DELAY_SUM'])
      const delayList = [
        { code: '41', minutes: 15 },
        { code: '93A', minutes: 5 },
      ]
      assert.deepEqual((await day.report(flight, { delayList })).warningList, [])
    })

    test('an older flight that is closed later adds its hours, and asOf does not move back (data row A9)', async () => {
      const day = await open()
      const older = await day.released(-300, -240)
      const newer = await day.released(-200, -140)
      const fly = async (flight: { flightId: string }, from: number) => {
        const [offBlock, takeOff, landing, onBlock] = [0, 10, 50, 55].map((minutes) => day.at(from + minutes))
        await day.report(flight, { offBlock, takeOff, landing, onBlock })
      }
      await fly(older, -300)
      await fly(newer, -200)
      const hours = async () =>
        (
          await day.key.ask(
            'query ($id: ID!) { aircraft(aircraftId: $id) { hours { airframeMinutes cycles asOf } } }',
            {
              id: day.aircraftId(),
            },
          )
        ).aircraft.hours
      await day.set(newer, 'CLOSED')
      assert.deepEqual(await hours(), { airframeMinutes: 40, cycles: 1, asOf: day.at(-145) })
      await day.set(older, 'CLOSED')
      assert.deepEqual(await hours(), { airframeMinutes: 80, cycles: 2, asOf: day.at(-145) })
      const reopened = await day.key.did(day.set(older, 'ON_BLOCK', 'Wrong landing time'))
      assert.equal(reopened.flight.status, 'ON_BLOCK')
      assert.equal((await hours()).airframeMinutes, 40)
      // The reason outlives closing it again: C3.
      await day.key.did(day.set(older, 'CLOSED'))
      const { historyList, statusReason } = await day.read(older, 'statusReason historyList { from to reason }')
      assert.equal(statusReason, 'Wrong landing time')
      assert.deepEqual(historyList.slice(-3), [
        { from: 'ON_BLOCK', to: 'CLOSED', reason: null },
        { from: 'CLOSED', to: 'ON_BLOCK', reason: 'Wrong landing time' },
        { from: 'ON_BLOCK', to: 'CLOSED', reason: null },
      ])
    })
  })
}
