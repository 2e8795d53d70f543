/** The feed of a flight support application when a contact is given to it or taken from it (data §8.5). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestApplication } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { ERRORS, HandlingScene } from '../support/handling-scene.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

for (const store of storesFor('order')) {
  describe(`the feed of an application that acts for other contacts (${store})`, () => {
    let server: TestServer
    let scene: HandlingScene
    let rampReady: Integration
    let other: Integration
    let application: TestApplication
    let console: ConsoleClient
    before(async () => {
      server = await startServer(store)
      scene = await HandlingScene.open(server)
      const connected = await scene.application('RampReady', scene.goldair)
      rampReady = connected.by
      application = connected.application
      other = (await scene.application('HandlerHub', scene.goldair)).by
      console = new ConsoleClient(server.client, scene.scene.browser)
    })
    after(() => server.close())

    const bind = async (...contactIdList: string[]): Promise<void> => {
      const text = `mutation ($c: ID!, $l: [ID!]!) { addOnProviderListSet(clientId: $c, contactIdList: $l) { ${ERRORS} } }`
      const { userErrorList } = (await console.data(text, { c: application.clientId, l: contactIdList }))
        .addOnProviderListSet
      assert.deepEqual(userErrorList, [])
    }
    const cursorOf = async (by: Integration): Promise<string> =>
      (await by.ask('{ changeList(from: NOW) { pageInfo { endCursor } } }')).changeList.pageInfo.endCursor
    const told = async (by: Integration, from: string): Promise<string[]> => {
      const text = `query ($after: String!) { changeList(after: $after, entityList: [VISIT, SERVICE_REQUEST]) {
        nodeList { entityId kind } } }`
      const { nodeList } = (await by.ask(text, { after: from })).changeList
      return nodeList.map(({ entityId, kind }: Data) => `${kind} ${entityId}`).sort()
    }

    test('visits and requests of a lost contact are DELETED at once and CREATED when it comes back, to nobody else', async () => {
      const { arrival } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      const draft = await scene.asked({ flightId: arrival.flightId, kind: 'FUEL', send: false })
      const ids = [request.serviceRequestId, request.visit.visitId].sort()
      const readers = [rampReady, other, scene.key]
      const [from, ofOther, ofKey] = [await cursorOf(rampReady), await cursorOf(other), await cursorOf(scene.key)]
      await bind(scene.signature)
      assert.deepEqual(
        await told(rampReady, from),
        ids.map((id) => `DELETED ${id}`),
      )
      const later = await cursorOf(rampReady)
      await scene.update(scene.key, request, { instructions: 'Red carpet' })
      assert.deepEqual(await told(rampReady, later), [])
      await bind(scene.goldair)
      const since = await told(rampReady, later)
      assert.ok(
        ids.every((id) => since.includes(`CREATED ${id}`)),
        since.join(),
      )
      assert.ok(!since.some((entry) => entry.includes(draft.serviceRequestId)))
      const rest = [await told(other, ofOther), await told(scene.key, ofKey)]
      assert.deepEqual(rest, Array(readers.length - 1).fill([`UPDATED ${request.serviceRequestId}`]))
    })

    test('a visit that is seen for another contact too neither leaves nor enters the feed', async () => {
      await bind(scene.goldair, scene.signature)
      const { arrival } = await scene.turn()
      const own = await scene.asked({ flightId: arrival.flightId })
      const second = await scene.asked({ flightId: arrival.flightId, providerContactId: scene.signature })
      assert.equal(own.visit.visitId, second.visit.visitId)
      const from = await cursorOf(rampReady)
      await bind(scene.goldair)
      assert.deepEqual(await told(rampReady, from), [`DELETED ${second.serviceRequestId}`])
      const later = await cursorOf(rampReady)
      await bind(scene.goldair, scene.signature)
      assert.deepEqual(await told(rampReady, later), [`CREATED ${second.serviceRequestId}`])
      await bind(scene.goldair)
    })
  })
}
