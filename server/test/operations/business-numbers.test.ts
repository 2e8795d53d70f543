/** What requests, quotes and trips are called: numbers that do not tell how many there are (threats row 308). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { businessNumber } from '../../src/domain/operations/business-number.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { QuoteScene } from '../support/quote-scene.ts'
import { onPostgres, preparedPlace, startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const numbers = (count: number, key: string) =>
  Array.from({ length: count }, (_, index) => businessNumber('R', index + 1, key))

test('3,000 numbers of one key are all different, have seven digits, and no order', () => {
  const given = numbers(3_000, '81')
  assert.equal(new Set(given).size, given.length)
  assert.ok(given.every((number) => /^R[1-9]\d{6}$/.test(number)))
  const rising = given.filter((number, index) => index > 0 && number > (given[index - 1] ?? '')).length
  assert.ok(rising > 1_350 && rising < 1_650, String(rising))
})

test('another key gives other numbers, and so does another letter', () => {
  assert.notDeepEqual(numbers(3, '81'), numbers(3, '82'))
  assert.notEqual(businessNumber('Q', 1, '81').slice(1), businessNumber('R', 1, '81').slice(1))
})

test('when all numbers of seven digits are given, the next have eight', () => {
  assert.match(businessNumber('T', 9_000_000, '81'), /^T\d{7}$/)
  assert.match(businessNumber('T', 9_000_001, '81'), /^T[1-9]\d{7}$/)
})

const NUMBER = /^[RQT][1-9]\d{6}$/

for (const store of storesFor('rights')) {
  describe(`numbers that a buyer reads (${store})`, () => {
    let server: TestServer
    let scene: QuoteScene
    before(async () => {
      server = await startServer(store)
      scene = await QuoteScene.open(server)
    })
    after(() => server.close())

    test('a buyer learns from the numbers of its request, quote and trip of no other business (threats row 308)', async () => {
      const jetMatch = await scene.sales.marketplace('JetMatch')
      const seen: number[] = []
      for (let round = 0; round < 3; round++) {
        const request = await scene.asked(jetMatch)
        const quote = await scene.sent(request)
        await jetMatch.did(scene.set(jetMatch, quote, 'ACCEPTED'))
        const { charterRequestNumber } = await scene.readRequest(jetMatch, request, 'charterRequestNumber')
        const { quoteNumber } = await scene.readQuote(jetMatch, quote, 'quoteNumber')
        assert.match(charterRequestNumber, NUMBER)
        assert.match(quoteNumber, NUMBER)
        seen.push(Number(charterRequestNumber.slice(1)))
        const { tripList } = await jetMatch.ask('{ tripList { nodeList { tripNumber } } }')
        for (const { tripNumber } of tripList.nodeList) assert.match(tripNumber, NUMBER)
        assert.equal(tripList.nodeList.length, round + 1)
      }
      const [first = 0, second = 0, third = 0] = seen
      assert.ok(Math.abs(second - first) > 1 || Math.abs(third - second) > 1, seen.join(' '))
    })
  })
}

test(
  'the first requests at two processes have one key, and numbers that differ (threats row 308)',
  onPostgres('locks'),
  async () => {
    const place = await preparedPlace('postgres')
    const first = await startServer('postgres', place)
    const second = await startServer('postgres', place)
    try {
      const scene = await QuoteScene.open(first)
      const there = scene.sales.at(second, scene.key)
      const asked = await Promise.all([scene.key, there, scene.key, there].map((by) => scene.asked(by)))
      const given = await Promise.all(
        asked.map(
          async (request) => (await scene.readRequest(scene.key, request, 'charterRequestNumber')).charterRequestNumber,
        ),
      )
      assert.equal(new Set(given).size, asked.length)
      const { rows } = await first.world.storage.writeTenant(scene.sales.scene.at.tenant.tenantId, (tx) =>
        tx.execute("select value from record_counter where name = 'key'", []),
      )
      assert.equal(rows.length, 1)
    } finally {
      await first.close()
      await second.close()
    }
  },
)
