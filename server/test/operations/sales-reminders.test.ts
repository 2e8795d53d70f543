/** Reminders of sales (data §7.3): offers that end in a day, requests that nobody answered. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { giveReminders } from '../../src/services/operations/reminders/give-reminders.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { QuoteScene } from '../support/quote-scene.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR_SECONDS = 3600
const FEED = `{ changeList(first: 500, entityList: [QUOTE, CHARTER_REQUEST]) {
  nodeList { kind entity entityId parentId reminder } } }`

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

for (const store of storesFor('record')) {
  describe(`reminders of sales (${store})`, () => {
    let server: TestServer
    let scene: QuoteScene
    let jetMatch: Integration
    let charterhub: Integration
    before(async () => {
      server = await startServer(store)
      server.clock.standStill()
      scene = await QuoteScene.open(server)
      jetMatch = await scene.sales.marketplace('JetMatch')
      charterhub = await scene.sales.marketplace('Charterhub')
    })
    after(() => server.close())

    /** Looks at a later time, twice, and comes back: tokens of now end before it. */
    const lookIn = async (hours: number): Promise<void> => {
      server.clock.advanceSeconds(hours * HOUR_SECONDS)
      for (let times = 0; times < 2; times++) while (await server.world.storage.writePlatform(giveReminders));
      server.clock.advanceSeconds(-hours * HOUR_SECONDS)
    }
    const reminded = async (by: Integration, entityId: string): Promise<string[]> =>
      (await by.ask(FEED)).changeList.nodeList
        .filter((each: Data) => each.kind === 'REMINDER' && each.entityId === entityId)
        .map(({ entity, parentId, reminder }: Data) => `${reminder} ${entity} ${parentId}`)

    test('the operator and the buyer are reminded once of an offer that ends in a day, and nobody else', async () => {
      const request = await scene.asked(jetMatch)
      const { charterRequestId: id } = request
      const standing = await scene.sent(request)
      const taken = await scene.sent(request)
      await scene.key.did(scene.set(scene.key, taken, 'WITHDRAWN', 'Sold elsewhere'))
      const short = await scene.sent(request, { validUntil: scene.sales.time(20) })
      for (const hours of [1, 23]) await lookIn(hours)
      assert.deepEqual(await reminded(scene.key, standing.quoteId), [])
      await lookIn(25)
      for (const by of [scene.key, jetMatch])
        assert.deepEqual(await reminded(by, standing.quoteId), [`QUOTE_EXPIRING QUOTE ${id}`])
      assert.deepEqual(await reminded(charterhub, standing.quoteId), [])
      for (const { quoteId } of [taken, short]) assert.deepEqual(await reminded(scene.key, quoteId), [])
      assert.deepEqual(await reminded(scene.key, id), [], 'it was answered')
    })

    test('the operator and the buyer are reminded once of a request that nobody answered for a day', async () => {
      const open = await scene.asked(jetMatch)
      const declined = await scene.asked(jetMatch)
      await scene.key.did(scene.setRequest(scene.key, declined, 'DECLINED'))
      const drafted = await scene.asked(jetMatch)
      await scene.drafted(drafted)
      const answered = await scene.asked(jetMatch)
      await jetMatch.did(scene.set(jetMatch, await scene.sent(answered), 'REJECTED'))
      await lookIn(23)
      assert.deepEqual(await reminded(scene.key, open.charterRequestId), [])
      await lookIn(25)
      for (const by of [scene.key, jetMatch]) {
        for (const { charterRequestId } of [open, drafted])
          assert.deepEqual(await reminded(by, charterRequestId), ['REQUEST_UNANSWERED CHARTER_REQUEST null'])
        for (const { charterRequestId } of [declined, answered])
          assert.deepEqual(await reminded(by, charterRequestId), [])
      }
      assert.deepEqual(await reminded(charterhub, open.charterRequestId), [])
    })
  })
}
