/** Empty legs (data §7.2): offered by the operator, held by marketplaces, true to their flights. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ACTORS, type ActingAs } from '../../src/domain/operations/acting-as.ts'
import {
  EMPTY_LEG_LIFE_CYCLE,
  EMPTY_LEG_STATUSES,
  type EmptyLeg,
  FREE,
} from '../../src/domain/operations/sales/empty-leg.ts'
import { stepsOf } from '../../src/domain/operations/step.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type Leg, SalesScene } from '../support/sales-scene.ts'
import { onPostgres, preparedPlace, startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000

/** The life cycle of an empty leg (data §7.2), written down a second time by hand. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'operator hold': ['PUBLISHED HELD'],
  'operator set': ['HELD PUBLISHED', 'HELD SOLD', 'PUBLISHED WITHDRAWN', 'HELD WITHDRAWN'],
  'buyer hold': ['PUBLISHED HELD'],
  'buyer set': ['HELD PUBLISHED'],
}

test('a step of an empty leg is allowed exactly for the states and actors that docs/life-cycles.md lists', () => {
  for (const from of EMPTY_LEG_STATUSES) {
    for (const to of EMPTY_LEG_STATUSES) {
      for (const actor of ACTORS) {
        for (const by of ['hold', 'set']) {
          const isAllowed = stepsOf(EMPTY_LEG_LIFE_CYCLE, { from, to, by }, actor as ActingAs).length > 0
          const expected = ALLOWED[`${actor} ${by}`]?.includes(`${from} ${to}`) ?? false
          assert.equal(isAllowed, expected, `${from} -> ${to} by ${actor}, ${by}`)
        }
      }
    }
  }
})

for (const store of storesFor('record')) {
  describe(`empty legs (${store})`, () => {
    let server: TestServer
    let sales: SalesScene
    let jetMatch: Integration
    let charterhub: Integration
    before(async () => {
      server = await startServer(store)
      sales = await SalesScene.open(server)
      jetMatch = await sales.marketplace('JetMatch')
      charterhub = await sales.marketplace('Charterhub')
    })
    after(() => server.close())

    test('a marketplace reads what is offered with its ceiling, and neither flight nor author', async () => {
      const price = { amount: '6900.00', currency: 'EUR' }
      const { flight, leg } = await sales.offer({ price })
      const fields = `emptyLegNumber status seatCount acftType { iCAO } adep { iCAO } ades { iCAO } price { amount currency }
        isHeldByMe heldUntil heldBy { kind } flightId createdBy { kind } versionList { version }`
      const offered = {
        emptyLegNumber: 'E00001',
        status: 'PUBLISHED',
        seatCount: 9,
        acftType: { iCAO: 'C56X' },
        adep: { iCAO: 'LFPB' },
        ades: { iCAO: 'LSZH' },
        price,
        isHeldByMe: false,
        heldUntil: null,
        heldBy: null,
      }
      const own = await sales.read(sales.key, leg, fields)
      assert.deepEqual([own.flightId, own.createdBy], [flight.flightId, { kind: 'API_KEY' }])
      assert.deepEqual(await sales.read(jetMatch, leg, fields), {
        ...offered,
        acftType: own.acftType,
        flightId: null,
        createdBy: null,
        versionList: [],
      })
    })

    test('a marketplace holds a leg and gives it back, another holds it until its hold ends by itself', async () => {
      const { leg } = await sales.offer()
      const held = (await jetMatch.did(sales.hold(jetMatch, leg))).emptyLeg
      assert.deepEqual([held.status, held.isHeldByMe], ['HELD', true])
      const freed = (await jetMatch.did(sales.set(jetMatch, held, 'PUBLISHED'))).emptyLeg
      assert.deepEqual([freed.status, freed.isHeldByMe, freed.heldUntil], ['PUBLISHED', false, null])
      const again = (await charterhub.did(sales.hold(charterhub, freed, sales.time(1)))).emptyLeg
      await sales.put(again, { heldUntil: server.clock.now() - 1 })
      const over = await sales.read(charterhub, leg, 'status heldUntil isHeldByMe version')
      assert.deepEqual([over.status, over.heldUntil, over.isHeldByMe], ['PUBLISHED', null, false])
      const next = await sales.key.did(sales.hold(sales.key, { ...leg, version: over.version }))
      assert.equal(next.emptyLeg.isHeldByMe, true)
    })

    test('a marketplace that held a leg leaves it to others for a day, however its hold ended (threats row 306)', async () => {
      const { leg } = await sales.offer()
      const again = async (by: Integration) => {
        const { version } = await sales.read(sales.key, leg)
        return sales.hold(by, { ...leg, version }, sales.time(2))
      }
      const held = (await jetMatch.did(sales.hold(jetMatch, leg))).emptyLeg
      await jetMatch.did(sales.set(jetMatch, held, 'PUBLISHED'))
      assert.deepEqual(await jetMatch.refusal(again(jetMatch)), ['LIMIT_EXCEEDED'])
      const { emptyLeg: theirs } = await charterhub.did(again(charterhub))
      await sales.key.did(sales.set(sales.key, theirs, 'PUBLISHED'))
      assert.deepEqual(await jetMatch.refusal(again(jetMatch)), ['LIMIT_EXCEEDED'])
      assert.deepEqual(await charterhub.refusal(again(charterhub)), ['LIMIT_EXCEEDED'])
      const { emptyLeg: own } = await sales.key.did(again(sales.key))
      await sales.key.did(sales.set(sales.key, own, 'PUBLISHED'))
      await sales.key.did(again(sales.key))
    })

    test('once its day is over a marketplace holds the leg again, and a hold that lapsed counts until its end (threats row 306)', async () => {
      const { leg } = await sales.offer()
      const now = server.clock.now()
      await jetMatch.did(sales.hold(jetMatch, leg))
      const { pastHoldList } = (await sales.put(leg, {})) as Leg & Pick<EmptyLeg, 'pastHoldList'>
      const lapsed = (until: number) =>
        sales.put(leg, { heldUntil: until, pastHoldList: pastHoldList.map((each) => ({ ...each, until })) })
      assert.deepEqual(await jetMatch.refusal(sales.hold(jetMatch, await lapsed(now - 23 * HOUR))), ['LIMIT_EXCEEDED'])
      const { emptyLeg } = await jetMatch.did(sales.hold(jetMatch, await lapsed(now - 25 * HOUR)))
      assert.equal(emptyLeg.isHeldByMe, true)
    })

    test('who holds a leg is told to the operator alone, by no node, list or feed of another buyer (threats row 257)', async () => {
      const { leg } = await sales.offer()
      const from = '{ changeList(from: NOW, entityList: [EMPTY_LEG]) { pageInfo { endCursor } } }'
      const cursor = (await charterhub.ask(from)).changeList.pageInfo.endCursor
      await jetMatch.did(sales.hold(jetMatch, leg))
      const fields = 'status isHeldByMe heldBy { applicationName } updatedBy { kind } createdBy { kind }'
      const hidden = { status: 'HELD', isHeldByMe: false, heldBy: null, updatedBy: null, createdBy: null }
      assert.deepEqual(await sales.read(charterhub, leg, fields), hidden)
      const listed = await charterhub.ask(
        `query ($ids: [ID!]) { emptyLegList(filter: { emptyLegIdList: $ids, statusList: [HELD] }) { nodeList { ${fields} } } }`,
        { ids: [leg.emptyLegId] },
      )
      assert.deepEqual(listed.emptyLegList.nodeList, [hidden])
      const told = await charterhub.body(
        'query ($after: String!) { changeList(after: $after, entityList: [EMPTY_LEG]) { nodeList { entityId parentId kind isOwn fieldList } } }',
        { after: cursor },
      )
      assert.deepEqual(told.data.changeList.nodeList, [
        {
          entityId: leg.emptyLegId,
          parentId: null,
          kind: 'UPDATED',
          isOwn: false,
          fieldList: ['status', 'heldUntil', 'heldBy', 'isHeldByMe'],
        },
      ])
      const operator = await sales.read(sales.key, leg, fields)
      assert.deepEqual(operator.heldBy, { applicationName: 'JetMatch' })
    })

    test('a marketplace publishes, changes and names no empty leg, whatever its scopes (threats row 256)', async () => {
      const { leg } = await sales.offer()
      const flight = await sales.ferry()
      assert.deepEqual(await jetMatch.refusal(sales.publish(jetMatch, flight.flightId)), ['NOT_ALLOWED'])
      const update = `mutation ($id: ID!) { emptyLegUpdate(emptyLegId: $id, expectedVersion: 1,
        input: { price: { amount: "1.00", currency: "EUR" } }) { userErrorList { code } } }`
      assert.deepEqual(await jetMatch.refusal(jetMatch.change(update, { id: leg.emptyLegId })), ['NOT_ALLOWED'])
      const named = `mutation ($id: ID!) { externalIdSet(entity: EMPTY_LEG, entityId: $id, system: "jetmatch", value: "7") {
        userErrorList { code } } }`
      assert.deepEqual(await jetMatch.refusal(jetMatch.change(named, { id: leg.emptyLegId })), ['NOT_ALLOWED'])
      assert.equal((await sales.read(sales.key, leg)).version, 1)
      await sales.key.did(sales.key.change(named, { id: leg.emptyLegId }))
    })

    test('what the operator’s own systems call an empty leg is neither shown to a marketplace nor found by it (threats row 307)', async () => {
      const { leg } = await sales.offer({ externalIdList: [{ system: 'crm', value: 'secret-7' }] })
      const ids = async (by: Integration) =>
        (await sales.read(by, leg, 'externalIdList { system value }')).externalIdList
      const find = async (by: Integration) => {
        const text =
          '{ emptyLegList(filter: { externalId: { system: "crm", value: "secret-7" } }) { nodeList { emptyLegId } } }'
        return (await by.ask(text)).emptyLegList.nodeList.length
      }
      assert.deepEqual(await ids(sales.key), [{ system: 'crm', value: 'secret-7' }])
      assert.deepEqual(await ids(jetMatch), [])
      assert.deepEqual([await find(sales.key), await find(jetMatch)], [1, 0])
    })

    test('a leg follows its flight to another aircraft and airport, and is withdrawn with it, told in the feed', async () => {
      const { flight, leg } = await sales.offer()
      await jetMatch.did(sales.hold(jetMatch, leg))
      const aircraftId = sales.fleet.aircraft[1]?.aircraftId
      const moved = { flightId: flight.flightId, aircraftId, adep: 'LFMN' }
      const { flight: after } = await sales.key.did(sales.key.updateFlight(moved, flight.version))
      const fields = 'version status aircraftId adep { iCAO }'
      const expected = { version: 3, status: 'HELD', aircraftId, adep: { iCAO: 'LFMN' } }
      assert.deepEqual(await sales.read(jetMatch, leg, fields), expected)
      await sales.key.did(sales.key.setStatus(flight.flightId, 'CANCELLED', after.version, 'Client cancelled'))
      assert.deepEqual(await sales.read(jetMatch, leg, 'version status isHeldByMe'), {
        version: 4,
        status: 'WITHDRAWN',
        isHeldByMe: false,
      })
      const charter = await sales.offer()
      await sales.key.did(sales.key.updateFlight({ flightId: charter.flight.flightId, kind: 'CHARTER' }, 1))
      assert.equal((await sales.read(jetMatch, charter.leg)).status, 'WITHDRAWN')
    })

    test('a list finds legs by place, seats, time and state, as they are now', async () => {
      const one = (await sales.offer({ earliest: sales.time(500), latest: sales.time(510) })).leg
      const find = async (filter: string) => {
        const text = `{ emptyLegList(filter: { ${filter}, interval: { from: "${sales.time(499)}", to: "${sales.time(511)}" } }) { nodeList { emptyLegId } } }`
        return (await charterhub.ask(text)).emptyLegList.nodeList.map(({ emptyLegId }: Leg) => emptyLegId)
      }
      for (const found of ['near: "LFPG"', 'toward: "LSZH", radiusNm: 0', 'minSeats: 9', 'statusList: [PUBLISHED]']) {
        assert.deepEqual(await find(found), [one.emptyLegId], found)
      }
      for (const none of [
        'near: "LFPG", radiusNm: 1',
        'toward: "EGLF"',
        'minSeats: 10',
        'statusList: [HELD, SOLD]',
        'statusList: []',
      ]) {
        assert.deepEqual(await find(none), [], none)
      }
      await sales.put(one, { earliest: server.clock.now() - 2 * HOUR, latest: server.clock.now() - HOUR })
      assert.equal((await sales.read(charterhub, one)).status, 'EXPIRED')
      const expired = await charterhub.ask(
        '{ emptyLegList(filter: { statusList: [EXPIRED] }) { nodeList { emptyLegId } } }',
      )
      assert.deepEqual(expired.emptyLegList.nodeList, [{ emptyLegId: one.emptyLegId }])
      const { errors } = await charterhub.body(
        '{ emptyLegList(filter: { near: "LFPG", radiusNm: 501 }) { nodeList { version } } }',
      )
      assert.match(errors?.[0]?.message ?? '', /radiusNm is from 0 to 500/)
    })

    test('the airports that near and toward are compared with are paid for (threats row 97)', async () => {
      const searched = async (radiusNm: number): Promise<number> => {
        const filter = `near: "LFPG", toward: "LSZH", radiusNm: ${radiusNm}`
        const answer = await charterhub.at.query(
          charterhub.token,
          `{ emptyLegList(filter: { ${filter} }) { nodeList { version } } }`,
        )
        return answer.json<{ extensions: { cost: { searched?: number } } }>().extensions.cost.searched ?? 0
      }
      const [narrow, wide] = [await searched(1), await searched(500)]
      assert.ok(wide > narrow, `${narrow} ${wide}`)
    })
  })
}

for (const store of storesFor('life cycle')) {
  describe(`the life cycle of an empty leg over HTTP (${store})`, () => {
    let server: TestServer
    let sales: SalesScene
    before(async () => {
      server = await startServer(store)
      sales = await SalesScene.open(server)
    })
    after(() => server.close())

    test('operator, holder and another marketplace make every listed step and are refused all others', async () => {
      const jetMatch = await sales.marketplace('JetMatch')
      const charterhub = await sales.marketplace('Charterhub')
      const { leg } = await sales.offer()
      const now = server.clock.now()
      await jetMatch.did(sales.hold(jetMatch, leg))
      const { holder } = await sales.put(leg, {}).then((each) => each as Leg & { holder: string })
      const held = { heldUntil: now + HOUR, heldBy: { kind: 'APPLICATION', id: null }, holder } as const
      for (const [name, by] of [
        ['operator', sales.key],
        ['buyer', jetMatch],
        ['another buyer', charterhub],
      ] as const) {
        for (const from of EMPTY_LEG_STATUSES) {
          for (const how of ['hold', ...EMPTY_LEG_STATUSES]) {
            const latest = now + (from === 'EXPIRED' ? -HOUR : 200 * HOUR)
            const status = from === 'EXPIRED' ? 'PUBLISHED' : from
            const at = await sales.put(leg, {
              status,
              earliest: latest - HOUR,
              latest,
              ...(from === 'HELD' ? held : FREE),
              pastHoldList: [],
            })
            const [to, answer] =
              how === 'hold' ? ['HELD', await sales.hold(by, at)] : [how, await sales.set(by, at, how)]
            const rows = ALLOWED[`${name.replace('another ', '')} ${how === 'hold' ? how : 'set'}`] ?? []
            const isOwn = name !== 'another buyer' || from !== 'HELD'
            const step = `${from} to ${to} by ${name}, ${how}`
            if (rows.includes(`${from} ${to}`) && isOwn) assert.equal(answer.emptyLeg?.status, to, step)
            else assert.deepEqual(await by.refusal(Promise.resolve(answer)), ['ILLEGAL_TRANSITION'], step)
          }
        }
      }
    })

    test('only a ferry that has not left is published, once, with a window that is not over', async () => {
      const charter = await sales.ferry({ kind: 'CHARTER' })
      const publish = (flightId: string, more: object = {}) =>
        sales.key.refusal(sales.publish(sales.key, flightId, more))
      assert.deepEqual(await publish(charter.flightId), ['LOCKED'])
      assert.deepEqual(await publish('flt_unknown'), ['NOT_FOUND'])
      const { flight } = await sales.offer()
      assert.deepEqual(await publish(flight.flightId), ['LOCKED'])
      const { flightId } = await sales.ferry()
      for (const window of [
        { earliest: sales.time(5), latest: sales.time(4) },
        { earliest: sales.time(-5), latest: sales.time(-4) },
        { earliest: sales.time(5), latest: sales.time(5 + 32 * 24) },
        { price: { amount: '1.001', currency: 'EUR' } },
        { price: { amount: '1.5', currency: 'JPY' } },
      ]) {
        assert.deepEqual(await publish(flightId, window), ['VALIDATION'], JSON.stringify(window))
      }
    })

    test('a hold is at most 48 hours and ends by the latest departure; while it lasts the offer stays as it is', async () => {
      const jetMatch = await sales.marketplace('Jetbroker')
      const { leg } = await sales.offer()
      for (const until of [sales.time(-1), sales.time(49), sales.time(121)]) {
        assert.deepEqual(await jetMatch.refusal(sales.hold(jetMatch, leg, until)), ['VALIDATION'], until)
      }
      const held = (await jetMatch.did(sales.hold(jetMatch, leg, sales.time(48)))).emptyLeg
      const update = `mutation ($id: ID!, $v: Int!) { emptyLegUpdate(emptyLegId: $id, expectedVersion: $v,
        input: { price: { amount: "1.00", currency: "EUR" } }) { emptyLeg { version } userErrorList { code } } }`
      const change = (version: number) => sales.key.change(update, { id: leg.emptyLegId, v: version })
      assert.deepEqual(await sales.key.refusal(change(held.version)), ['LOCKED'])
      await sales.key.did(sales.set(sales.key, held, 'PUBLISHED'))
      await sales.key.did(change(held.version + 1))
    })
  })
}

test(
  'of two marketplaces at two processes one holds an empty leg, and of two who publish one flight one does',
  onPostgres('locks'),
  async () => {
    const place = await preparedPlace('postgres')
    const first = await startServer('postgres', place)
    const second = await startServer('postgres', place)
    try {
      const sales = await SalesScene.open(first)
      const [one, two] = [await sales.marketplace('JetMatch'), await sales.marketplace('Charterhub')]
      const there = sales.at(second, two)
      for (let round = 0; round < 5; round++) {
        const { leg } = await sales.offer()
        const answers = await Promise.all([sales.hold(one, leg), sales.hold(there, leg)])
        assert.equal(answers.filter(({ emptyLeg }) => emptyLeg?.isHeldByMe).length, 1)
        const codes = answers.flatMap(({ userErrorList }) => userErrorList.map(({ code }: { code: string }) => code))
        assert.deepEqual(codes, ['STALE_VERSION'])
        const seen = [one, there].map((by) => sales.read(by, leg, 'isHeldByMe version'))
        const truth = await Promise.all(seen)
        assert.deepEqual([truth.filter(({ isHeldByMe }) => isHeldByMe).length, truth[0].version], [1, 2])
        const { flightId } = await sales.ferry()
        const keyThere = sales.at(second, sales.key)
        const both = await Promise.all([sales.publish(sales.key, flightId), sales.publish(keyThere, flightId)])
        const refused = both.flatMap(({ userErrorList }) => userErrorList.map(({ code }: { code: string }) => code))
        assert.deepEqual(refused, ['LOCKED'])
      }
    } finally {
      await second.close()
      await first.close()
      await place.dispose()
    }
  },
)
