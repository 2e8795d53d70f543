/** An aircraft that leaves its stand and comes back without having flown (data §4.1). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { codesOf, OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const STATE = 'status actual { offBlock takeOff landing onBlock impliedList } estimate { offBlock } firstOffBlock'
const NOTHING = { offBlock: null, takeOff: null, landing: null, onBlock: null, impliedList: [] }

for (const store of storesFor('life cycle')) {
  describe(`return to stand (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = () => OperatingDay.open(server, `op${++operators}`)
    const fleetOf = async (day: OperatingDay) => {
      const query =
        'query ($id: ID!) { aircraft(aircraftId: $id) { position { iCAO } hours { airframeMinutes cycles } } }'
      return (await day.key.ask(query, { id: day.aircraftId() })).aircraft
    }

    test('off-block and on-block a quarter of an hour apart are a return to stand: the flight is planned again and late, the reports stay in its history, the aircraft stays where it was (data row F1)', async () => {
      const day = await open()
      const flight = await day.released(-40, 40)
      const next = await day.plan(60, 120, { adep: 'LFPB', ades: 'LSZH' })
      const hours = await fleetOf(day)
      await day.report(flight, { offBlock: day.at(-35), source: 'CREW' })
      const back = await day.report(flight, { onBlock: day.at(-20), source: 'CREW' })
      assert.ok(codesOf(back.warningList).includes('RETURNED_TO_STAND'), JSON.stringify(back.warningList))
      assert.ok(!codesOf(back.warningList).includes('TIME_IMPLIED'))
      assert.deepEqual(await day.read(flight, STATE), {
        status: 'RELEASED',
        actual: NOTHING,
        estimate: { offBlock: day.at(-20) },
        firstOffBlock: day.at(-35),
      })
      assert.deepEqual(await fleetOf(day), { ...hours, position: { iCAO: 'LSZH' } })
      const { historyList, timeReportList } = await day.read(
        flight,
        'timeReportList { event } historyList { from to timeReportList { event at source } }',
      )
      assert.deepEqual(timeReportList, [])
      assert.deepEqual(historyList.at(-1), {
        from: 'OFF_BLOCK',
        to: 'RELEASED',
        timeReportList: [
          { event: 'OFF_BLOCK', at: day.at(-35), source: 'CREW' },
          { event: 'ON_BLOCK', at: day.at(-20), source: 'CREW' },
        ],
      })
      // It leaves late, so the next leg waits for it.
      await day.report(flight, { estimatedOffBlock: day.at(30) })
      assert.deepEqual((await day.read(next, 'riskReasonList')).riskReasonList, ['AIRCRAFT_LATE'])
      const { version } = await day.read(flight, 'version')
      assert.ok((await day.told(flight)).length >= version, 'each step is in the feed')
    })

    test('a crew that had reported before a return to stand stays on duty from then on (data row F1)', async () => {
      const day = await open()
      const flight = await day.released(-40, 40)
      const duty = async () => {
        const query = `query ($i: IntervalInput!) { dutyList(filter: { interval: $i }) { nodeList { startAt actualStartAt flightIdList } } }`
        const i = { from: day.at(-600), to: day.at(600) }
        return (await day.key.ask(query, { i })).dutyList.nodeList[0]
      }
      const { startAt } = await duty()
      await day.report(flight, {
        offBlock: day.at(-35),
        onBlock: day.at(-25),
        delayList: [{ code: '41', minutes: 60 }],
      })
      await day.report(flight, { estimatedOffBlock: day.at(25) })
      const late = await duty()
      assert.deepEqual([late.startAt, late.actualStartAt], [startAt, startAt])
      assert.deepEqual((await day.read(flight, 'delayList { code }')).delayList, [{ code: '41' }])
    })

    test('a return reported in one step leaves a flight that was never released CONFIRMED, and an option refuses it', async () => {
      const day = await open()
      const flight = await day.plan(-40, 40)
      await day.report(flight, { offBlock: day.at(-35), onBlock: day.at(-25) })
      const seen = await day.read(flight, 'status historyList { timeReportList { event } }')
      assert.equal(seen.status, 'CONFIRMED')
      assert.equal(seen.historyList.at(-1).timeReportList.length, 2)
      const option = await day.plan(100, 160, { status: 'OPTION' })
      const refused = day.key.report({ flightId: option.flightId, offBlock: day.at(-3), onBlock: day.at(0) })
      assert.deepEqual(await day.key.refusal(refused), ['ILLEGAL_TRANSITION'])
    })

    test('a block of at least 60 % of the great circle at cruise with taxi implies take-off and landing, and says so (data row F1)', async () => {
      const day = await open()
      // LSZH-LFPB: 260 nm at 430 kt and 15 minutes of taxi are about 51 minutes; 60 % of that about 31.
      const short = await day.released(-120, -50)
      const back = await day.report(short, { offBlock: day.at(-120), onBlock: day.at(-91) })
      assert.deepEqual(codesOf(back.warningList), ['RETURNED_TO_STAND'])
      const flown = await day.report(short, { offBlock: day.at(-80), onBlock: day.at(-45) })
      assert.deepEqual(codesOf(flown.warningList), ['TIME_IMPLIED'])
      const { status, actual } = await day.read(short, STATE)
      assert.deepEqual([status, actual.impliedList], ['ON_BLOCK', ['TAKE_OFF', 'LANDING']])
      // Corrected to a block that nobody can fly in, once it is closed: refused, with what to do.
      await day.set(short, 'CLOSED')
      const wrong = await day.key.report({ flightId: short.flightId, onBlock: day.at(-70), reason: 'Typed wrong' })
      assert.deepEqual(
        wrong.userErrorList.map(({ code, path }: { code: string; path: string[] }) => [code, ...path]),
        [['IMPLAUSIBLE', 'input', 'onBlock']],
      )
    })

    test('a flight that ends where it began is judged by its plan, and a return by name keeps its reports too', async () => {
      const day = await open()
      const local = await day.released(-90, 30, { adep: 'LSZH', ades: 'LSZH', kind: 'TRAINING' })
      await day.report(local, { offBlock: day.at(-90), onBlock: day.at(-30) })
      assert.equal((await day.read(local, 'status')).status, 'RELEASED')
      await day.report(local, { offBlock: day.at(-25) })
      await day.key.did(day.set(local, 'RELEASED'))
      const { historyList, firstOffBlock } = await day.read(
        local,
        'firstOffBlock historyList { timeReportList { event at } }',
      )
      assert.equal(firstOffBlock, day.at(-25))
      assert.deepEqual(historyList.at(-1).timeReportList, [{ event: 'OFF_BLOCK', at: day.at(-25) }])
    })
  })
}
