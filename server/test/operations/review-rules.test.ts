/** The operator's own rules of review: when a provider is asked again (data §8.3). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ERRORS, HandlingScene } from '../support/handling-scene.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const MINUTE = 60_000

for (const store of storesFor('record')) {
  describe(`the operator’s rules of review (${store})`, () => {
    let server: TestServer
    let scene: HandlingScene
    let settings: Integration
    before(async () => {
      server = await startServer(store)
      scene = await HandlingScene.open(server)
      settings = await Integration.of(scene.scene.at, 'settings:read settings:write')
    })
    after(() => server.close())

    const rules = async (): Promise<Data> =>
      (await settings.ask('{ operatorSettings { version reviewRuleList { kind timeMinutes reasonList } } }'))
        .operatorSettings
    const say = async (reviewRuleList: readonly object[]): Promise<Data> =>
      settings.change(
        `mutation ($input: OperatorSettingsInput!, $v: Int!) {
          operatorSettingsUpdate(input: $input, expectedVersion: $v) { operatorSettings { version } ${ERRORS} } }`,
        { input: { reviewRuleList }, v: (await rules()).version },
      )
    const confirmed = async (kind = 'HANDLING'): Promise<{ request: Data; arrival: Data }> => {
      const { arrival } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId, kind })
      await scene.done(scene.key, request, 'CONFIRMED')
      return { request, arrival }
    }
    const delay = async (arrival: Data, minutes: number): Promise<void> => {
      const onBlock = new Date(Date.parse(arrival.schedule.onBlock) + minutes * MINUTE).toISOString()
      await scene.move(arrival, { onBlock })
    }
    const outcome = async (request: Data): Promise<Data> => {
      const { status, reviewReasonList } = await scene.read(scene.key, request, 'status reviewReasonList')
      return [status, reviewReasonList]
    }

    test('every kind has its default until the operator says otherwise, and what is read can be written back', async () => {
      const { reviewRuleList, version } = await rules()
      assert.equal(reviewRuleList.length, 17)
      const of = (kind: string) => reviewRuleList.find((each: Data) => each.kind === kind)
      assert.deepEqual(of('SLOT'), { kind: 'SLOT', timeMinutes: 0, reasonList: ['CALLSIGN'] })
      assert.deepEqual(of('OVERFLIGHT_PERMIT').timeMinutes, 1440)
      assert.deepEqual(of('HANDLING').reasonList, ['CALLSIGN', 'CREW_COUNT', 'PAX_COUNT'])
      const same = await settings.did(say(reviewRuleList))
      assert.equal(same.operatorSettings.version, version, 'nothing has changed')
    })

    test('a longer time asks nobody again, a shorter one sooner, and kinds that are not named keep theirs', async () => {
      await settings.did(say([{ kind: 'HANDLING', timeMinutes: 90, reasonList: ['PAX_COUNT'] }]))
      const handling = await confirmed()
      const parking = await scene.asked({ flightId: handling.arrival.flightId, kind: 'PARKING' })
      await scene.done(scene.key, parking, 'CONFIRMED')
      await delay(handling.arrival, 60)
      assert.deepEqual(await outcome(handling.request), ['CONFIRMED', []])
      assert.deepEqual(await outcome(parking), ['REVIEW', ['TIME']])
      await delay(handling.arrival, 91)
      assert.deepEqual(await outcome(handling.request), ['REVIEW', ['TIME']])
      await settings.did(say([{ kind: 'FUEL', timeMinutes: 5, reasonList: [] }]))
      const fuel = await confirmed('FUEL')
      await delay(fuel.arrival, 6)
      assert.deepEqual(await outcome(fuel.request), ['REVIEW', ['TIME']])
      const again = await confirmed()
      await delay(again.arrival, 31)
      assert.deepEqual(await outcome(again.request), ['REVIEW', ['TIME']], 'what was not named anew has its default')
    })

    test('what counts besides follows the operator, another aircraft always counts', async () => {
      await settings.did(
        say([
          { kind: 'HANDLING', timeMinutes: 30, reasonList: [] },
          { kind: 'PARKING', timeMinutes: 30, reasonList: ['PAX_COUNT'] },
        ]),
      )
      const handling = await confirmed()
      const parking = await scene.asked({ flightId: handling.arrival.flightId, kind: 'PARKING' })
      await scene.done(scene.key, parking, 'CONFIRMED')
      await scene.move(handling.arrival, { paxCount: 6 })
      assert.deepEqual(await outcome(handling.request), ['CONFIRMED', []])
      assert.deepEqual(await outcome(parking), ['REVIEW', ['PAX_COUNT']])
      const { request, arrival } = await confirmed()
      await scene.move(arrival, { aircraftId: scene.aircraftId(1) })
      const [status, reasons] = await outcome(request)
      assert.equal(status, 'REVIEW')
      assert.ok(reasons.includes('AIRCRAFT'), reasons.join())
    })

    test('a rule is told in the feed, and a wrong one is refused by name', async () => {
      const text = '{ changeList(from: NOW) { pageInfo { endCursor } } }'
      const from = (await settings.ask(text)).changeList.pageInfo.endCursor
      await settings.did(say([{ kind: 'HOTEL', timeMinutes: 240, reasonList: ['CREW_COUNT', 'CREW_COUNT'] }]))
      const { changeList } = await settings.ask(
        'query ($after: String!) { changeList(after: $after) { nodeList { entity fieldList } } }',
        { after: from },
      )
      assert.deepEqual(changeList.nodeList, [{ entity: 'OPERATOR_SETTINGS', fieldList: ['reviewRuleList'] }])
      const refused = async (...list: object[]) =>
        (await say(list)).userErrorList.map(({ code, path }: Data) => `${code} ${path.join('.')}`)
      const fuel = { kind: 'FUEL', timeMinutes: 60, reasonList: [] }
      assert.deepEqual(await refused({ ...fuel, timeMinutes: -1 }), ['VALIDATION input.reviewRuleList.0.timeMinutes'])
      assert.deepEqual(await refused(fuel, { ...fuel, kind: 'SLOT', timeMinutes: 10_081 }), [
        'VALIDATION input.reviewRuleList.1.timeMinutes',
      ])
      assert.deepEqual(await refused({ ...fuel, reasonList: ['AIRPORT'] }), [
        'VALIDATION input.reviewRuleList.0.reasonList',
      ])
      assert.deepEqual(await refused(fuel, fuel), ['VALIDATION input.reviewRuleList'])
      const hotel = (await rules()).reviewRuleList.find(({ kind }: Data) => kind === 'HOTEL')
      assert.deepEqual(hotel, { kind: 'HOTEL', timeMinutes: 240, reasonList: ['CREW_COUNT'] })
    })
  })
}
