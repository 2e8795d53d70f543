/** Flights found by when and where they are expected, and by name without an interval (data §3.7). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const LIST = 'query ($f: FlightFilter!) { flightList(filter: $f) { nodeList { flightId } } }'

for (const store of storesFor('sql')) {
  describe(`flights by expected times (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const found = async (day: OperatingDay, filter: object): Promise<string[]> => {
      const { flightList } = await day.key.ask(LIST, { f: filter })
      return flightList.nodeList.map(({ flightId }: { flightId: string }) => flightId)
    }

    test('a late flight is in the day in which it is expected, a diverted one where it goes now; PLANNED stays the default (data row F6)', async () => {
      const day = await OperatingDay.open(server, `op${++operators}`)
      const late = await day.plan(60, 120)
      await day.report(late, { estimatedOffBlock: day.at(300) })
      const interval = { from: day.at(280), to: day.at(400) }
      assert.deepEqual(await found(day, { interval }), [])
      assert.deepEqual(await found(day, { interval, basis: 'PLANNED' }), [])
      assert.deepEqual(await found(day, { interval, basis: 'EXPECTED' }), [late.flightId])
      assert.deepEqual(await found(day, { interval: { from: day.at(50), to: day.at(130) }, basis: 'EXPECTED' }), [])

      const away = await day.released(-120, -20, { aircraftId: day.aircraftId(1), ades: 'EGLF' })
      await day.report(away, { takeOff: day.at(-50), divertedTo: 'EGSS' })
      const now = { from: day.at(-10), to: day.at(10) }
      assert.deepEqual(await found(day, { interval: now, basis: 'EXPECTED', ades: 'EGSS' }), [away.flightId])
      assert.deepEqual(await found(day, { interval: now, basis: 'EXPECTED', ades: 'EGLF' }), [])
      const planned = { from: day.at(-120), to: day.at(-20) }
      assert.deepEqual(await found(day, { interval: planned, ades: 'EGLF' }), [away.flightId])
      assert.deepEqual(await found(day, { interval: planned, ades: 'EGSS' }), [])
      await day.report(away, { landing: day.at(-5), onBlock: day.at(-1) })
      assert.deepEqual(await found(day, { interval: { from: day.at(0), to: day.at(30) }, basis: 'EXPECTED' }), [])
      assert.deepEqual(await found(day, { interval: { from: day.at(-2), to: day.at(30) }, basis: 'EXPECTED' }), [
        away.flightId,
      ])
    })

    test('flight number, registration and crew member find flights without an interval, each with its scope (data row F6)', async () => {
      const day = await OperatingDay.open(server, `op${++operators}`)
      const flight = await day.released(600, 700, { flightNo: 'ALP77' })
      const registration = day.fleet.aircraft[0]?.registration
      assert.deepEqual(await found(day, { flightNo: 'alp77' }), [flight.flightId])
      assert.deepEqual(await found(day, { registration }), [flight.flightId])
      assert.deepEqual(await found(day, { crewMemberId: day.member(0) }), [flight.flightId])
      const { errors } = await day.key.body(LIST, { f: { ades: 'LFPB' } })
      assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT')
    })
  })
}
