/** Options stand beside one another; what is confirmed excludes others (data §5.1). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { codesOf, OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const RISK = 'isAtRisk riskReasonList'
const TAKEN = { isAtRisk: true, riskReasonList: ['OPTION_OVERLAP'] }
const CALM = { isAtRisk: false, riskReasonList: [] }

for (const store of storesFor('locks')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`options (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = () => OperatingDay.open(server, `op${++operators}`)
    const option = async (day: OperatingDay, from: number, to: number, more: object = {}) =>
      day.key.did(
        day.key.createFlight({
          aircraftId: day.aircraftId(),
          offBlock: day.at(from),
          onBlock: day.at(to),
          status: 'OPTION',
          ...more,
        }),
      )

    test('two options on one slot are planned with a warning, and the one that is confirmed puts the other at risk (data row F14)', async () => {
      const day = await open()
      const first = await option(day, 600, 700)
      assert.deepEqual(codesOf(first.warningList), [])
      const second = await option(day, 590, 690, { ades: 'EGLF' })
      assert.deepEqual(codesOf(second.warningList), ['OPTION_OVERLAP'])
      assert.deepEqual(
        new Set(second.warningList[0].subjectIdList),
        new Set([first.flight.flightId, second.flight.flightId]),
      )
      assert.deepEqual(await day.read(first.flight, RISK), CALM)
      assert.deepEqual(codesOf((await day.read(first.flight, 'warningList { code }')).warningList), ['OPTION_OVERLAP'])

      const confirmed = await day.key.did(day.set(first.flight, 'CONFIRMED'))
      assert.ok(codesOf(confirmed.warningList).includes('OPTION_OVERLAP'), JSON.stringify(confirmed.warningList))
      assert.deepEqual(await day.read(first.flight, RISK), CALM)
      assert.deepEqual(await day.read(second.flight, RISK), TAKEN)
      assert.ok((await day.told(second.flight)).some((fields) => fields.includes('riskReasonList')))
      const query =
        'query ($i: IntervalInput!) { flightList(filter: { interval: $i, isAtRisk: true }) { nodeList { flightId } } }'
      const { flightList } = await day.key.ask(query, { i: { from: day.at(500), to: day.at(800) } })
      assert.deepEqual(flightList.nodeList, [{ flightId: second.flight.flightId }])
      // The option cannot be confirmed into the slot; once the other is gone it is free of risk and can.
      const refused = await day.set(second.flight, 'CONFIRMED')
      assert.deepEqual(
        refused.userErrorList.map(({ code, path }: { code: string; path: string[] }) => [code, ...path]),
        [['AIRCRAFT_OVERLAP', 'status']],
      )
      await day.key.did(day.set(first.flight, 'CANCELLED', 'Client withdrew'))
      assert.deepEqual(await day.read(second.flight, RISK), CALM)
      await day.key.did(day.set(second.flight, 'CONFIRMED'))
      // A cancelled flight comes back as an option beside it.
      await day.key.did(day.set(first.flight, 'OPTION'))
      assert.deepEqual(await day.read(first.flight, RISK), TAKEN)
    })

    test('an option is planned over a confirmed flight with a warning, a confirmed one is refused there, and no option lies in a block', async () => {
      const day = await open()
      const going = await day.plan(600, 700)
      const over = await option(day, 650, 750)
      assert.deepEqual(codesOf(over.warningList), ['OPTION_OVERLAP'])
      assert.deepEqual(await day.read(over.flight, RISK), TAKEN)
      assert.deepEqual(await day.read(going, RISK), CALM)
      const input = { aircraftId: day.aircraftId(), offBlock: day.at(650), onBlock: day.at(750), status: 'CONFIRMED' }
      assert.deepEqual(await day.key.refusal(day.key.createFlight(input)), ['AIRCRAFT_OVERLAP'])
      await day.key.did(day.key.block({ aircraftId: day.aircraftId(), from: day.at(900), to: day.at(1000) }))
      const blocked = { ...input, offBlock: day.at(920), onBlock: day.at(990), status: 'OPTION' }
      assert.deepEqual(await day.key.refusal(day.key.createFlight(blocked)), ['AIRCRAFT_UNAVAILABLE'])
    })

    test('rival options do not put the flights around them at risk: nobody knows which is flown', async () => {
      const day = await open()
      const next = await day.plan(900, 1000, { adep: 'LFPB', ades: 'LSZH' })
      await option(day, 600, 700)
      await option(day, 610, 710, { ades: 'EGLF' })
      assert.deepEqual(await day.read(next, RISK), CALM)
    })

    testOnBoth('of two planners who confirm rival options at once one succeeds (data row F14)', async () => {
      const day = await open()
      const options = [await option(day, 600, 700), await option(day, 600, 700)]
      const answers = await Promise.all(options.map(({ flight }) => day.set(flight, 'CONFIRMED')))
      const refusals = answers.flatMap(({ userErrorList }) => codesOf(userErrorList))
      // The first to confirm changes the other's reasons of risk, and with them its version.
      assert.equal(refusals.length, 1)
      assert.ok(['AIRCRAFT_OVERLAP', 'STALE_VERSION'].includes(refusals[0] ?? ''), String(refusals))
    })
  })
}
