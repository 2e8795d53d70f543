/** A session ends with the passkey that began it, and nobody's presence rests on one that was removed (threats row 406). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { SoftPasskey } from '../support/authenticator.ts'
import { PASSWORD } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { PasskeyScene } from '../support/passkey-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const VIEWER = '{ viewer { isRecentSignIn passkeyList { passkeyId } } }'
const REMOVE = `mutation ($id: ID!) { accountPasskeyRemove(passkeyId: $id) {
  viewer { isRecentSignIn } userErrorList { code path } } }`
const START = `mutation ($password: String) { accountPasskeyStart(currentPassword: $password) {
  creationOptions userErrorList { code path message } } }`

for (const store of storesFor('sql')) {
  const { testOnBoth } = testsOn(store)
  describe(`sessions of a removed passkey (${store})`, () => {
    let server: TestServer
    let scene: PasskeyScene
    before(async () => {
      server = await startServer(store)
      scene = new PasskeyScene(server, (await server.operator('alpine')).production)
    })
    after(() => server.close())

    const withPasskey = async (passkey: SoftPasskey): Promise<ConsoleClient> => {
      const browser = scene.browser()
      assert.equal((await scene.attempt(browser, passkey)).status, 303)
      return new ConsoleClient(server.client, browser)
    }
    const isIn = async (client: ConsoleClient): Promise<boolean> => (await client.ask(VIEWER)).status === 200

    testOnBoth('who removes a passkey ends the sessions that it began, and no others', async () => {
      const { passkey, browser } = await scene.personWithPasskey('Ada')
      const own = new ConsoleClient(server.client, browser)
      const [{ passkeyId: id }] = (await own.data(VIEWER)).viewer.passkeyList
      const other = new SoftPasskey()
      await scene.add(browser, scene.made(other, await scene.startAdding(browser)))
      const [taken, second] = [await withPasskey(passkey), await withPasskey(other)]
      assert.deepEqual([await isIn(taken), await isIn(second)], [true, true])
      await own.done('accountPasskeyRemove', REMOVE, { id })
      assert.deepEqual([await isIn(taken), await isIn(second), await isIn(own)], [false, true, true])
    })

    testOnBoth('a session of which it is not known which passkey began it ends with any of its user', async () => {
      const { person, passkey, browser } = await scene.personWithPasskey('Bea')
      const own = new ConsoleClient(server.client, browser)
      const [{ passkeyId: id }] = (await own.data(VIEWER)).viewer.passkeyList
      const old = await withPasskey(passkey)
      await server.world.at(scene.at.tenant).write(async (tx) => {
        const sessions = tx.db.updateTable('user_session').set({ passkey_id: null })
        await sessions.where('tenant_id', '=', tx.tenantId).where('user_id', '=', person.userId).execute()
      })
      await own.done('accountPasskeyRemove', REMOVE, { id })
      assert.deepEqual([await isIn(old), await isIn(own)], [false, true])
    })

    testOnBoth('the session that removes its own passkey goes on, and asks for the password', async () => {
      const { passkey } = await scene.personWithPasskey('Cleo')
      const own = await withPasskey(passkey)
      const { viewer } = await own.data(VIEWER)
      assert.equal(viewer.isRecentSignIn, true)
      await own.done('accountPasskeyRemove', REMOVE, { id: viewer.passkeyList[0].passkeyId })
      assert.deepEqual((await own.data(VIEWER)).viewer, { isRecentSignIn: false, passkeyList: [] })
      const [refused] = await own.refused('accountPasskeyStart', START)
      assert.deepEqual(refused?.path, ['currentPassword'])
      await own.done('accountPasskeyStart', START, { password: PASSWORD })
    })
  })
}
