/**
 * A user's passkeys on the account page: added after recent authentication, renamed, removed, never another user's
 * (access-model §10).
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { MAX_PASSKEYS_PER_USER, PASSKEY_CHALLENGE_SECONDS, RECENT_SIGN_IN_SECONDS } from '../../src/domain/limits.ts'
import { auditEntries } from '../../src/storage/audit.ts'
import { insertPasskey, passkeysOf } from '../../src/storage/identity/passkeys.ts'
import { type Attestation, SoftPasskey } from '../support/authenticator.ts'
import type { Browser } from '../support/browser.ts'
import { addPerson, PASSWORD, type Person, signedInBrowser } from '../support/code-grant.ts'
import { PasskeyScene, type Twist } from '../support/passkey-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const TWISTS: Readonly<Record<string, Twist>> = {
  'another origin': { origin: 'http://evil.example' },
  'the sandbox’s origin': { origin: 'http://alpine.sandbox.localhost' },
  'another address as RP ID': { rpId: 'northsea.localhost' },
  'nobody verified by the authenticator': { isVerified: false },
  'a signature made for signing in': { type: 'webauthn.get' },
  'a page in somebody’s frame': { crossOrigin: true },
}

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`passkeys on the account page (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let scene: PasskeyScene
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      scene = new PasskeyScene(server, at)
    })
    after(() => server.close())

    const someone = async (name: string): Promise<{ person: Person; browser: Browser }> => {
      const person = await addPerson(server, at, name, ['CREW'])
      return { person, browser: await signedInBrowser(server, at, person) }
    }
    const page = async (browser: Browser) => (await browser.get('/account/')).body
    const rows = (userId: string) => passkeysOf(server.world.storage.tenant(at.tenant.tenantId), userId)
    const audit = async (action: string, userId: string) =>
      (await auditEntries(server.world.storage.tenant(at.tenant.tenantId), 500)).filter(
        (entry) => entry.action === action && entry.actor_id === userId,
      )
    const idIn = (body: string) => /pky_\w+/.exec(body)?.[0] ?? ''

    testOnBoth(
      'a passkey is added for this address and user, listed, and named after the browser by default',
      async () => {
        const { person, browser } = await someone('Ada')
        const options = await scene.startAdding(browser)
        assert.deepEqual(options.rp, { id: 'alpine.localhost', name: 'Airside Operator alpine' })
        assert.deepEqual(options.user, {
          id: Buffer.from(person.userId).toString('base64url'),
          name: person.email,
          displayName: 'Ada Test',
        })
        const passkey = new SoftPasskey()
        const answer = await scene.add(browser, scene.made(passkey, options))
        assert.equal(answer.status, 200)
        assert.match(answer.body, /The passkey is added/)
        assert.match(answer.body, /A browser<\/bdi>[\s\S]*not used yet/)
        const [row] = await rows(person.userId)
        assert.deepEqual(
          [row?.credential_id, row?.transports, row?.sign_count, row?.backed_up],
          [passkey.credentialId, 'hybrid internal', 0, 0],
        )
        await scene.attempt(scene.browser(), passkey)
        assert.match(await page(browser), /A browser<\/bdi>[\s\S]*last used/)
        const [entry, ...more] = await audit('user.passkey-added', person.userId)
        assert.deepEqual([entry?.subject_id, entry?.address, more.length], [person.userId, '127.0.0.1', 0])
      },
    )

    test('an authenticator that already has a passkey is excluded, and the same passkey is not added twice', async () => {
      const { browser, passkey } = await scene.personWithPasskey('Bea')
      const options = await scene.startAdding(browser)
      assert.deepEqual(
        options.excludeCredentials.map(({ id }) => id),
        [passkey.credentialId],
      )
      const again = await scene.add(browser, scene.made(passkey, options))
      assert.equal(again.status, 400)
      assert.match(again.body, /was added before/)
    })

    test('a user names and renames a passkey, and other users can neither see nor change it', async () => {
      const { browser } = await someone('Cleo')
      const credential = scene.made(new SoftPasskey(), await scene.startAdding(browser))
      const passkey = idIn((await scene.add(browser, credential, '  <b>Blue key ')).body)
      assert.match(await page(browser), /&lt;b&gt;Blue key<\/bdi>/)
      const { browser: stranger } = await someone('Cora')
      assert.equal(idIn(await page(stranger)), '')
      for (const fields of [{ intent: 'rename-passkey', name: 'Mine' }, { intent: 'remove-passkey' }]) {
        const answer = await stranger.post('/account/', { ...fields, passkey })
        assert.equal(answer.status, 400)
        assert.match(answer.body, /no such passkey/)
      }
      const renamed = await browser.post('/account/', { intent: 'rename-passkey', passkey, name: 'Spare' })
      assert.match(renamed.body, /Spare<\/bdi>/)
      for (const name of ['', '   ', 'x'.repeat(61), 'a\u0007b']) {
        assert.equal((await browser.post('/account/', { intent: 'rename-passkey', passkey, name })).status, 400, name)
      }
      assert.match(await page(browser), /Spare<\/bdi>/)
    })

    test('a passkey is removed once, and the audit log records it', async () => {
      const { person, browser } = await scene.personWithPasskey('Dana')
      const passkey = idIn(await page(browser))
      const remove = () => browser.post('/account/', { intent: 'remove-passkey', passkey })
      assert.match((await remove()).body, /The passkey is removed/)
      assert.equal((await remove()).status, 400)
      assert.deepEqual(await rows(person.userId), [])
      const [entry, ...more] = await audit('user.passkey-removed', person.userId)
      assert.deepEqual([JSON.parse(entry?.detail ?? '{}').passkeyId, more.length], [passkey, 0])
    })

    test('an old session adds no passkey without the password, whose guesses are throttled', async () => {
      const { browser } = await someone('Ella')
      assert.doesNotMatch(await page(browser), /passkey-password/)
      server.clock.advanceSeconds(RECENT_SIGN_IN_SECONDS + 1)
      assert.match(await page(browser), /id="passkey-password"/)
      const ask = (current_password: string) => browser.post('/account/passkey/options/', { current_password })
      const without = await ask('')
      assert.equal(without.status, 400)
      assert.match(without.json<{ error_description: string }>().error_description, /Type your current password/)
      for (let count = 0; count < 5; count++) {
        assert.match((await ask('a guess')).body, /current password is wrong/)
      }
      assert.match((await ask('a guess')).body, /too many tries/)
      assert.match((await ask(PASSWORD)).body, /too many tries/)
      server.clock.advanceSeconds(31)
      const right = await ask(PASSWORD)
      assert.equal(right.status, 200)
      const credential = scene.made(new SoftPasskey(), right.json())
      assert.equal((await scene.add(browser, credential)).status, 200)
    })

    for (const [what, twist] of Object.entries(TWISTS)) {
      test(`a passkey is not added: ${what}`, async () => {
        const { person, browser } = await someone(`Fay${Object.keys(TWISTS).indexOf(what)}`)
        const answer = await scene.add(browser, scene.made(new SoftPasskey(), await scene.startAdding(browser), twist))
        assert.equal(answer.status, 400)
        assert.deepEqual(await rows(person.userId), [])
      })
    }

    test('self attestation is accepted; attestation with certificates is refused and nothing is fetched', async () => {
      const { person, browser } = await someone('Gwen')
      const add = async (attestation: Attestation) => {
        const { challenge } = await scene.startAdding(browser)
        const ceremony = { origin: at.origin, rpId: 'alpine.localhost', challenge }
        return scene.add(browser, new SoftPasskey().created(ceremony, attestation))
      }
      assert.match((await add('with certificates')).body, /is not valid for this address/)
      assert.deepEqual(await rows(person.userId), [])
      assert.equal((await add('self')).status, 200)
    })

    test('a challenge works once, for five minutes, in its own session, and only for adding', async () => {
      const { person, browser } = await someone('Hope')
      const made = (challenge: string) =>
        new SoftPasskey().created({ origin: at.origin, rpId: 'alpine.localhost', challenge })
      const stale = /took too long, or was sent twice/
      const { challenge } = await scene.startAdding(browser)
      const { browser: stranger } = await someone('Hugo')
      const elsewhere = await signedInBrowser(server, at, person)
      for (const other of [stranger, elsewhere]) assert.match((await scene.add(other, made(challenge))).body, stale)
      assert.match((await scene.add(browser, made(await scene.challenge(browser)))).body, stale)
      assert.equal((await scene.add(browser, made(challenge))).status, 200)
      assert.match((await scene.add(browser, made(challenge))).body, stale)
      const late = await scene.startAdding(browser)
      server.clock.advanceSeconds(PASSKEY_CHALLENGE_SECONDS + 1)
      assert.match((await scene.add(browser, made(late.challenge))).body, stale)
      assert.equal((await rows(person.userId)).length, 1)
    })

    testOnBoth('a user cannot exceed the limit of passkeys, even with two added at the same moment', async () => {
      const { person, browser } = await someone('Ida')
      const [one, other] = [await scene.startAdding(browser), await scene.startAdding(browser)]
      await server.world.storage.writeTenant(at.tenant.tenantId, async (tx) => {
        for (let count = 1; count < MAX_PASSKEYS_PER_USER; count++) {
          const row = { sign_count: 0, transports: '', backed_up: 0, name: 'One', created_at: count }
          const ids = { passkey_id: `pky_ida${count}`, user_id: person.userId, credential_id: `ida${count}` }
          await insertPasskey(tx, { ...ids, ...row, public_key: new Uint8Array([1]) })
        }
      })
      const answers = await Promise.all(
        [one, other].map((options) => scene.add(browser, scene.made(new SoftPasskey(), options))),
      )
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
      assert.equal((await rows(person.userId)).length, MAX_PASSKEYS_PER_USER)
      assert.match((await browser.post('/account/passkey/options/', {})).body, /remove one that you no longer use/)
    })

    test('a request without a session or from another site gets no challenge and adds nothing', async () => {
      const { browser } = await someone('Jan')
      assert.equal((await scene.browser().post('/account/passkey/options/', {})).status, 401)
      for (const site of ['cross-site', 'same-site', 'none']) {
        const headers = { 'sec-fetch-site': site, origin: 'http://northsea.localhost' }
        assert.equal((await browser.post('/account/passkey/options/', {}, headers)).status, 403)
      }
    })
  })
}
