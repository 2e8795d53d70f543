/**
 * Sessions belong to the address they were made at and end by time, by sign-out, or when the user is removed (threats
 * row 20; access-model §10, §13).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { Browser, formTo } from '../support/browser.ts'
import { addPerson, authorizePath, GrantScene, PASSWORD, type Person, signedInBrowser } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3600
const SESSION = '__Host-airside'

for (const store of storesFor('life cycle')) {
  describe(`sessions (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let owner: Person
    before(async () => {
      server = await startServer(store)
      server.clock.standStill()
      scene = await GrantScene.open(server, 'alpine')
      owner = await addPerson(server, scene.at, 'Nora', ['ADMIN'])
    })
    after(() => server.close())

    const isSignedIn = async (browser: Browser) => (await browser.get('/account/')).status === 200
    const signIn = () => signedInBrowser(server, scene.at, owner)

    test('a session of one operator is refused at another and in the other environment, even for a user of both', async () => {
      const { production: other } = await server.operator('northsea')
      const sandbox = await server.existing('alpine', 'sandbox')
      const browser = await signIn()
      const cookie = `${SESSION}=${browser.cookies.get(SESSION)}`
      const question = await browser.get(authorizePath(scene.application, 'contact:read'))
      const { fields } = formTo(question.body, '/consent/')
      for (const at of [other, sandbox] satisfies TestTenant[]) {
        await addPerson(server, at, 'Nora', ['ADMIN'])
        const there = new Browser(server.client, at.origin)
        assert.equal((await there.get('/account/', { cookie })).status, 303)
        assert.match((await there.get(authorizePath(scene.application, 'contact:read'), { cookie })).body, /Sign in to/)
        assert.equal((await there.post('/consent/', { ...fields, decision: 'allow' }, { cookie })).status, 403)
        assert.equal((await there.post('/account/', { intent: 'sign-out-everywhere' }, { cookie })).status, 303)
        await there.post('/sign-out/', {}, { cookie })
      }
      assert.ok(await isSignedIn(browser), 'and nothing that was tried there touched it here')
    })

    test('a session ends after 12 idle hours, and a request before that extends it', async () => {
      const browser = await signIn()
      server.clock.advanceSeconds(12 * HOUR - 5)
      assert.ok(await isSignedIn(browser))
      server.clock.advanceSeconds(12 * HOUR - 5)
      assert.ok(await isSignedIn(browser))
      server.clock.advanceSeconds(12 * HOUR + 1)
      assert.equal(await isSignedIn(browser), false)
    })

    test('a session ends after seven days however active it is, and is no longer listed', async () => {
      const browser = await signIn()
      for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
        server.clock.advanceSeconds(6 * HOUR)
        assert.ok(await isSignedIn(browser), `after ${hours + 6} hours`)
      }
      server.clock.advanceSeconds(6 * HOUR - 5)
      assert.ok(await isSignedIn(browser))
      server.clock.advanceSeconds(6)
      assert.equal(await isSignedIn(browser), false)
      const page = await (await signIn()).get('/account/')
      assert.equal(page.body.match(/last seen/g)?.length, 1)
    })

    test('signing out ends this session only', async () => {
      const [one, other] = [await signIn(), await signIn()]
      const kept = one.cookies.get(SESSION)
      await one.post('/sign-out/', {})
      assert.equal(one.cookies.has(SESSION), false)
      one.cookies.set(SESSION, kept ?? '')
      assert.equal(await isSignedIn(one), false)
      assert.ok(await isSignedIn(other))
    })

    test("signing out everywhere ends all of the user's sessions, and nobody else's", async () => {
      const browsers = [await signIn(), await signIn(), await signIn()]
      const [first] = browsers as [Browser]
      const answer = await first.post('/account/', { intent: 'sign-out-everywhere' })
      assert.deepEqual([answer.status, answer.headers.location], [303, '/sign-in/'])
      for (const browser of browsers) assert.equal(await isSignedIn(browser), false)
      assert.ok(await isSignedIn(await signedInBrowser(server, scene.at, scene.admin)))
    })

    test('a removed user is signed out everywhere', async () => {
      const leaving = await addPerson(server, scene.at, 'Paul', ['ADMIN'])
      const browser = await signedInBrowser(server, scene.at, leaving)
      await removeUser(server.world.at(scene.at.tenant), leaving.email, HOST, scene.at.origin)
      assert.equal(await isSignedIn(browser), false)
      const again = new Browser(server.client, scene.at.origin)
      assert.equal((await again.postFresh('/sign-in/', { email: leaving.email, password: PASSWORD })).status, 403)
    })

    test('a made-up, truncated, doubled or hidden session cookie is refused', async () => {
      const browser = await signIn()
      const secret = browser.cookies.get(SESSION) ?? ''
      const stranger = new Browser(server.client, scene.at.origin)
      const status = async (cookie: string) => (await stranger.get('/account/', { cookie })).status
      for (const made of [
        '',
        'x',
        secret.slice(1),
        `${secret}x`,
        `${secret.slice(0, -1)}!`,
        'é'.repeat(43),
        '__proto__',
      ]) {
        assert.equal(await status(`${SESSION}=${made}`), 303, made)
      }
      assert.equal(await status(`airside=${secret}`), 303)
      assert.equal(await status(`${SESSION}x=${secret}`), 303)
      assert.equal(await status(`a=b; ; =; ${SESSION}=${secret}; c`), 200)
    })
  })
}
