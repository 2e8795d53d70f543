/** Signing in with a passkey: one signature for one challenge of one browser at one address (access-model §10). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { fromBase32, totpCode } from '../../src/domain/identity/totp.ts'
import { PASSKEY_CHALLENGE_SECONDS } from '../../src/domain/limits.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { auditEntries } from '../../src/storage/audit.ts'
import { changeUser } from '../../src/storage/identity/users.ts'
import { SoftPasskey } from '../support/authenticator.ts'
import { Browser, type Headers, withoutTicket } from '../support/browser.ts'
import { addApplication, addPerson, authorizePath, PASSWORD, signedInBrowser } from '../support/code-grant.ts'
import type { Answer } from '../support/http-client.ts'
import { isSignedIn, type Options, PasskeyScene, type Twist } from '../support/passkey-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const SESSION = '__Host-airside'
/** Each breaks one rule. */
const TWISTS: Readonly<Record<string, Twist>> = {
  'another origin': { origin: 'http://evil.example' },
  'the same host over https': { origin: 'https://alpine.localhost' },
  'the same host on another port': { origin: 'http://alpine.localhost:8443' },
  'the sandbox’s origin': { origin: 'http://alpine.sandbox.localhost' },
  'another address as RP ID': { rpId: 'northsea.localhost' },
  'the common parent as RP ID': { rpId: 'localhost' },
  'nobody verified by the authenticator': { isVerified: false },
  'nobody present': { isPresent: false, isVerified: false },
  'a signature made for adding one': { type: 'webauthn.create' },
  'a page in somebody’s frame': { crossOrigin: true },
}

const refused = (answer: Answer, browser: Browser, session?: string): void => {
  assert.equal(answer.status, 403, answer.body.slice(0, 300))
  assert.match(answer.body, /This passkey opens no account here/)
  assert.equal(browser.cookies.get(SESSION), session)
}

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`signing in with a passkey (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let sandbox: TestTenant
    let scene: PasskeyScene
    let northsea: PasskeyScene
    before(async () => {
      server = await startServer(store)
      server.clock.standStill()
      const alpine = await server.operator('alpine')
      at = alpine.production
      sandbox = alpine.sandbox
      scene = new PasskeyScene(server, at)
      northsea = new PasskeyScene(server, (await server.operator('northsea')).production)
    })
    after(() => server.close())

    const audit = async (action: string, userId: string) =>
      (await auditEntries(server.world.storage.tenant(at.tenant.tenantId), 500)).filter(
        (entry) => entry.action === action && entry.subject_id === userId,
      )

    testOnBoth(
      'a passkey signs in with a new session, leads to the requested page, and makes the browser known',
      async () => {
        const { passkey } = await scene.personWithPasskey('Ada')
        const application = await addApplication(server)
        const path = authorizePath(application, 'contact:read', { state: 'a&b +%' })
        const browser = scene.browser()
        const page = await browser.get(path)
        const action = /data-action="([^"]*)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
        const proof = scene.proof(passkey, await scene.challenge(browser))
        const answer = await browser.post(action, { credential: proof })
        assert.deepEqual([answer.status, answer.headers.location], [303, path])
        assert.ok(browser.cookies.get('__Host-airside-device'))
        assert.match((await browser.get(path)).body, /Allow Skylog|Allow <bdi>Skylog/)
      },
    )

    test('a passkey sign-in ends the session it replaces', async () => {
      const { passkey, browser } = await scene.personWithPasskey('Amy')
      const old = browser.cookies.get(SESSION) ?? ''
      assert.equal((await scene.attempt(browser, passkey)).headers.location, '/console/')
      assert.notEqual(browser.cookies.get(SESSION), old)
      const thief = scene.browser()
      thief.cookies.set(SESSION, old)
      assert.equal(await isSignedIn(thief), false)
    })

    test('a passkey replaces password and second step; users without a second step still sign in by password', async () => {
      const { person, passkey, browser } = await scene.personWithPasskey('Bea')
      const byPassword = await scene.browser().postFresh('/sign-in/', { email: person.email, password: PASSWORD })
      assert.equal(byPassword.headers.location, '/console/')
      const page = await browser.post('/account/', { intent: 'start-second-step' })
      const secret = /<dd class="mono">([A-Z2-7 ]+)<\/dd>/.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
      const code = totpCode(fromBase32(secret), Math.floor(server.clock.now() / 30_000))
      assert.equal((await browser.post('/account/', { intent: 'confirm-second-step', code })).status, 200)
      const stepwise = await scene.browser().postFresh('/sign-in/', { email: person.email, password: PASSWORD })
      assert.equal(stepwise.headers.location, '/sign-in/second-step/')
      const fresh = scene.browser()
      assert.equal((await scene.attempt(fresh, passkey)).headers.location, '/console/')
      assert.ok(await isSignedIn(fresh))
    })

    test('the sign-in page lists no passkeys and requires user verification', async () => {
      const answer = await scene.browser().post('/sign-in/passkey/options/', {})
      const { challenge, ...rest } = answer.json<Options>()
      assert.match(challenge, /^[\w-]{43}$/)
      const timeout = PASSKEY_CHALLENGE_SECONDS * 1000
      assert.deepEqual(rest, { rpId: 'alpine.localhost', timeout, allowCredentials: [], userVerification: 'required' })
      assert.match(answer.headers['cache-control'] ?? '', /no-store/)
    })

    for (const [what, twist] of Object.entries(TWISTS)) {
      test(`a passkey sign-in is refused: ${what}`, async () => {
        const { passkey } = await scene.personWithPasskey(`Cleo${Object.keys(TWISTS).indexOf(what)}`)
        const browser = scene.browser()
        refused(await scene.attempt(browser, passkey, twist), browser)
        assert.equal((await scene.attempt(browser, passkey)).status, 303)
      })
    }

    test('a challenge works once, whether it succeeded or failed', async () => {
      const { passkey } = await scene.personWithPasskey('Dana')
      const browser = scene.browser()
      const challenge = await scene.challenge(browser)
      const proof = scene.proof(passkey, challenge)
      assert.equal((await scene.signIn(browser, proof)).status, 303)
      const again = await scene.signIn(browser, proof)
      assert.equal(again.status, 403)
      assert.match(again.body, /took too long, or was sent twice/)
      const failed = await scene.challenge(browser)
      assert.equal((await scene.signIn(browser, scene.proof(passkey, failed, { isVerified: false }))).status, 403)
      assert.match((await scene.signIn(browser, scene.proof(passkey, failed))).body, /took too long/)
    })

    testOnBoth('of parallel responses to one challenge one signs in', async () => {
      const { passkey } = await scene.personWithPasskey('Demi')
      const browser = scene.browser()
      const proof = scene.proof(passkey, await scene.challenge(browser))
      // Each on a connection of its own with the cookies of one browser, half of them to another server on this store.
      const second = await startServer(store, server.place)
      const others = Array.from({ length: 8 }, (_, index) => {
        const other = new Browser((index % 2 === 0 ? server : second).client, at.origin)
        for (const [name, value] of browser.cookies) other.cookies.set(name, value)
        return other
      })
      const answers = await Promise.all(others.map((other) => scene.signIn(other, proof)))
      await second.close()
      assert.equal(answers.filter(({ status }) => status === 303).length, 1)
      assert.equal(others.filter((other) => other.cookies.has(SESSION)).length, 1)
    })

    test('a challenge expires after five minutes', async () => {
      const { passkey } = await scene.personWithPasskey('Ella')
      const browser = scene.browser()
      const [early, late] = [await scene.challenge(browser), await scene.challenge(browser)]
      server.clock.advanceSeconds(PASSKEY_CHALLENGE_SECONDS - 1)
      assert.equal((await scene.signIn(browser, scene.proof(passkey, early))).status, 303)
      server.clock.advanceSeconds(2)
      assert.match((await scene.signIn(browser, scene.proof(passkey, late))).body, /took too long/)
    })

    test('a challenge of another browser, purpose or address is refused and not used up', async () => {
      const { passkey, browser: signedIn } = await scene.personWithPasskey('Fay')
      const [mine, other] = [scene.browser(), scene.browser()]
      const challenge = await scene.challenge(mine)
      assert.match((await scene.signIn(other, scene.proof(passkey, challenge))).body, /took too long/)
      await scene.challenge(other)
      assert.match((await scene.signIn(other, scene.proof(passkey, challenge))).body, /took too long/)
      const forAdding = await scene.startAdding(signedIn)
      const pretender = scene.browser()
      pretender.cookies.set('__Host-airside-passkey', signedIn.cookies.get(SESSION) ?? '')
      for (const browser of [mine, signedIn, pretender]) {
        assert.match((await scene.signIn(browser, scene.proof(passkey, forAdding.challenge))).body, /took too long/)
      }
      const abroad = northsea.browser()
      for (const [name, value] of mine.cookies) abroad.cookies.set(name, value)
      assert.match((await northsea.signIn(abroad, northsea.proof(passkey, challenge))).body, /took too long/)
      assert.equal((await scene.signIn(mine, scene.proof(passkey, challenge))).status, 303)
    })

    test('a made-up challenge is refused', async () => {
      const { passkey } = await scene.personWithPasskey('Flo')
      const browser = scene.browser()
      const madeUp = Buffer.alloc(32, 7).toString('base64url')
      assert.match((await scene.signIn(browser, scene.proof(passkey, madeUp))).body, /took too long/)
    })

    test('a passkey of one operator or its sandbox does not sign in at another address', async () => {
      const { passkey } = await scene.personWithPasskey('Gwen')
      await addPerson(server, northsea.at, 'Gwen', ['ADMIN'])
      for (const elsewhere of [northsea, new PasskeyScene(server, sandbox)]) {
        const browser = elsewhere.browser()
        refused(await elsewhere.attempt(browser, passkey), browser)
      }
    })

    test('the same key registered at two operators signs in to each separately', async () => {
      const passkey = new SoftPasskey()
      for (const door of [scene, northsea]) {
        const { person } = await door.personWithPasskey('Grit', passkey)
        assert.equal(passkey.userHandle, Buffer.from(person.userId).toString('base64url'))
        const browser = door.browser()
        assert.equal((await door.attempt(browser, passkey)).status, 303)
        assert.ok(await isSignedIn(browser))
      }
    })

    test('an unknown passkey, a wrong signature and a wrong user handle get the same response', async () => {
      const { passkey } = await scene.personWithPasskey('Hope')
      const { passkey: others } = await scene.personWithPasskey('Hugo')
      const browser = scene.browser()
      const unknown = new SoftPasskey()
      unknown.userHandle = passkey.userHandle
      const answers = [await scene.attempt(browser, unknown)]
      const challenge = await scene.challenge(browser)
      const forged = JSON.parse(scene.proof(unknown, challenge))
      Object.assign(forged, { id: passkey.credentialId, rawId: passkey.credentialId })
      answers.push(await scene.signIn(browser, JSON.stringify(forged)))
      const misnamed = JSON.parse(scene.proof(passkey, await scene.challenge(browser)))
      misnamed.response.userHandle = others.userHandle
      answers.push(await scene.signIn(browser, JSON.stringify(misnamed)))
      for (const answer of answers) refused(answer, browser)
      assert.equal(new Set(answers.map(({ body }) => withoutTicket(body))).size, 1)
    })

    test('a removed passkey does not sign in', async () => {
      const { passkey, browser } = await scene.personWithPasskey('Ida')
      const [id = ''] = /pky_\w+/.exec((await browser.get('/account/')).body) ?? []
      assert.match(
        (await browser.post('/account/', { intent: 'remove-passkey', passkey: id })).body,
        /The passkey is removed/,
      )
      const fresh = scene.browser()
      refused(await scene.attempt(fresh, passkey), fresh)
    })

    test('the passkey of a removed user, or of one who has not accepted the invitation, does not sign in', async () => {
      const gone = await scene.personWithPasskey('Jan')
      await removeUser(server.world.at(at.tenant), gone.person.email, HOST, at.origin)
      const invited = await scene.personWithPasskey('Jo')
      await server.world.storage.writeTenant(at.tenant.tenantId, (tx) =>
        changeUser(tx, invited.person.userId, { password_hash: null }),
      )
      for (const { passkey } of [gone, invited]) {
        const browser = scene.browser()
        refused(await scene.attempt(browser, passkey), browser)
      }
    })

    test('a signature counter that goes back is refused and recorded, if the signature is valid', async () => {
      const { person, passkey } = await scene.personWithPasskey('Kim')
      const browser = scene.browser()
      assert.equal((await scene.attempt(browser, passkey, { signCount: 5 })).status, 303)
      assert.equal((await scene.attempt(browser, passkey, { signCount: 6 })).status, 303)
      const session = browser.cookies.get(SESSION)
      for (const signCount of [6, 5, 0]) {
        refused(await scene.attempt(browser, passkey, { signCount }), browser, session)
      }
      const entries = await audit('user.passkey-copy-suspected', person.userId)
      assert.equal(entries.length, 3)
      assert.deepEqual([entries[0]?.actor_kind, entries[0]?.address], ['system', '127.0.0.1'])
      assert.match(entries[0]?.detail ?? '', /"expectedAbove":6/)
      const forged = JSON.parse(scene.proof(passkey, await scene.challenge(browser), { signCount: 1 }))
      forged.response.signature = Buffer.alloc(70, 3).toString('base64url')
      refused(await scene.signIn(browser, JSON.stringify(forged)), browser, session)
      assert.equal((await audit('user.passkey-copy-suspected', person.userId)).length, 3)
      assert.equal((await scene.attempt(browser, passkey, { signCount: 7 })).status, 303)
    })

    testOnBoth('of two parallel sign-ins with the same counter one succeeds', async () => {
      const { person, passkey } = await scene.personWithPasskey('Kira')
      const browsers = [scene.browser(), scene.browser()]
      const proofs = await Promise.all(
        browsers.map(async (browser) => scene.proof(passkey, await scene.challenge(browser), { signCount: 9 })),
      )
      const answers = await Promise.all(browsers.map((browser, index) => scene.signIn(browser, proofs[index] ?? '')))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 403])
      assert.equal((await audit('user.passkey-copy-suspected', person.userId)).length, 1)
    })

    test('passkey failures are throttled, but not for the user on another network or in a known browser', async () => {
      const { passkey, browser: known } = await scene.personWithPasskey('Lea')
      const stranger = scene.browser()
      const wrong = (browser: Browser) => scene.attempt(browser, passkey, { isVerified: false })
      for (let count = 0; count < 5; count++) assert.equal((await wrong(stranger)).status, 403)
      const slowed = await wrong(stranger)
      assert.deepEqual([slowed.status, Number(slowed.headers['retry-after']) > 0], [429, true])
      const right = await scene.attempt(stranger, passkey)
      assert.equal(right.status, 429)
      assert.equal((await scene.attempt(known, passkey)).status, 303)
      assert.equal((await scene.attempt(scene.browser({ localAddress: '127.0.0.2' }), passkey)).status, 303)
      server.clock.advanceSeconds(31)
      assert.equal((await scene.attempt(stranger, passkey)).status, 303)
    })

    test('an unknown passkey is throttled like a known one', async () => {
      const unknown = new SoftPasskey()
      unknown.userHandle = 'dXNy'
      const browser = scene.browser()
      const statuses: number[] = []
      for (let count = 0; count < 6; count++) statuses.push((await scene.attempt(browser, unknown)).status)
      assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429])
    })

    test('only pages of this address can request or answer a challenge (threats row 25)', async () => {
      const { passkey } = await scene.personWithPasskey('Mia')
      const browser = scene.browser()
      const proof = scene.proof(passkey, await scene.challenge(browser))
      const foreign: Headers[] = [
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        { 'sec-fetch-site': 'same-site', origin: northsea.at.origin },
        { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
        { 'sec-fetch-site': undefined, origin: undefined },
      ]
      for (const headers of foreign) {
        for (const path of ['/sign-in/passkey/', '/sign-in/passkey/options/']) {
          const answer = await browser.post(path, { credential: proof }, headers)
          assert.equal(answer.status, 403, path)
          assert.equal(answer.headers['set-cookie'], undefined)
        }
      }
      assert.equal((await scene.signIn(browser, proof)).status, 303)
    })

    test('a browser keeps its challenge cookie, and an invalid cookie is replaced', async () => {
      const cookie = '__Host-airside-passkey'
      const browser = scene.browser()
      await scene.challenge(browser)
      const secret = browser.cookies.get(cookie)
      await scene.challenge(browser)
      assert.equal(browser.cookies.get(cookie), secret)
      browser.cookies.set(cookie, 'x')
      await scene.challenge(browser)
      assert.match(browser.cookies.get(cookie) ?? '', /^\w{32}$/)
    })

    test("a signed-in user stays signed in when another user's passkey is refused", async () => {
      const browser = await signedInBrowser(server, at, await addPerson(server, at, 'Nora', ['CREW']))
      const unknown = new SoftPasskey()
      unknown.userHandle = 'dXNy'
      assert.equal((await scene.attempt(browser, unknown)).status, 403)
      assert.ok(await isSignedIn(browser))
    })
  })
}
