/** Consent is given by an authorized user, once, and only for the scopes shown (threats rows 23, 25, 28). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { setRoles } from '../../src/services/identity/administrators.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { moveApplication } from '../../src/services/oauth/applications.ts'
import { type Form, formTo } from '../support/browser.ts'
import {
  addApplication,
  addPerson,
  allow,
  authorizePath,
  exchangeFields,
  GrantScene,
  PASSWORD,
  returned,
  signedInBrowser,
  type Tokens,
} from '../support/code-grant.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`consent (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const question = async (browser = scene.browser, scope = 'contact:read'): Promise<{ page: string; form: Form }> => {
      const { body } = await browser.get(authorizePath(scene.application, scope, { state: 's' }))
      return { page: body, form: formTo(body, '/consent/') }
    }
    const refused = (answer: Answer, words: RegExp): void => {
      assert.equal(answer.status, 403)
      assert.equal(answer.headers.location, undefined)
      assert.match(answer.body, words)
    }
    const codes = async (): Promise<number> => {
      const { db } = server.world.storage.platform
      return (await db.selectFrom('authorization_code').select('hash').execute()).length
    }

    test('a user without the admin role sees who has it and a way back to the application, but no Allow button', async () => {
      const browser = await signedInBrowser(server, scene.at, scene.pilot)
      const { page, form } = await question(browser)
      assert.match(page, /Ask an administrator/)
      assert.match(page, /Anna Test/)
      assert.doesNotMatch(page, /value="allow"/)
      const back = returned(await browser.submit(form, { decision: 'cancel' }))
      assert.deepEqual([back.get('error'), back.get('state')], ['access_denied', 's'])
    })

    test('a user without the admin role gets 403 from a direct POST to consent', async () => {
      const browser = await signedInBrowser(server, scene.at, scene.pilot)
      const { form } = await question(browser)
      const before = await codes()
      refused(await browser.submit(form, { decision: 'allow' }), /may not do this/)
      assert.equal(await codes(), before)
    })

    test('an administrator demoted while the page was open cannot grant', async () => {
      const { email } = await addPerson(server, scene.at, 'Olga', ['ADMIN'])
      const browser = await signedInBrowser(server, scene.at, { userId: '', email })
      const { form } = await question(browser)
      await setRoles(server.world.at(scene.at.tenant), email, ['OPS'], HOST)
      refused(await browser.submit(form, { decision: 'allow' }), /may not do this/)
    })

    test('an administrator who was removed or signed out while the page was open cannot grant', async () => {
      const { email } = await addPerson(server, scene.at, 'Paul', ['ADMIN'])
      const browser = await signedInBrowser(server, scene.at, { userId: '', email })
      const { form } = await question(browser)
      await removeUser(server.world.at(scene.at.tenant), email, HOST, scene.at.origin)
      refused(await browser.submit(form, { decision: 'allow' }), /no longer valid/)

      const left = await signedInBrowser(server, scene.at, scene.admin)
      const again = await question(left)
      await left.post('/sign-out/', {})
      refused(await left.submit(again.form, { decision: 'allow' }), /no longer valid/)
    })

    test('an application suspended while the page was open cannot be granted', async () => {
      const { form } = await question()
      const { clientId } = scene.application
      await moveApplication(server.world, clientId, { actions: ['suspend'], by: 'host', reason: 'test' }, HOST)
      refused(await scene.browser.submit(form, { decision: 'allow' }), /suspended/)
      await moveApplication(server.world, clientId, { actions: ['resume'], by: 'host', reason: 'test' }, HOST)
    })

    testOnBoth('a decision counts once, and a repeated one is refused whatever it was', async () => {
      for (const decision of ['allow', 'cancel']) {
        const { form } = await question()
        assert.equal((await scene.browser.submit(form, { decision })).status, 303)
        refused(await scene.browser.submit(form, { decision: 'allow' }), /no longer valid/)
        refused(await scene.browser.submit(form, { decision: 'cancel' }), /no longer valid/)
      }
    })

    testOnBoth('of 16 parallel decisions one counts', async () => {
      const { form } = await question()
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => scene.browser.submit(form, { decision: 'allow' })),
      )
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, ...Array(15).fill(403)])
    })

    test('a consent page expires after an hour', async () => {
      server.clock.standStill()
      const early = await question()
      const late = await question()
      server.clock.advanceSeconds(3599)
      const allowed = { decision: 'allow', password: PASSWORD }
      assert.equal((await scene.browser.submit(early.form, allowed)).status, 303)
      server.clock.advanceSeconds(2)
      refused(await scene.browser.submit(late.form, allowed), /no longer valid/)
      server.clock.moveOn()
      await scene.signInAgain()
    })

    test("only the session that was shown a consent page can decide it, not a colleague's, another or none", async () => {
      const colleague = await addPerson(server, scene.at, 'Eve', ['ADMIN'])
      const { form } = await question()
      const others = [
        await signedInBrowser(server, scene.at, colleague),
        await signedInBrowser(server, scene.at, scene.admin),
      ]
      for (const browser of others) refused(await browser.submit(form, { decision: 'allow' }), /no longer valid/)
      const made = { ...form, fields: { request: 'con_00000000000000000000' } }
      refused(await scene.browser.submit(made, { decision: 'allow' }), /no longer valid/)
      refused(await scene.browser.post('/consent/', { decision: 'allow' }), /no longer valid/)
      assert.equal((await scene.browser.submit(form, { decision: 'allow' })).status, 303)
    })

    test('consent grants the scopes shown, whatever else the form contains', async () => {
      const other = await addApplication(server, { name: 'Other', redirectUris: ['https://evil.example/'] })
      const { form } = await question()
      const answer = await scene.browser.submit(form, {
        decision: 'allow',
        scope: 'contact:read contact:write',
        scopes: 'contact:write',
        client_id: other.clientId,
        redirect_uri: other.redirectUri,
        state: 'forged',
        user_id: scene.pilot.userId,
      })
      assert.ok(answer.headers.location?.startsWith(scene.application.redirectUri))
      assert.equal(returned(answer).get('state'), 's')
      const code = returned(answer).get('code') ?? ''
      assert.equal((await scene.token(exchangeFields(other, code))).json().error, 'invalid_grant')
      assert.equal((await scene.exchange(code)).json<Tokens>().scope, 'contact:read')
    })

    test('two consent pages open at the same time each grant what they show, the second once it was shown anew', async () => {
      const narrow = await question(scene.browser, 'contact:read')
      const wide = await question(scene.browser, 'contact:read contact:write')
      const code = returned(await scene.browser.submit(wide.form, { decision: 'allow' })).get('code') ?? ''
      assert.equal((await scene.exchange(code)).json<Tokens>().scope, 'contact:read contact:write')
      const again = await scene.browser.submit(narrow.form, { decision: 'allow' })
      assert.equal(again.status, 409)
      assert.match(again.body, /No longer asked for, and ends[\s\S]*contact:write/)
      const decided = await scene.browser.submit(formTo(again.body, '/consent/'), { decision: 'allow' })
      const narrowed = await scene.exchange(returned(decided).get('code') ?? '')
      assert.equal(narrowed.json<Tokens>().scope, 'contact:read')
    })

    test('Cancel, or any value other than Allow, grants nothing', async () => {
      const before = await codes()
      for (const decision of ['cancel', 'ALLOW', 'true', '']) {
        const { form } = await question()
        assert.equal(returned(await scene.browser.submit(form, { decision })).get('error'), 'access_denied')
      }
      assert.equal(await codes(), before)
    })

    test('consent is always asked, even if granted before, and shows what is new, what ends and who allowed it', async () => {
      const at = await GrantScene.open(server, `again${store.slice(0, 3)}`)
      const colleague = await signedInBrowser(server, at.at, await addPerson(server, at.at, 'Eve', ['ADMIN']))
      await at.connect('contact:read contact:write')
      const path = authorizePath(at.application, 'contact:read flight:read')
      const { body } = await colleague.get(path)
      assert.match(body, /New:[\s\S]*flight:read[\s\S]*Already allowed: 1[\s\S]*Anna Test[\s\S]*contact:read/)
      assert.match(body, /No longer asked for, and ends[\s\S]*contact:write/)
      await removeUser(server.world.at(at.at.tenant), at.admin.email, HOST, at.at.origin)
      assert.match((await colleague.get(path)).body, /Already allowed: 1[\s\S]*by <bdi>Anna Test/)
      const code = returned(await allow(colleague, path)).get('code') ?? ''
      assert.equal((await at.exchange(code)).status, 200)
      assert.match((await colleague.get(path)).body, /Already allowed: 2<\/b> <span class="small quiet">by you on/)
    })

    test('the consent page forbids caching and framing, and its response is a 303', async () => {
      const { headers } = await scene.browser.get(authorizePath(scene.application, 'contact:read'))
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.match(headers['content-security-policy']?.toString() ?? '', /frame-ancestors 'none'/)
      const answer = await allow(scene.browser, authorizePath(scene.application, 'contact:read'))
      assert.deepEqual(
        [answer.status, answer.headers['cache-control'], answer.headers['referrer-policy'], answer.body],
        [303, 'no-store', 'no-referrer', ''],
      )
    })
  })
}
