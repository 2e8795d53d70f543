/** A first consent is taken back before its code is exchanged (threats row 385). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addApplication, exchangeFields, GrantScene, obtainCode, type TestApplication } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const DISCONNECT = 'mutation ($id: ID!) { addOnDisconnect(clientId: $id) { clientId userErrorList { code path } } }'
const DISCONNECTED =
  '{ auditEntryList(filter: { action: "add-on.disconnected" }) { nodeList { actorName subjectId detail } } }'
const NOT_FOUND = [{ code: 'NOT_FOUND', path: ['clientId'] }]
const CODE_SECONDS = 600

for (const store of storesFor('sql')) {
  describe(`a first consent (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let admin: ConsoleClient
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      admin = new ConsoleClient(server.client, scene.browser)
    })
    after(() => server.close())

    const codeFor = (application: TestApplication) => obtainCode(scene.browser, application, 'contact:read')

    test('disconnecting an application that has not exchanged its code yet ends the code, and the audit log says so', async () => {
      const application = await addApplication(server, { name: 'Early' })
      const other = await addApplication(server, { name: 'Other' })
      const id = application.clientId
      const codes = [await codeFor(application), await codeFor(application)]
      const kept = await codeFor(other)
      await admin.done('addOnDisconnect', DISCONNECT, { id })
      for (const code of codes) {
        const answer = await scene.token(exchangeFields(application, code))
        assert.equal(answer.status, 400, answer.body)
        assert.equal(answer.json().error, 'invalid_grant')
      }
      const { nodeList } = (await admin.data(DISCONNECTED)).auditEntryList
      assert.equal(nodeList.length, 1)
      assert.equal(nodeList[0].actorName, 'Anna Test')
      assert.equal(nodeList[0].subjectId, id)
      assert.match(JSON.stringify(nodeList[0].detail), /contact:read/)
      assert.deepEqual(await admin.refused('addOnDisconnect', DISCONNECT, { id }), NOT_FOUND)
      assert.equal((await scene.token(exchangeFields(other, kept))).status, 200)
    })

    test('an application that was allowed and has not come yet is told, until it comes, is disconnected or is late', async () => {
      const allowedUntil = async (application: TestApplication) => {
        const { availableAddOnList } = await admin.data('{ availableAddOnList { clientId allowedUntil } }')
        const found = availableAddOnList.find(({ clientId }: Data) => clientId === application.clientId)
        return found === undefined ? 'connected' : found.allowedUntil
      }
      const [comes, regretted, late] = [
        await addApplication(server, { name: 'Comes' }),
        await addApplication(server, { name: 'Regretted' }),
        await addApplication(server, { name: 'Comes late' }),
      ]
      assert.equal(await allowedUntil(comes), null)
      const code = await codeFor(comes)
      for (const application of [regretted, late]) await codeFor(application)
      const times = [await allowedUntil(comes), await allowedUntil(regretted), await allowedUntil(late)]
      for (const time of times) assert.match(time, /Z$/)
      assert.equal((await scene.token(exchangeFields(comes, code))).status, 200)
      await admin.done('addOnDisconnect', DISCONNECT, { id: regretted.clientId })
      assert.deepEqual([await allowedUntil(comes), await allowedUntil(regretted)], ['connected', null])
      server.clock.advanceSeconds(CODE_SECONDS + 1)
      assert.equal(await allowedUntil(late), null)
    })

    test('a code whose time is over is nothing to disconnect', async () => {
      const application = await addApplication(server, { name: 'Late' })
      await codeFor(application)
      server.clock.advanceSeconds(CODE_SECONDS + 1)
      const { clientId: id } = application
      assert.deepEqual(await admin.refused('addOnDisconnect', DISCONNECT, { id }), NOT_FOUND)
    })
  })
}
