/**
 * A user's own account page: personal grants, sessions and password, and nothing of other users (access-model §4,
 * §10).
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { auditEntries } from '../../src/storage/audit.ts'
import { Browser } from '../support/browser.ts'
import {
  addApplication,
  addPerson,
  exchangeFields,
  GrantScene,
  obtainCode,
  PASSWORD,
  type Person,
  signedInBrowser,
  type TestApplication,
  type Tokens,
} from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const NEXT = 'another good password'

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`the account page (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let logbook: TestApplication
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      logbook = await addApplication(server, { name: 'Logbook', kind: 'pilot-logbook', personal: true })
    })
    after(() => server.close())

    const person = (name: string): Promise<Person> => addPerson(server, scene.at, name, ['CREW'])
    const signIn = (who: Person) => signedInBrowser(server, scene.at, who)
    const page = async (browser: Browser) => (await browser.get('/account/')).body
    const act = (browser: Browser, intent: string, fields: Record<string, string> = {}) =>
      browser.post('/account/', { intent, ...fields })
    const connectLogbook = async (browser: Browser): Promise<Tokens> => {
      const code = await obtainCode(browser, logbook, 'own:profile own:roster')
      return (await scene.token(exchangeFields(logbook, code))).json<Tokens>()
    }
    const grantsIn = (body: string) => [...body.matchAll(/name="grant" value="(gra_\w+)"/g)].map(([, id]) => id ?? '')
    const sessionsIn = (body: string) =>
      [...body.matchAll(/name="session" value="(ses_\w+)"/g)].map(([, id]) => id ?? '')
    const works = async ({ access_token }: Tokens) =>
      (await scene.at.query(access_token, '{ echo(text: "hi") }')).status === 200
    const audit = async (action: string, userId: string) =>
      (await auditEntries(server.world.storage.tenant(scene.at.tenant.tenantId), 500)).filter(
        (entry) => entry.action === action && entry.actor_id === userId,
      )

    test('without a session the account page redirects to sign-in and changes nothing', async () => {
      const stranger = new Browser(server.client, scene.at.origin)
      assert.equal((await stranger.get('/account/')).headers.location, '/sign-in/')
      assert.equal((await act(stranger, 'sign-out-everywhere')).headers.location, '/sign-in/')
    })

    test("the account page lists this user's grants with scopes and last use, and none of other users", async () => {
      const who = await person('Ada')
      const browser = await signIn(who)
      assert.match(await page(browser), /None\. A personal application/)
      await connectLogbook(browser)
      await connectLogbook(await signIn(scene.pilot))
      await scene.connect('contact:read')
      const body = await page(browser)
      assert.equal(grantsIn(body).length, 1)
      assert.match(body, /Logbook[\s\S]*own:profile[\s\S]*own:roster[\s\S]*last used/)
      assert.doesNotMatch(body, /contact:read/)
    })

    test('ending a grant stops its tokens on the next request, and a second time finds nothing to end', async () => {
      const who = await person('Bea')
      const browser = await signIn(who)
      const tokens = await connectLogbook(browser)
      const [grant = ''] = grantsIn(await page(browser))
      assert.ok(await works(tokens))
      assert.match((await act(browser, 'end-grant', { grant })).body, /The connection has ended/)
      assert.equal(await works(tokens), false)
      const again = await act(browser, 'end-grant', { grant })
      assert.equal(again.status, 400)
      assert.match(again.body, /no such connection/)
      const entries = await audit('grant.ended', who.userId)
      assert.equal(entries.length, 1)
      assert.deepEqual([entries[0]?.subject_id, entries[0]?.address], [grant, '127.0.0.1'])
    })

    test("a user can end neither a colleague's grant nor the operator's", async () => {
      const [one, other] = [await signIn(await person('Cleo')), await signIn(await person('Dana'))]
      const theirs = await connectLogbook(other)
      const operators = await scene.connect()
      const { db } = server.world.storage.platform
      const grants = await db.selectFrom('oauth_grant').select('grant_id').where('ended_at', 'is', null).execute()
      for (const { grant_id } of grants) assert.equal((await act(one, 'end-grant', { grant: grant_id })).status, 400)
      assert.ok(await works(theirs))
      assert.ok(await works(operators))
    })

    test("the account page lists sessions and ends the user's own ones, never another user's", async () => {
      const who = await person('Ella')
      const [here, there] = [await signIn(who), await signIn(who)]
      const body = await page(here)
      assert.match(body, /from 127\.0\.0\.1/)
      assert.match(body, /This one/)
      const [session = ''] = sessionsIn(body)
      const stranger = await signIn(scene.pilot)
      assert.match((await act(stranger, 'end-session', { session })).body, /no such session/)
      assert.equal((await there.get('/account/')).status, 200)
      assert.match((await act(here, 'end-session', { session })).body, /That session is signed out/)
      assert.equal((await there.get('/account/')).status, 303)
      assert.match((await act(here, 'end-session', { session })).body, /no such session/)
      const out = await act(here, 'sign-out')
      assert.equal(out.headers.location, '/sign-in/')
      assert.equal((await here.get('/account/')).status, 303)
    })

    test('a new password ends all other sessions, and the old password no longer signs in', async () => {
      const who = await person('Fay')
      const [here, there] = [await signIn(who), await signIn(who)]
      const change = (current_password: string, new_password: string) =>
        act(here, 'change-password', { current_password, new_password })
      assert.match((await change('wrong', NEXT)).body, /current password is wrong/)
      assert.match((await change(PASSWORD, 'short')).body, /10 to 256 characters/)
      assert.match((await change(PASSWORD, 'x'.repeat(257))).body, /10 to 256 characters/)
      assert.match((await change(PASSWORD, NEXT)).body, /The password is changed/)
      assert.equal((await here.get('/account/')).status, 200)
      assert.equal((await there.get('/account/')).status, 303)
      const later = new Browser(server.client, scene.at.origin)
      assert.equal((await later.postFresh('/sign-in/', { email: who.email, password: PASSWORD })).status, 403)
      assert.equal((await later.postFresh('/sign-in/', { email: who.email, password: NEXT })).status, 303)
      assert.equal((await audit('user.password-changed', who.userId)).length, 1)
    })

    testOnBoth('a sign-in with the old password at the moment of the change is signed out too', async () => {
      const who = await person('Gwen')
      const here = await signIn(who)
      // Known browsers: each may try separately. One starts every few milliseconds.
      const others: Browser[] = []
      while (others.length < 10) others.push(await signIn(who))
      const [changed] = await Promise.all([
        act(here, 'change-password', { current_password: PASSWORD, new_password: NEXT }),
        ...others.map(async (browser, index) => {
          await pause(index * 10)
          await browser.postFresh('/sign-in/', { email: who.email, password: PASSWORD })
        }),
      ])
      assert.equal(changed?.status, 200)
      for (const browser of others) assert.equal((await browser.get('/account/')).status, 303)
    })

    test('password guesses from an open session are throttled', async () => {
      const browser = await signIn(await person('Hope'))
      const guess = () => act(browser, 'change-password', { current_password: 'a guess', new_password: NEXT })
      for (let count = 0; count < 5; count++) assert.match((await guess()).body, /current password is wrong/)
      const [first, ...rest] = await Promise.all([guess(), guess(), guess(), guess()])
      assert.ok([first, ...rest].some((answer) => /There were too many tries/.test(answer?.body ?? '')))
    })

    test('an unknown intent of the account page changes nothing', async () => {
      const browser = await signIn(await person('Iris'))
      for (const intent of ['', 'delete-everything', '__proto__', 'constructor', 'toString']) {
        const answer = await act(browser, intent)
        assert.equal(answer.status, 400)
        assert.match(answer.body, /not one of this page/)
      }
    })
  })
}
