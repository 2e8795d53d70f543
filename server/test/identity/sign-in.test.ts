/**
 * Signing in: failures reveal nothing, guesses are throttled, and the real user always gets in (threats row 30;
 * access-model §10).
 */
import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { MANY_FAILURES_ANYWHERE, networkOf, unknownBrowser } from '../../src/services/identity/guess-brake.ts'
import { insertKnownDevice } from '../../src/storage/identity/sessions.ts'
import { Browser, formTo, withoutTicket } from '../support/browser.ts'
import { addPerson, authorizePath, GrantScene, PASSWORD, type Person, signedInBrowser } from '../support/code-grant.ts'
import { countingCrypto } from '../support/counted-crypto.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { assertSameAnswer } from '../support/same-answer.ts'
import { soon } from '../support/soon.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const SESSION = '__Host-airside'
const DEVICE = '__Host-airside-device'
const WRONG = 'not the right password'

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`signing in (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      server.clock.standStill()
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const attacker = (localAddress = '127.0.0.1') => new Browser(server.client, scene.at.origin, { localAddress })
    const tryPassword = (browser: Browser, email: string, password: string) =>
      browser.postFresh('/sign-in/', { email, password })
    const person = (name: string): Promise<Person> => addPerson(server, scene.at, name, ['ADMIN'])
    /** Guesses until the first throttled response, and returns how many were not throttled. */
    const guess = async (browser: Browser, email: string): Promise<{ free: number; last: Answer }> => {
      for (let free = 0; ; free++) {
        const last = await tryPassword(browser, email, WRONG)
        if (last.status === 429) return { free, last }
        assert.equal(last.status, 403)
        assert.ok(free < 50, 'guessing is never slowed down')
      }
    }
    /** Guesses until the wait has its maximum. */
    const guessOn = async (browser: Browser, email: string): Promise<number[]> => {
      const waits: number[] = []
      while (waits.at(-1) !== 30) {
        assert.ok(waits.length < 20, `the waits are ${waits}`)
        const wait = Number((await guess(browser, email)).last.headers['retry-after'])
        waits.push(wait)
        if (wait === 30) break
        // A clock that stands still reads a little later where a statement took longer: half a second covers that.
        server.clock.advanceSeconds(wait + 0.5)
      }
      return waits
    }
    /** Five are free; more only if this machine was so slow that a wait passed meanwhile. */
    const isAboutFive = (free: number) => assert.ok(free >= 5 && free <= 8, `${free} guesses were free`)

    test('an unknown e-mail and a wrong password get the same response after the same work', async () => {
      const { email } = await person('Vera')
      await tryPassword(attacker(), 'warm-up@alpine.example', WRONG)
      const outcomes: { answer: Answer; work: unknown; statements: string[] }[] = []
      for (const typed of [email, 'none@alpine.example']) {
        let answer: Answer | undefined
        let statements: string[] = []
        const work = await countingCrypto(['argon2'], async () => {
          statements = await statementsDuring(async () => {
            answer = await tryPassword(attacker(), typed, WRONG)
          })
        })
        assert.ok(answer)
        outcomes.push({
          answer: { ...answer, body: withoutTicket(answer.body).replaceAll(typed, 'typed') },
          work,
          statements,
        })
      }
      const [known, unknown] = outcomes as [(typeof outcomes)[0], (typeof outcomes)[0]]
      const { 'content-length': _, ...headers } = known.answer.headers
      const { 'content-length': __, ...others } = unknown.answer.headers
      assertSameAnswer({ ...known.answer, headers }, { ...unknown.answer, headers: others })
      assert.deepEqual([known.work, unknown.work], [{ argon2: 1 }, { argon2: 1 }])
      assert.deepEqual(known.statements, unknown.statements)
      assert.match(known.answer.body, /The email or the password is wrong/)
      assert.doesNotMatch(known.answer.body, new RegExp(WRONG))
    })

    test('the e-mail is compared without case and blanks, the password exactly', async () => {
      const { email } = await person('Uma')
      assert.equal((await tryPassword(attacker(), ` ${email.toUpperCase()} `, PASSWORD)).status, 303)
      for (const near of [PASSWORD.toUpperCase(), `${PASSWORD} `, PASSWORD.slice(1), '']) {
        assert.equal((await tryPassword(attacker(), email, near)).status, 403)
      }
    })

    test('guesses are throttled after five tries by at most 30 seconds, for known and unknown users alike', async () => {
      for (const email of [(await person('Tina')).email, 'nobody@alpine.example']) {
        const browser = attacker()
        const { free, last } = await guess(browser, email)
        isAboutFive(free)
        assert.match(last.body, /Wait \d seconds?\./)
        const waits = await guessOn(browser, email)
        assert.deepEqual(
          waits,
          waits.toSorted((one, other) => one - other),
        )
        server.clock.advanceSeconds(16)
        const early = await tryPassword(browser, email, PASSWORD)
        assert.equal(early.status, 429)
        assert.ok(Number(early.headers['retry-after']) <= 15, 'knocking early makes the wait no longer')
        server.clock.advanceSeconds(15)
        assert.equal((await tryPassword(browser, email, WRONG)).status, 403)
      }
    })

    testOnBoth('of a hundred parallel guesses only the allowed number is checked', async () => {
      const { email } = await person('Sara')
      const answers = await Promise.all(Array.from({ length: 100 }, () => tryPassword(attacker(), email, WRONG)))
      isAboutFive(answers.filter(({ status }) => status === 403).length)
    })

    test('during a guessing attack the real user signs in from another network and in a known browser', async () => {
      const owner = await person('Rita')
      const known = await signedInBrowser(server, scene.at, owner)
      await known.post('/sign-out/', {})
      assert.ok(known.cookies.has(DEVICE))
      await guessOn(attacker(), owner.email)
      assert.equal((await tryPassword(attacker('127.0.0.2'), owner.email, PASSWORD)).status, 303, 'another network')
      assert.equal((await tryPassword(known, owner.email, PASSWORD)).status, 303, 'a known browser')
      assert.equal((await tryPassword(attacker(), owner.email, PASSWORD)).status, 429)
      server.clock.advanceSeconds(30.5)
      assert.equal((await tryPassword(attacker(), owner.email, PASSWORD)).status, 303, 'and here after half a minute')
    })

    /** A hundred guesses take three seconds of processor time with the parameters of today. */
    const makeCheap = async (email: string): Promise<void> => {
      const nonce = randomBytes(16)
      const tag = argon2Sync('argon2id', {
        message: PASSWORD,
        nonce,
        memory: 8,
        passes: 1,
        parallelism: 1,
        tagLength: 32,
      })
      const inBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
      await server.world.storage.writePlatform((tx) =>
        tx.db
          .updateTable('user_account')
          .set({ password_hash: `$argon2id$v=19$m=8,t=1,p=1$${inBase64(nonce)}$${inBase64(tag)}` })
          .where('email', '=', email)
          .execute(),
      )
    }
    const mailsTo = async (email: string): Promise<string[]> => {
      const mails = server.world.storage.platform.db.selectFrom('outbox_message').select('subject')
      return (await mails.where('recipient', '=', email).execute()).map(({ subject }) => subject)
    }

    testOnBoth(
      'who guesses from ever other networks is slowed down as well, and the real user still gets in (threats row 554)',
      async () => {
        const owner = await person('Nils')
        const known = await signedInBrowser(server, scene.at, owner)
        await makeCheap(owner.email)
        await known.post('/sign-out/', {})
        const from = (network: number) => attacker(`127.7.${network >> 8}.${network & 255}`)
        for (let guess = 0; guess < MANY_FAILURES_ANYWHERE; guess++) {
          assert.equal((await tryPassword(from(Math.floor(guess / 4)), owner.email, WRONG)).status, 403)
        }
        await soon('the owner is mailed', async () => (await mailsTo(owner.email)).length > 0)
        assert.match(
          (await mailsTo(owner.email)).join(),
          /^At Operator alpine many wrong passwords were typed for your account[^,]*, by [^,]*$/,
        )
        for (const network of [1_000, 1_001]) {
          assert.equal(
            (await tryPassword(from(network), owner.email, WRONG)).status,
            403,
            'one of each network is free',
          )
          const slowed = await tryPassword(from(network), owner.email, WRONG)
          assert.equal(slowed.status, 429)
          assert.match(slowed.body, /a passkey, or a new password by “Forgotten\?” work at once/)
        }
        assert.equal(
          (await tryPassword(attacker('127.9.0.1'), owner.email, PASSWORD)).status,
          303,
          'an unknown browser',
        )
        assert.equal((await tryPassword(known, owner.email, PASSWORD)).status, 303, 'a known browser')
        const elsewhere = await guess(attacker('127.9.0.2'), scene.admin.email)
        isAboutFive(elsewhere.free)
        assert.equal((await tryPassword(from(1_002), owner.email, WRONG)).status, 403)
        assert.equal(
          (await tryPassword(from(1_002), owner.email, WRONG)).status,
          429,
          'what others guessed still counts',
        )
      },
    )

    test('throttling ends after 15 minutes', async () => {
      const { email } = await person('Olivia')
      await guessOn(attacker(), email)
      server.clock.advanceSeconds(15 * 60 + 1)
      isAboutFive((await guess(attacker(), email)).free)
    })

    test('an e-mail or password of 60 KB is refused as wrong', async () => {
      // Random text, so that the store cannot compress it.
      const long = randomBytes(30_000).toString('hex')
      assert.equal((await tryPassword(attacker(), `${long}@alpine.example`, WRONG)).status, 403)
      assert.equal((await tryPassword(attacker(), scene.admin.email, long)).status, 403)
    })

    testOnBoth('every sign-in makes a new session, and the session before it is invalid', async () => {
      const owner = await person('Nora')
      const browser = await signedInBrowser(server, scene.at, owner)
      const first = browser.cookies.get(SESSION) ?? ''
      const again = await tryPassword(browser, owner.email, PASSWORD)
      const second = browser.cookies.get(SESSION) ?? ''
      assert.notEqual(second, first)
      assert.equal((await attacker().get('/account/', { cookie: `${SESSION}=${first}` })).status, 303)
      const planted = attacker()
      planted.cookies.set(SESSION, 'x'.repeat(43))
      await tryPassword(planted, owner.email, PASSWORD)
      assert.notEqual(planted.cookies.get(SESSION), 'x'.repeat(43))
      const [session, device] = again.headers['set-cookie'] ?? []
      assert.match(session ?? '', /^__Host-airside=[0-9A-Za-z]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/)
      assert.match(
        device ?? '',
        /^__Host-airside-device=[0-9A-Za-z]{32}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=/,
      )
    })

    test('a browser that signs in repeatedly stays one known browser', async () => {
      const owner = await person('Mona')
      const browser = await signedInBrowser(server, scene.at, owner)
      const device = browser.cookies.get(DEVICE)
      for (let count = 0; count < 3; count++) await tryPassword(browser, owner.email, PASSWORD)
      assert.equal(browser.cookies.get(DEVICE), device)
      const rows = await server.world.storage.platform.db
        .selectFrom('known_device')
        .select('hash')
        .where('user_id', '=', owner.userId)
        .execute()
      assert.equal(rows.length, 1)
    })

    testOnBoth('a person has 50 known browsers, of which the oldest goes for a new one (threats row 607)', async () => {
      const owner = await person('Nadia')
      const other = await person('Olga')
      const known = async ({ userId }: Person): Promise<string[]> => {
        const { db } = server.world.storage.platform
        const rows = await db.selectFrom('known_device').select('hash').where('user_id', '=', userId).execute()
        return rows.map(({ hash }) => hash).toSorted()
      }
      const add = ({ userId }: Person, hash: string, at: number) =>
        server.world.storage.writeTenant(scene.at.tenant.tenantId, (tx) => insertKnownDevice(tx, userId, hash, at))
      const browser = (index: number): string => `browser ${String(index).padStart(3, '0')}`
      await add(other, 'of another', 1)
      for (let index = 0; index < 50; index++) await add(owner, browser(index), 1000 + index)
      // Signed in with again, and so not the oldest.
      await add(owner, browser(0), 2000)
      assert.equal((await known(owner)).length, 50)
      for (let index = 50; index < 60; index++) await add(owner, browser(index), 2000)
      const left = [browser(0), ...Array.from({ length: 49 }, (_, index) => browser(11 + index))]
      assert.deepEqual(await known(owner), left)
      assert.deepEqual(await known(other), ['of another'])
    })

    test('a sign-in leads back to the authorization request that asked for it, or to the console', async () => {
      const browser = attacker()
      const path = authorizePath(scene.application, 'contact:read', { state: 'a&b' })
      const page = await browser.get(path)
      assert.equal(page.status, 200)
      assert.match(page.body, /whether <b><bdi>Skylog<\/bdi><\/b> may connect/)
      const wrong = await browser.submit(formTo(page.body, '/sign-in/'), { email: scene.admin.email, password: WRONG })
      const answer = await browser.submit(formTo(wrong.body, '/sign-in/'), {
        email: scene.admin.email,
        password: PASSWORD,
      })
      assert.deepEqual([answer.status, answer.headers.location], [303, path])
      const out = await browser.post('/sign-out/', {})
      assert.deepEqual([out.status, out.headers.location], [303, '/sign-in/'])
      assert.equal(browser.cookies.has(SESSION), false)
      const plain = await tryPassword(browser, scene.admin.email, PASSWORD)
      assert.equal(plain.headers.location, '/console/')
      for (const odd of ['?utm_source=mail', '?//evil.example', '?https://evil.example', '?\\\\evil.example']) {
        const led = await browser.get(`/sign-in/${odd}`)
        assert.equal(led.headers.location, '/console/')
      }
    })
  })
}

test('addresses of one IPv6 network are throttled together, however they are written', () => {
  const network = '2001:db8:0:0'
  for (const address of ['2001:db8::1', '2001:db8::a:b:c:d', '2001:db8:0:0:ffff::', '2001:db8::']) {
    assert.equal(networkOf(address), network, address)
  }
  assert.notEqual(networkOf('2001:db8:0:1::1'), network)
  const circlesOf = (address: string) => unknownBrowser('a', address).circles?.map(({ from }) => from)
  assert.deepEqual(circlesOf('2001:db8:7:ab12::1'), ['2001:db8:7:ab:/56', '2001:db8:7:/48'])
  assert.deepEqual(circlesOf('2001:db8:7:12::1'), ['2001:db8:7:0:/56', '2001:db8:7:/48'])
  assert.deepEqual(circlesOf('192.0.2.7'), [])
  assert.equal(networkOf('::1'), '0:0:0:0')
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7')
})
