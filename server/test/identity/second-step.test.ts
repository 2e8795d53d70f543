/**
 * The second step of sign-in: enabled with a code from the new key, each code works once, guesses are throttled
 * (access-model §10).
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { fromBase32, totpCode } from '../../src/domain/identity/totp.ts'
import { Browser, formTo } from '../support/browser.ts'
import { addPerson, authorizePath, GrantScene, PASSWORD, type Person, signedInBrowser } from '../support/code-grant.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const SESSION = '__Host-airside'
const STEP_SECONDS = 30

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`the second step (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      server.clock.standStill()
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const codeOf = (secret: string, stepsFromNow = 0): string =>
      totpCode(fromBase32(secret), Math.floor(server.clock.now() / 1000 / STEP_SECONDS) + stepsFromNow)
    /** Advances to the next time step, so that a used code has expired. */
    const later = () => server.clock.advanceSeconds(2 * STEP_SECONDS)
    const start = async (browser: Browser): Promise<string> => {
      const page = await browser.post('/account/', { intent: 'start-second-step' })
      return /<dd class="mono">([A-Z2-7 ]+)<\/dd>/.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
    }
    const confirm = (browser: Browser, code: string) =>
      browser.post('/account/', { intent: 'confirm-second-step', code })
    /** A user with a second step. */
    const withSecondStep = async (name: string): Promise<{ person: Person; secret: string; known: Browser }> => {
      const person = await addPerson(server, scene.at, name, ['ADMIN'])
      const known = await signedInBrowser(server, scene.at, person)
      const secret = await start(known)
      assert.equal((await confirm(known, codeOf(secret))).status, 200)
      later()
      return { person, secret, known }
    }
    const firstStep = async ({ email }: Person, browser = new Browser(server.client, scene.at.origin)) => {
      const answer = await browser.postFresh('/sign-in/', { email, password: PASSWORD })
      assert.deepEqual([answer.status, answer.headers.location], [303, '/sign-in/second-step/'])
      return browser
    }
    const secondStep = (browser: Browser, code: string): Promise<Answer> =>
      browser.postFresh('/sign-in/second-step/', { code })
    const isSignedIn = async (browser: Browser) => (await browser.get('/account/')).status === 200

    testOnBoth('the second step is on after a correct code, and its key is never shown again', async () => {
      const person = await addPerson(server, scene.at, 'Anton', ['CREW'])
      const browser = await signedInBrowser(server, scene.at, person)
      const secret = await start(browser)
      assert.match(secret, /^[A-Z2-7]{32}$/)
      const wrong = await confirm(browser, '000000' === codeOf(secret) ? '000001' : '000000')
      assert.equal(wrong.status, 400)
      assert.match(wrong.body, /The code is wrong/)
      assert.match(wrong.body, /Being set up/)
      const elsewhere = new Browser(server.client, scene.at.origin)
      assert.equal(
        (await elsewhere.postFresh('/sign-in/', { email: person.email, password: PASSWORD })).headers.location,
        '/console/',
      )
      const on = await confirm(browser, codeOf(secret))
      assert.match(on.body, /Store your recovery codes/)
      // Eight letters: four may be those of a recovery code, too.
      assert.doesNotMatch(on.body, new RegExp(`${secret.slice(0, 4)} ?${secret.slice(4, 8)}`))
      assert.match((await browser.post('/account/', { intent: 'start-second-step' })).body, /is on already/)
      assert.match((await confirm(browser, codeOf(secret, 1))).body, /The code is wrong/)
    })

    test('setting up the second step can be cancelled', async () => {
      const browser = await signedInBrowser(server, scene.at, await addPerson(server, scene.at, 'Berta', ['CREW']))
      const secret = await start(browser)
      assert.match((await browser.post('/account/', { intent: 'cancel-second-step' })).body, /stays off/)
      assert.equal((await confirm(browser, codeOf(secret))).status, 400)
      assert.notEqual(await start(browser), secret)
    })

    test('a session that waits for its code gives access to nothing', async () => {
      const { person } = await withSecondStep('Carla')
      const browser = await firstStep(person)
      assert.match((await browser.get('/sign-in/second-step/')).body, /Code from your authenticator/)
      assert.equal((await browser.get('/account/')).status, 303)
      assert.match((await browser.get(authorizePath(scene.application, 'contact:read'))).body, /Sign in to/)
      assert.equal((await browser.post('/consent/', { request: 'x', decision: 'allow' })).status, 403)
      assert.equal((await browser.post('/account/', { intent: 'change-password' })).headers.location, '/sign-in/')
    })

    test('the code completes the sign-in in a new session and leads to the requested page', async () => {
      const { person, secret } = await withSecondStep('Dora')
      const browser = new Browser(server.client, scene.at.origin)
      const path = authorizePath(scene.application, 'contact:read', { state: 'a&b' })
      const page = await browser.get(path)
      const first = await browser.submit(formTo(page.body, '/sign-in/'), { email: person.email, password: PASSWORD })
      const waiting = browser.cookies.get(SESSION)
      const asked = await browser.get(first.headers.location ?? '')
      const answer = await browser.submit(formTo(asked.body, '/sign-in/second-step/'), { code: codeOf(secret) })
      assert.deepEqual([answer.status, answer.headers.location], [303, path])
      assert.notEqual(browser.cookies.get(SESSION), waiting)
      assert.ok(await isSignedIn(browser))
      const old = new Browser(server.client, scene.at.origin)
      old.cookies.set(SESSION, waiting ?? '')
      later()
      assert.equal((await secondStep(old, codeOf(secret))).headers.location, '/sign-in/')
    })

    testOnBoth('a code works once, also in parallel, and not after a later code', async () => {
      const { person, secret } = await withSecondStep('Elsa')
      const code = codeOf(secret)
      const browsers = [await firstStep(person), await firstStep(person), await firstStep(person)]
      const answers = await Promise.all(browsers.map((browser) => secondStep(browser, code)))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 403, 403])
      assert.match(answers.find(({ status }) => status === 403)?.body ?? '', /was used before/)
      server.clock.advanceSeconds(STEP_SECONDS)
      const next = codeOf(secret)
      assert.equal((await secondStep(await firstStep(person), next)).status, 303)
      assert.equal((await secondStep(await firstStep(person), codeOf(secret, -1))).status, 403)
      assert.equal((await secondStep(await firstStep(person), next)).status, 403)
    })

    test('code guesses are throttled across networks, and a known browser still gets in', async () => {
      const { person, secret, known } = await withSecondStep('Frida')
      await known.post('/sign-out/', {})
      const right = codeOf(secret)
      const wrong = right === '000000' ? '000001' : '000000'
      let waits = 0
      for (let guesses = 0; waits < 30; guesses++) {
        assert.ok(guesses < 40, 'guessing is never slowed down')
        const attacker = new Browser(server.client, scene.at.origin, { localAddress: `127.0.0.${2 + (guesses % 5)}` })
        const answer = await secondStep(await firstStep(person, attacker), wrong)
        if (answer.status === 429) {
          waits = Number(answer.headers['retry-after'])
          if (waits < 30) server.clock.advanceSeconds(waits)
        } else assert.equal(answer.status, 403)
      }
      const stranger = await firstStep(person)
      assert.equal((await secondStep(stranger, codeOf(secret))).status, 429)
      assert.equal((await secondStep(await firstStep(person, known), codeOf(secret))).status, 303)
      server.clock.advanceSeconds(2 * STEP_SECONDS)
      assert.equal((await secondStep(stranger, codeOf(secret))).status, 303, 'and anywhere after half a minute')
    })

    test('a sign-in that waits for its code expires after ten minutes', async () => {
      const { person, secret } = await withSecondStep('Gerda')
      const browser = await firstStep(person)
      server.clock.advanceSeconds(601)
      const answer = await secondStep(browser, codeOf(secret))
      assert.deepEqual([answer.status, answer.headers.location], [303, '/sign-in/'])
      assert.equal(browser.cookies.has(SESSION), false)
    })

    test('a password change ends a sign-in that waits for its code', async () => {
      const { person, secret, known } = await withSecondStep('Hanna')
      const waiting = await firstStep(person)
      const change = { current_password: PASSWORD, new_password: `${PASSWORD} 2` }
      assert.equal((await known.post('/account/', { intent: 'change-password', ...change })).status, 200)
      assert.equal((await secondStep(waiting, codeOf(secret))).headers.location, '/sign-in/')
    })

    test('turning the second step off requires the password', async () => {
      const { person, known } = await withSecondStep('Ida')
      const off = (current_password: string) => known.post('/account/', { intent: 'end-second-step', current_password })
      assert.match((await off('wrong')).body, /current password is wrong/)
      await firstStep(person)
      assert.match((await off(PASSWORD)).body, /The second step is off/)
      assert.ok(await isSignedIn(await signedInBrowser(server, scene.at, person)))
    })
  })
}
