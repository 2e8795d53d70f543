/** Several flights changed as one: swaps of aircraft and of crews, checked at the end (data §4.4). */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe } from 'node:test'
import { Integration } from '../support/integration.ts'
import { codesOf, OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const CHANGE = `mutation ($list: [FlightChangeInput!]!, $key: String) { flightListChange(changeList: $list, idempotencyKey: $key) {
  flightList { flightId version aircraft { aircraftId } schedule { offBlock onBlock } }
  userErrorList { code message path } warningList { code path subjectIdList } } }`

for (const store of storesFor('concurrency')) {
  const { test: testOnce, testOnBoth } = testsOn(store)
  describe(`several flights changed as one (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = () => OperatingDay.open(server, `op${++operators}`)
    const change = (day: OperatingDay, list: object[], key?: string) => day.key.change(CHANGE, { list, key })
    const pathsOf = (list: readonly { code: string; path: string[] }[]) =>
      list.map(({ code, path }) => `${code} ${path.join('.')}`)
    const entry = async (day: OperatingDay, flight: { flightId: string }, more: object) => ({
      flightId: flight.flightId,
      expectedVersion: await day.version(flight),
      ...more,
    })

    testOnBoth(
      'two aircraft are swapped in one change, each way alone is refused at aircraftId (data row F5)',
      async () => {
        const day = await open()
        const one = await day.released(600, 700)
        const two = await day.plan(610, 710, { aircraftId: day.aircraftId(1) })
        const alone = { flightId: one.flightId, aircraftId: day.aircraftId(1) }
        const refused = await day.key.updateFlight(alone, await day.version(one))
        assert.deepEqual(pathsOf(refused.userErrorList), ['AIRCRAFT_OVERLAP input.aircraftId'])

        const swap = [
          await entry(day, one, { aircraftId: day.aircraftId(1), onBlock: day.at(700) }),
          await entry(day, two, { aircraftId: day.aircraftId(0), onBlock: day.at(710) }),
        ]
        const done = await day.key.did(change(day, swap, 'swap-1'))
        assert.deepEqual(
          done.flightList.map(({ aircraft }: { aircraft: { aircraftId: string } }) => aircraft.aircraftId),
          [day.aircraftId(1), day.aircraftId(0)],
        )
        // The same key again: the same payload, and nothing more happens.
        assert.deepEqual(await change(day, swap, 'swap-1'), done)
        assert.equal(await day.version(two), done.flightList[1].version)
      },
    )

    testOnBoth(
      'of two planners who swap the same flights one succeeds, the other reads STALE_VERSION (data row F5)',
      async () => {
        const day = await open()
        const one = await day.plan(600, 700)
        const two = await day.plan(610, 710, { aircraftId: day.aircraftId(1) })
        const swap = [
          await entry(day, one, { aircraftId: day.aircraftId(1), onBlock: day.at(700) }),
          await entry(day, two, { aircraftId: day.aircraftId(0), onBlock: day.at(710) }),
        ]
        const answers = await Promise.all([change(day, swap), change(day, swap.toReversed())])
        const refusals = answers.flatMap(({ userErrorList }) => codesOf(userErrorList))
        assert.deepEqual(refusals, ['STALE_VERSION'])
      },
    )

    testOnBoth('another operator writes while a change of many flights goes on (threats row 462)', async () => {
      const [day, other] = [await open(), await open()]
      const flights = []
      for (let nth = 0; nth < 50; nth++) flights.push(await day.plan(600 + nth * 200, 700 + nth * 200))
      const crewList = [0, 1].map((nth) => ({ crewMemberId: day.member(nth), position: ['CPT', 'FO'][nth] }))
      const list = await Promise.all(flights.map((flight) => entry(day, flight, { crewList })))
      const { storage } = server.world
      const [own, foreign] = [day.key.at.tenant.tenantId, other.key.at.tenant.tenantId]
      const changed = async (): Promise<number> => {
        const found = await storage
          .tenant(own)
          .db.selectFrom('flight_crew')
          .select('flight_id')
          .where('tenant_id', '=', own)
          .execute()
        return found.length
      }
      const written = Promise.withResolvers<number>()
      const onStatement = (sent: unknown): void => {
        if (!/^(?:insert into|update) "?flight/.test(String(sent))) return
        unsubscribe('airside:statement', onStatement)
        written.resolve(storage.writeTenant(foreign, (tx) => tx.now()).then(changed))
      }
      subscribe('airside:statement', onStatement)
      const done = await day.key.did(change(day, list))
      assert.deepEqual([done.flightList.length, await written.promise, await changed()], [50, 0, 100])
    })

    testOnce('a refusal names the entry and the argument that caused it, and nothing is done', async () => {
      const day = await open()
      const one = await day.plan(600, 700)
      const two = await day.plan(800, 900, { adep: 'LFPB', ades: 'LSZH' })
      await day.plan(600, 700, { aircraftId: day.aircraftId(1) })
      const before = [await day.version(one), await day.version(two)]
      const refusal = async (list: object[]) => pathsOf((await change(day, list)).userErrorList)
      const later = await entry(day, two, { offBlock: day.at(1000) })
      assert.deepEqual(await refusal([later, await entry(day, one, { aircraftId: day.aircraftId(1) })]), [
        'AIRCRAFT_OVERLAP changeList.1.aircraftId',
      ])
      assert.deepEqual(await refusal([later, await entry(day, one, { offBlock: day.at(960) })]), [
        'AIRCRAFT_OVERLAP changeList.0.offBlock',
      ])
      assert.deepEqual(await refusal([await entry(day, one, { onBlock: day.at(810) })]), [
        'AIRCRAFT_OVERLAP changeList.0.onBlock',
      ])
      assert.deepEqual(await refusal([later, { ...later, expectedVersion: 1 }]), ['VALIDATION changeList.1.flightId'])
      assert.deepEqual(await refusal([{ ...later, expectedVersion: 99 }]), [
        'STALE_VERSION changeList.0.expectedVersion',
      ])
      assert.deepEqual(await refusal([{ ...later, ades: 'ZZZQ' }]), ['NOT_FOUND changeList.0.ades'])
      assert.deepEqual(await refusal([{ ...later, aircraftId: 'acf_none' }]), ['NOT_FOUND changeList.0.aircraftId'])
      assert.deepEqual(await refusal([]), ['VALIDATION changeList'])
      const many = Array.from({ length: 51 }, (_, index) => ({ ...later, flightId: `flt_${index}` }))
      assert.deepEqual(await refusal(many), ['VALIDATION changeList'])
      assert.deepEqual([await day.version(one), await day.version(two)], before)
    })

    testOnce('two crews are swapped in one change, and their duties follow (data row F5)', async () => {
      const day = await open()
      const one = await day.plan(600, 700)
      const two = await day.plan(600, 700, { aircraftId: day.aircraftId(1) })
      const commander = (index: number) => [{ crewMemberId: day.member(index), position: 'CPT' }]
      await day.crew(one, commander(0))
      await day.crew(two, commander(1))
      const alone = await day.key.setCrew(one.flightId, commander(1), await day.version(one))
      assert.deepEqual(codesOf(alone.userErrorList), ['CREW_OVERLAP'])
      await day.key.did(
        change(day, [
          await entry(day, one, { crewList: commander(1) }),
          await entry(day, two, { crewList: commander(0) }),
        ]),
      )
      const query = `query ($i: IntervalInput!) { dutyList(filter: { interval: $i }) { nodeList { crewMemberId flightIdList } } }`
      const { dutyList } = await day.key.ask(query, { i: { from: day.at(400), to: day.at(900) } })
      const duties = dutyList.nodeList.map((duty: { crewMemberId: string; flightIdList: string[] }) => [
        duty.crewMemberId,
        ...duty.flightIdList,
      ])
      assert.deepEqual(
        duties.toSorted(),
        [
          [day.member(1), one.flightId],
          [day.member(0), two.flightId],
        ].toSorted(),
      )
      // Somebody who is on another flight at that time, and somebody whom nobody knows.
      const both = [await entry(day, one, { crewList: commander(0) })]
      assert.deepEqual(pathsOf((await change(day, both)).userErrorList), ['CREW_OVERLAP changeList.0.crewList'])
      const nobody = [await entry(day, one, { crewList: [{ crewMemberId: 'crw_none', position: 'CPT' }] })]
      assert.deepEqual(pathsOf((await change(day, nobody)).userErrorList), [
        'NOT_FOUND changeList.0.crewList.0.crewMemberId',
      ])
    })

    testOnce(
      'a crew in the list needs crew:write; a key limited to aircraft finds only its own (threats row 166)',
      async () => {
        const day = await open()
        const one = await day.plan(600, 700)
        const two = await day.plan(600, 700, { aircraftId: day.aircraftId(1) })
        const planner = await Integration.of(day.tenant, 'flight:read flight:write aircraft:read')
        const list = [await entry(day, one, { crewList: [] })]
        const { errors } = await planner.body(CHANGE, { list })
        assert.equal(errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
        const limited = await Integration.of(day.tenant, 'flight:read flight:write aircraft:read', [day.aircraftId(0)])
        const foreign = [await entry(day, one, { opsNote: 'x' }), await entry(day, two, { opsNote: 'x' })]
        const answer = await limited.change(CHANGE, { list: foreign })
        assert.deepEqual(pathsOf(answer.userErrorList), ['NOT_FOUND changeList.1.flightId'])
        assert.equal((await day.read(one, 'opsNote')).opsNote, null)
        const away = await limited.change(CHANGE, { list: [await entry(day, one, { aircraftId: day.aircraftId(1) })] })
        assert.deepEqual(pathsOf(away.userErrorList), ['NOT_FOUND changeList.0.aircraftId'])
      },
    )

    testOnce(
      'a wrong aircraft is corrected after the flight with a reason; hours and positions of both follow (data row F10)',
      async () => {
        const day = await open()
        const seen = async (index: number) => {
          const query =
            'query ($id: ID!) { aircraft(aircraftId: $id) { position { iCAO } hours { airframeMinutes cycles } } }'
          return (await day.key.ask(query, { id: day.aircraftId(index) })).aircraft
        }
        const before = [await seen(0), await seen(1)]
        const flight = await day.released(-180, -60)
        const times = { offBlock: day.at(-180), takeOff: day.at(-170), landing: day.at(-70), onBlock: day.at(-65) }
        await day.report(flight, times)
        const correct = async (more: object) =>
          day.key.updateFlight({ flightId: flight.flightId, ...more }, await day.version(flight))
        const wrong = { aircraftId: day.aircraftId(1) }
        assert.deepEqual(pathsOf((await correct(wrong)).userErrorList), ['REASON_NEEDED input.reason'])
        await day.key.did(correct({ ...wrong, reason: 'Another tail flew' }))
        await day.key.did(day.set(flight, 'CLOSED'))
        assert.deepEqual(await seen(0), before[0])
        assert.deepEqual(await seen(1), {
          position: { iCAO: 'LFPB' },
          hours: {
            airframeMinutes: before[1].hours.airframeMinutes + 100,
            cycles: before[1].hours.cycles + 1,
          },
        })
        // Once it is closed, too.
        await day.key.did(correct({ aircraftId: day.aircraftId(0), reason: 'It was the first after all' }))
        assert.deepEqual(await seen(1), before[1])
        assert.deepEqual((await seen(0)).hours, {
          airframeMinutes: before[0].hours.airframeMinutes + 100,
          cycles: before[0].hours.cycles + 1,
        })
        const { historyList } = await day.read(flight, 'historyList { fieldList reason }')
        assert.deepEqual(historyList.at(-1), { fieldList: ['aircraft'], reason: 'It was the first after all' })
        // The schedule stays as it was, and where the other aircraft has flown meanwhile it is refused.
        assert.deepEqual(pathsOf((await correct({ offBlock: day.at(-200), reason: 'x' })).userErrorList), [
          'LOCKED input',
        ])
      },
    )
  })
}
