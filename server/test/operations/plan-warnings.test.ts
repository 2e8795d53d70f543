/** What a plan is warned of: where the aircraft stands, too little time, a passenger on two flights, silence after the plan. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { giveReminders } from '../../src/services/operations/reminders/give-reminders.ts'
import { codesOf, OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('life cycle')) {
  describe(`warnings of a plan (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = () => OperatingDay.open(server, `op${++operators}`)
    const planned = (day: OperatingDay, from: number, to: number, more: object = {}) =>
      day.key.did(
        day.key.createFlight({
          aircraftId: day.aircraftId(),
          offBlock: day.at(from),
          onBlock: day.at(to),
          status: 'CONFIRMED',
          ...more,
        }),
      )

    test('a flight from elsewhere than the aircraft stands warns, at its base or where it should have left (data row F8)', async () => {
      const day = await open()
      const elsewhere = await planned(day, 600, 700, { adep: 'EGLF', ades: 'LSZH' })
      assert.deepEqual(codesOf(elsewhere.warningList), ['POSITION_GAP'])
      assert.deepEqual(elsewhere.warningList[0].path, ['input', 'adep'])
      const other = { aircraftId: day.aircraftId(1) }
      assert.deepEqual(codesOf((await planned(day, -200, -100, other)).warningList), [])
      // It was to be at LFPB by now, and never left LSZH.
      const next = await planned(day, 600, 700, { ...other, adep: 'LFPB', ades: 'LSZH' })
      assert.deepEqual(codesOf(next.warningList), ['POSITION_GAP'])
    })

    test('a block that nobody can fly in warns; a usual one does not (data row F13)', async () => {
      const day = await open()
      const short = await planned(day, 600, 620, { ades: 'LOWW' })
      assert.deepEqual(codesOf(short.warningList), ['BLOCK_TOO_SHORT'])
      assert.deepEqual(short.warningList[0].path, ['input', 'onBlock'])
      assert.deepEqual(codesOf((await day.read(short.flight, 'warningList { code }')).warningList), [
        'COMMANDER_MISSING',
        'CREW_BELOW_MINIMUM',
        'BLOCK_TOO_SHORT',
      ])
      const usual = { flightId: short.flight.flightId, onBlock: day.at(675) }
      const mended = await day.key.did(day.key.updateFlight(usual, await day.version(short.flight)))
      assert.deepEqual(codesOf(mended.warningList), [])
    })

    test('a passenger on two flights at once warns with person and flights, not on an option (data row F13)', async () => {
      const day = await open()
      const one = (await planned(day, 600, 700)).flight
      const two = (await planned(day, 650, 750, { aircraftId: day.aircraftId(1) })).flight
      const guest = { contact: { kind: 'PASSENGER', name: 'Eva', surname: 'Lang' } }
      const board = async (flight: { flightId: string }, list: object[]) =>
        day.key.did(day.key.setPassengers(flight.flightId, list, await day.version(flight)))
      await board(one, [guest])
      const { passengerList } = await day.read(one, 'passengerList { contactId }')
      const { contactId } = passengerList[0]
      const both = await board(two, [{ contactId }])
      const warned = both.warningList.find(({ code }: { code: string }) => code === 'PASSENGER_OVERLAP')
      assert.deepEqual(warned?.subjectIdList, [contactId, two.flightId, one.flightId])
      assert.match(warned.message, /^Eva Lang is on /)
      const later = { flightId: two.flightId, offBlock: day.at(800) }
      await day.key.did(day.key.updateFlight(later, await day.version(two)))
      const left = codesOf((await day.read(two, 'warningList { code }')).warningList)
      assert.ok(!left.includes('PASSENGER_OVERLAP'), left.join())
    })

    test('a flight of which nothing was reported an hour after its plan reminds once (data row F13)', async () => {
      const day = await open()
      const silent = await day.plan(-70, 30)
      await day.plan(-50, 50, { aircraftId: day.aircraftId(1) })
      const late = await day.plan(-70, 30, { aircraftId: day.aircraftId(2) })
      await day.report(late, { estimatedOffBlock: day.at(10) })
      for (let round = 0; round < 3; round++) {
        while (await server.world.storage.writePlatform(giveReminders));
      }
      const { changeList } = await day.key.ask(
        '{ changeList(first: 500, entityList: [FLIGHT]) { nodeList { entityId kind reminder dueAt } } }',
      )
      const reminders = changeList.nodeList.filter(({ kind }: { kind: string }) => kind === 'REMINDER')
      assert.deepEqual(reminders, [
        { entityId: silent.flightId, kind: 'REMINDER', reminder: 'NOT_REPORTED', dueAt: day.at(-10) },
      ])
    })
  })
}
