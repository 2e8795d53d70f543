/** A session of more than ten minutes is asked for the password before it allows an application (threats row 440). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Form, formTo } from '../support/browser.ts'
import { authorizePath, GrantScene, PASSWORD, returned, signedInBrowser } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const RECENT_SECONDS = 600

for (const store of storesFor('sql')) {
  describe(`the password at consent (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const path = () => authorizePath(scene.application, 'contact:read', { state: 'a%2Bb c' })
    const question = async (browser = scene.browser): Promise<{ body: string; form: Form }> => {
      const { body } = await browser.get(path())
      return { body, form: formTo(body, '/consent/') }
    }
    const codes = async (): Promise<number> => {
      const { db } = server.world.storage.platform
      return (await db.selectFrom('authorization_code').select('hash').execute()).length
    }

    test('is not asked for within ten minutes after the sign-in', async () => {
      const { body, form } = await question()
      assert.doesNotMatch(body, /type="password"/)
      assert.ok(returned(await scene.browser.submit(form, { decision: 'allow' })).get('code'))
    })

    test('is asked for later: without it, or with a wrong one, nothing is allowed and the page is shown again', async () => {
      await scene.signInAgain()
      const early = await question()
      server.clock.advanceSeconds(RECENT_SECONDS + 1)
      const { body } = await question()
      assert.match(body, /type="password"/)
      const before = await codes()
      // Also on a page that was opened when the sign-in was recent.
      let { form } = early
      for (const [password, words] of [
        ['', /Nothing was allowed\.<\/b> Type your current password/],
        ['wrong horse battery', /Nothing was allowed\.<\/b> The current password is wrong/],
      ] as const) {
        const answer = await scene.browser.submit(form, { decision: 'allow', password })
        assert.deepEqual([answer.status, answer.headers.location], [403, undefined])
        assert.match(answer.body, words)
        assert.doesNotMatch(answer.body, /changed while you read/)
        assert.match(answer.body, /data-action="\/sign-in\/passkey\/\?[^"]*client_id=[^"]*state=a%252Bb\+c"/)
        form = formTo(answer.body, '/consent/')
      }
      assert.equal(await codes(), before)
      const back = returned(await scene.browser.submit(form, { decision: 'allow', password: PASSWORD }))
      assert.ok(back.get('code'))
      assert.equal(back.get('state'), 'a%2Bb c')
    })

    test('is not needed to cancel', async () => {
      const { form } = await question()
      assert.equal(returned(await scene.browser.submit(form, { decision: 'cancel' })).get('error'), 'access_denied')
    })

    test('is not asked of whoever may not allow, and is not tried out through a page that is over', async () => {
      const pilot = await signedInBrowser(server, scene.at, scene.pilot)
      const { form } = await question(pilot)
      server.clock.advanceSeconds(RECENT_SECONDS + 1)
      const answer = await pilot.submit(form, { decision: 'allow', password: PASSWORD })
      assert.equal(answer.status, 403)
      assert.match(answer.body, /may not do this/)
      const over = await scene.browser.post('/consent/', { decision: 'allow', request: 'con_none', password: 'x' })
      assert.match(over.body, /no longer valid/)
    })

    test('is tried as often as at sign-in, and then waits', async () => {
      await scene.signInAgain()
      server.clock.standStill()
      server.clock.advanceSeconds(RECENT_SECONDS + 1)
      const { form } = await question()
      let answer = await scene.browser.submit(form, { decision: 'allow', password: 'no 0' })
      for (let tries = 1; tries < 20 && !/too many tries/.test(answer.body); tries++) {
        answer = await scene.browser.submit(form, { decision: 'allow', password: `no ${tries}` })
      }
      assert.match(answer.body, /too many tries/)
      const right = await scene.browser.submit(form, { decision: 'allow', password: PASSWORD })
      assert.equal(right.status, 403)
      server.clock.moveOn()
    })
  })
}
