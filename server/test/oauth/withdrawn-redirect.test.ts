/**
 * A redirect URI that a provider withdrew gets nothing more, neither from a consent page that is open nor for a code
 * that was issued (threats row 130).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeApplication } from '../../src/storage/providers/provider-applications.ts'
import { formTo } from '../support/browser.ts'
import { authorizePath, GrantScene, REDIRECT_URI } from '../support/code-grant.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const OTHER_URI = 'https://app.skylog.example/airside/other'

for (const store of storesFor('locks')) {
  describe(`a withdrawn redirect URI (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server?.close())

    const register = (...uris: string[]) =>
      server.world.storage.writePlatform((tx) =>
        changeApplication(tx, scene.application.clientId, { redirect_uri_list: JSON.stringify(uris) }),
      )
    const codes = async (): Promise<number> => {
      const { db } = server.world.storage.platform
      return (await db.selectFrom('authorization_code').select('hash').execute()).length
    }
    const invalidGrant = (answer: Answer): void => {
      assert.equal(answer.status, 400, answer.body)
      assert.equal(answer.json<{ error: string }>().error, 'invalid_grant')
    }

    test('an open consent page makes no code for it, and leads nowhere, whatever is decided', async () => {
      for (const decision of ['allow', 'cancel']) {
        await register(REDIRECT_URI)
        const page = await scene.browser.get(authorizePath(scene.application, 'contact:read'))
        await register(OTHER_URI)
        const before = await codes()
        const answer = await scene.browser.submit(formTo(page.body, '/consent/'), { decision })
        assert.deepEqual([answer.status, answer.headers.location], [400, undefined], answer.body)
        assert.match(answer.body, /app\.skylog\.example\/airside\/callback/)
        assert.equal(await codes(), before)
      }
    })

    test('a code that was sent to it is not exchanged, nor once it is registered again (threats row 396)', async () => {
      await register(REDIRECT_URI)
      const [tried, kept] = [await scene.code(), await scene.code()]
      await register(OTHER_URI)
      invalidGrant(await scene.exchange(tried))
      await register(OTHER_URI, REDIRECT_URI)
      for (const code of [tried, kept]) invalidGrant(await scene.exchange(code))
      assert.equal((await scene.exchange(await scene.code())).status, 200)
    })

    test('a code goes on where another redirect URI is withdrawn, or nothing of them changed', async () => {
      await register(REDIRECT_URI, OTHER_URI)
      const code = await scene.code()
      await register(REDIRECT_URI)
      await register(REDIRECT_URI)
      assert.equal((await scene.exchange(code)).status, 200)
    })
  })
}
