/** Maintenance that is due by day, hours or cycles (data §10.7): what is left, who is warned and when the feed reminds. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { giveReminders } from '../../src/services/operations/reminders/give-reminders.ts'
import { DEFERRAL, DefectScene } from '../support/defect-scene.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY = 86_400_000

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const ITEM =
  'maintenanceDueId aircraftId title dueDate dueAirframeMinutes dueCycles remainingDays remainingMinutes remainingCycles isDone doneAt version'
const PAYLOAD = `{ maintenanceDue { ${ITEM} } userErrorList { code message path } warningList { code message subjectIdList } }`

for (const store of storesFor('record')) {
  describe(`maintenance due (${store})`, () => {
    const { test, testOnBoth } = testsOn(store)
    let server: TestServer
    let scene: DefectScene
    before(async () => {
      server = await startServer(store)
      scene = await DefectScene.open(server)
    })
    after(() => server.close())

    const create = (aircraft: number, input: object, by = scene.bag): Promise<Data> =>
      by.change(`mutation ($input: MaintenanceDueInput!) { maintenanceDueCreate(input: $input) ${PAYLOAD} }`, {
        input: { aircraftId: scene.aircraftId(aircraft), title: 'Inspection 200 h', ...input },
      })
    const created = async (aircraft: number, input: object): Promise<Data> =>
      (await scene.bag.did(create(aircraft, input))).maintenanceDue
    const update = ({ maintenanceDueId, version }: Data, input: object): Promise<Data> =>
      scene.bag.change(
        `mutation ($id: ID!, $input: MaintenanceDueUpdateInput!, $v: Int!) {
          maintenanceDueUpdate(maintenanceDueId: $id, input: $input, expectedVersion: $v) ${PAYLOAD} }`,
        { id: maintenanceDueId, input, v: version },
      )
    const read = async ({ maintenanceDueId }: Data, by = scene.bag): Promise<Data> =>
      (
        await by.ask(`query ($id: ID!) { maintenanceDue(maintenanceDueId: $id) { ${ITEM} } }`, {
          id: maintenanceDueId,
        })
      ).maintenanceDue
    const hours = async (aircraft: number): Promise<Data> =>
      (
        await scene.key.ask('query ($id: ID!) { aircraft(aircraftId: $id) { hours { airframeMinutes cycles } } }', {
          id: scene.aircraftId(aircraft),
        })
      ).aircraft.hours
    const dayIn = (days: number): string => new Date(server.clock.now() + days * DAY).toISOString().slice(0, 10)
    const look = async (): Promise<void> => {
      while (await server.world.storage.writePlatform(giveReminders));
    }
    const reminded = async (entityId: string): Promise<Data[]> => {
      const reader = await Integration.of(scene.logs.flights.grants.at)
      const query = '{ changeList(first: 500) { nodeList { entity entityId parentId kind reminder } } }'
      const { changeList } = await reader.ask(query)
      return changeList.nodeList.filter((each: Data) => each.kind === 'REMINDER' && each.entityId === entityId)
    }

    testOnBoth(
      'a flight bag with exactly its ceiling plans maintenance, and what is left follows the flights that are closed',
      async () => {
        const flown = await hours(0)
        const due = {
          dueDate: dayIn(40),
          dueAirframeMinutes: flown.airframeMinutes + 200 * 60,
          dueCycles: flown.cycles + 90,
        }
        const item = await created(0, due)
        assert.deepEqual(
          [item.remainingDays, item.remainingMinutes, item.remainingCycles, item.isDone],
          [40, 12_000, 90, false],
        )
        const flight = await scene.logs.flights.closed({ daysAgo: 1 })
        const after = await read(item)
        assert.deepEqual([after.remainingMinutes, after.remainingCycles], [12_000 - 75, 89])
        await scene.logs.flights.set(flight, 'ON_BLOCK', 'Entered twice')
        assert.deepEqual((await read(item)).remainingMinutes, 12_000)
        const { maintenanceDue: done, warningList } = await scene.bag.did(
          update(await read(item), { doneAt: scene.now() }),
        )
        assert.deepEqual([done.isDone, warningList], [true, []])
        const list =
          'query ($done: Boolean) { maintenanceDueList(filter: { isDone: $done }) { nodeList { maintenanceDueId } } }'
        const ids = async (isDone: boolean) =>
          (await scene.bag.ask(list, { done: isDone })).maintenanceDueList.nodeList.map(
            (each: Data) => each.maintenanceDueId,
          )
        assert.ok((await ids(true)).includes(item.maintenanceDueId))
        assert.ok(!(await ids(false)).includes(item.maintenanceDueId))
      },
    )

    testOnBoth('due items come by day, those without one last, and dueBefore finds them by it', async () => {
      const late = await created(1, { title: 'Late', dueDate: dayIn(300) })
      const never = await created(1, { title: 'By cycles', dueCycles: 500_000 })
      const soon = await created(1, { title: 'Soon', dueDate: dayIn(100) })
      const query = `query ($filter: MaintenanceDueFilter) { maintenanceDueList(filter: $filter) { nodeList { maintenanceDueId } } }`
      const ids = async (filter: object) =>
        (await scene.bag.ask(query, { filter })).maintenanceDueList.nodeList.map((each: Data) => each.maintenanceDueId)
      const aircraftIdList = [scene.aircraftId(1)]
      const inOrder = [soon, late, never].map(({ maintenanceDueId }) => maintenanceDueId)
      assert.deepEqual(await ids({ aircraftIdList }), inOrder)
      assert.deepEqual(await ids({ aircraftIdList, dueBefore: dayIn(200) }), inOrder.slice(0, 1))
    })

    test('a flight that leaves after maintenance is due warns of it until it is done, and is still released', async () => {
      await scene.logs.flights.closed({ daysAgo: 20, aircraft: 1 })
      const { cycles } = await hours(1)
      const flight = await scene.planned(1, 30)
      const codes = async () => (await scene.flight(flight)).warningList.map(({ code }: Data) => code)
      const byDay = await created(1, { title: 'Battery', dueDate: dayIn(0) })
      const warned = (await scene.flight(flight)).warningList.find(({ code }: Data) => code === 'MAINTENANCE_DUE')
      assert.match(warned.message, /^Maintenance of the aircraft is due before .+ leaves: Battery$/)
      assert.deepEqual(warned.subjectIdList, [flight.flightId, byDay.maintenanceDueId])
      await scene.bag.did(update(byDay, { dueDate: dayIn(2) }))
      assert.ok(!(await codes()).includes('MAINTENANCE_DUE'))
      const { maintenanceDue: byCycles, warningList } = await scene.bag.did(create(1, { dueCycles: cycles }))
      assert.deepEqual(
        warningList.map(({ code, message }: Data) => [code, message]),
        [['MAINTENANCE_DUE', 'Inspection 200 h is overdue already']],
      )
      assert.ok((await codes()).includes('MAINTENANCE_DUE'))
      assert.doesNotMatch(await scene.keptBy(flight), /Maintenance/)
      await scene.bag.did(update(byCycles, { doneAt: scene.now() }))
      assert.ok(!(await codes()).includes('MAINTENANCE_DUE'))
    })

    test('what is looked up for each due item is paid for, beside its row (threats row 342)', async () => {
      const cost = async (field: string): Promise<number> => {
        const aliases = Array.from({ length: 100 }, (_, at) => `a${at}: ${field}`).join(' ')
        const body: Data = await scene.bag.body(
          `{ maintenanceDueList(page: { first: 100 }) { nodeList { ${aliases} } } }`,
        )
        return body.extensions.cost.requested
      }
      const plain = await cost('title')
      assert.ok((await cost('remainingMinutes')) >= plain + 500)
      assert.ok((await cost('remainingCycles')) >= plain + 500)
    })

    test('a flight has one warning of maintenance, however much is due (threats row 343)', async () => {
      const flight = await scene.planned(2, 90)
      const items = []
      for (const title of ['Battery', 'Tyres', 'Oxygen', 'Beacon', 'Raft']) {
        items.push(await created(2, { title, dueDate: dayIn(0) }))
      }
      const open = (await scene.flight(flight)).warningList.filter(({ code }: Data) => code === 'MAINTENANCE_DUE')
      assert.equal(open.length, 1)
      assert.match(open[0].message, /leaves: \w+, \w+, \w+, and 2 more$/)
      assert.equal(open[0].subjectIdList.length, 4)
      for (const item of items) await scene.bag.did(update(item, { doneAt: scene.now() }))
    })

    test('a due item without a day, hours or cycles, due in another age, done in the future or changed once it is done, is refused', async () => {
      assert.deepEqual(await scene.bag.refusal(create(2, {})), ['VALIDATION'])
      assert.deepEqual(await scene.bag.refusal(create(2, { dueCycles: 0 })), ['VALIDATION'])
      for (const dueDate of ['0001-01-01', '9999-12-30']) {
        assert.deepEqual(await scene.bag.refusal(create(2, { dueDate })), ['IMPLAUSIBLE'], dueDate)
      }
      const item = await created(2, { dueDate: dayIn(90) })
      const tomorrow = new Date(server.clock.now() + DAY).toISOString()
      assert.deepEqual(await scene.bag.refusal(update(item, { doneAt: tomorrow })), ['IMPLAUSIBLE'])
      assert.deepEqual(await scene.bag.refusal(update(item, { dueDate: null })), ['VALIDATION'])
      const { maintenanceDue: done } = await scene.bag.did(update(item, { doneAt: scene.now() }))
      assert.deepEqual(await scene.bag.refusal(update(done, { dueDate: dayIn(400) })), ['LOCKED'])
      const { maintenanceDue: again } = await scene.bag.did(update(done, { doneAt: null, dueDate: dayIn(400) }))
      assert.deepEqual([again.isDone, again.remainingDays], [false, 400])
    })

    test('a key of other aircraft and another operator see no due item and write none (threats row 303)', async () => {
      const { at } = scene.logs.flights.grants
      const item = await created(2, { dueDate: dayIn(80) })
      const own = await Integration.of(at, 'log:read log:write', [scene.aircraftId(2)])
      const other = await Integration.of(at, 'log:read log:write', [scene.aircraftId(0)])
      const stranger = await Integration.of((await server.operator('nordic')).production)
      assert.equal((await read(item, own)).remainingDays, 80)
      for (const reader of [other, stranger]) {
        assert.equal(await read(item, reader), null)
        assert.deepEqual(await reader.refusal(create(2, { dueDate: dayIn(80) }, reader)), ['NOT_FOUND'])
      }
    })

    test('an aircraft has at most 200 due items that are not done (threats row 304)', async () => {
      const { at } = scene.logs.flights.grants
      const { maintenanceDueList } = await scene.bag.ask(
        `{ maintenanceDueList(filter: { aircraftIdList: ["${scene.aircraftId(1)}"], isDone: false }) { nodeList { version } } }`,
      )
      const one = `maintenanceDueCreate(input: { aircraftId: "${scene.aircraftId(1)}", title: "Seal", dueCycles: 900000 }) { userErrorList { code } }`
      for (let left = 200 - maintenanceDueList.nodeList.length; left > 0; left -= 10) {
        const key = await Integration.of(at)
        const data = await key.ask(
          `mutation { ${Array.from({ length: Math.min(10, left) }, (_, i) => `m${i}: ${one}`).join('\n')} }`,
        )
        for (const payload of Object.values(data) as { userErrorList: object[] }[]) {
          assert.deepEqual(payload.userErrorList, [])
        }
      }
      const key = await Integration.of(at)
      assert.deepEqual(await key.refusal(key.change(`mutation { ${one} }`)), ['LIMIT_EXCEEDED'])
    })

    testOnBoth(
      'the feed reminds of maintenance 30 and 7 days before its day, and once where few hours are left',
      async () => {
        const byDay = await created(2, { dueDate: dayIn(20) })
        const { airframeMinutes } = await hours(0)
        const byHours = await created(0, { dueAirframeMinutes: airframeMinutes + 26 * 60 })
        await look()
        await look()
        assert.deepEqual(
          (await reminded(byDay.maintenanceDueId)).map(({ reminder, parentId }) => [reminder, parentId]),
          [['MAINTENANCE_DUE', scene.aircraftId(2)]],
        )
        assert.deepEqual(await reminded(byHours.maintenanceDueId), [])
        await scene.logs.flights.closed({ daysAgo: 3 })
        await look()
        await scene.logs.flights.closed({ daysAgo: 4 })
        await look()
        assert.equal((await reminded(byHours.maintenanceDueId)).length, 1)
        server.clock.advanceSeconds((14 * DAY) / 1000)
        await look()
        assert.equal((await reminded(byDay.maintenanceDueId)).length, 2)
        server.clock.advanceSeconds((-14 * DAY) / 1000)
      },
    )

    testOnBoth(
      'the feed reminds of a deferral 3 days and 1 day before its end, and not of one that is rectified',
      async () => {
        const entry = await scene.deferred(await scene.entered(2), { ...DEFERRAL, melCategory: 'B' })
        const gone = await scene.rectified(
          await scene.deferred(await scene.entered(2), { ...DEFERRAL, melCategory: 'B' }),
        )
        server.clock.advanceSeconds(DAY / 1000)
        await look()
        await look()
        assert.deepEqual(
          (await reminded(entry.techLogEntryId)).map(({ entity, reminder, parentId }) => [entity, reminder, parentId]),
          [['TECH_LOG_ENTRY', 'DEFERRAL_EXPIRING', scene.aircraftId(2)]],
        )
        server.clock.advanceSeconds((2 * DAY) / 1000)
        await look()
        assert.equal((await reminded(entry.techLogEntryId)).length, 2)
        assert.deepEqual(await reminded(gone.techLogEntryId), [])
        server.clock.advanceSeconds((-3 * DAY) / 1000)
      },
    )

    testOnBoth(
      'the feed reminds of a log that nobody signed a day after the flight, and not of a signed one',
      async () => {
        const { logs, bag } = scene
        const log = await logs.draft(10)
        const signed = await logs.draft(11)
        await bag.did(logs.sign(signed, await logs.confirmed(signed)))
        await look()
        assert.deepEqual(await reminded(log.journeyLogId), [])
        server.clock.advanceSeconds((2 * DAY) / 1000)
        await look()
        await look()
        assert.deepEqual(
          (await reminded(log.journeyLogId)).map(({ entity, reminder, parentId }) => [entity, reminder, parentId]),
          [['JOURNEY_LOG', 'LOG_UNSIGNED', log.flightId]],
        )
        assert.deepEqual(await reminded(signed.journeyLogId), [])
        server.clock.advanceSeconds((-2 * DAY) / 1000)
      },
    )

    testOnBoth('the feed reminds of a flight without a log, from the first on of which one was kept', async () => {
      const { logs } = scene
      const earlier = await logs.flights.flown({ daysAgo: 60 })
      await logs.draft(50)
      const flight = await logs.flights.flown({ daysAgo: 12 })
      const logged = await logs.draft(13)
      const then = server.clock.now()
      server.clock.advanceSeconds((-58 * DAY) / 1000)
      await look()
      server.clock.advanceSeconds((46 * DAY) / 1000)
      await look()
      assert.deepEqual(await reminded(flight.flightId), [], 'not within the day')
      server.clock.advanceSeconds((2 * DAY) / 1000)
      await look()
      await look()
      assert.deepEqual(
        (await reminded(flight.flightId)).map(({ entity, reminder }) => [entity, reminder]),
        [['FLIGHT', 'LOG_UNSIGNED']],
      )
      assert.deepEqual(await reminded(earlier.flightId), [], 'nobody kept logs then')
      assert.deepEqual(await reminded(logged.flightId), [], 'its log is told instead')
      server.clock.advanceSeconds((then - server.clock.now()) / 1000)
    })
  })
}
