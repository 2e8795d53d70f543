/** Broken or hostile passkey data is refused below 500 and signs nobody in (threats row 44). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { SoftPasskey } from '../support/authenticator.ts'
import type { Browser } from '../support/browser.ts'
import { PASSWORD } from '../support/code-grant.ts'
import { isSignedIn, PasskeyScene } from '../support/passkey-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const RUNS = { numRuns: 60 }
const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64url')

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    0,
    -1,
    1e308,
    true,
    [],
    {},
    '',
    '\0',
    'a\0b',
    '\ud800',
    '__proto__',
    '=',
    'x'.repeat(20_000),
    b64(''),
    b64('null'),
    b64('[]'),
    b64('{"challenge":{}}'),
    b64('{"challenge":"\u0000"}'),
    b64(new Uint8Array(20_000).fill(0x81)),
    b64(new Uint8Array([0xbb, 255, 255, 255, 255, 255, 255, 255, 255])),
    b64(new Uint8Array([0x5b, 0, 0, 0, 1, 0, 0, 0, 0])),
    { length: -1 },
    [[[[]]]],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.uint8Array({ maxLength: 80 }).map(b64),
  fc.jsonValue({ maxDepth: 2 }),
)

type Place = readonly [string] | readonly [string, string]

/** What is read of a credential. */
const COMMON: readonly Place[] = [['id'], ['type'], ['response'], ['response', 'clientDataJSON']]
const USED: readonly Place[] = [
  ...COMMON,
  ['response', 'authenticatorData'],
  ['response', 'signature'],
  ['response', 'userHandle'],
]
const MADE: readonly Place[] = [...COMMON, ['response', 'attestationObject']]

/** The credential with something else in one place, or nothing. */
const spoiled = (credential: string, [first, second]: Place, value: unknown): string => {
  const parsed = JSON.parse(credential)
  const [holder, name] = second === undefined ? [parsed, first] : [parsed[first], second]
  if (value === undefined) delete holder[name]
  else holder[name] = value
  return JSON.stringify(parsed)
}

for (const store of storesFor('errors')) {
  describe(`hostile passkeys (${store})`, () => {
    let server: TestServer
    let scene: PasskeyScene
    let passkey: SoftPasskey
    let browser: Browser
    before(async () => {
      server = await startServer(store)
      scene = new PasskeyScene(server, (await server.operator('alpine')).production)
      ;({ passkey, browser } = await scene.personWithPasskey('Ada'))
    })
    after(() => server.close())

    test('a value that is no credential is refused below 500', () =>
      fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.constantFrom('', 'null', '[]', '{', '"x"', '{"__proto__":{"id":"x"}}', '['.repeat(10_000)),
            hostile.map((value) => JSON.stringify(value) ?? ''),
            fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.toWellFormed()),
          ),
          async (credential) => {
            const stranger = scene.browser()
            const answer = await scene.signIn(stranger, credential)
            assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status} ${credential.slice(0, 80)}`)
            assert.equal((await scene.add(browser, credential)).status, 400)
          },
        ),
        RUNS,
      ))

    test('a hostile value in any member of a sign-in credential is refused below 500, with a valid challenge', () =>
      fc.assert(
        fc.asyncProperty(fc.constantFrom(...USED), fc.option(hostile, { nil: undefined }), async (place, value) => {
          const stranger = scene.browser()
          const proof = scene.proof(passkey, await scene.challenge(stranger))
          const answer = await scene.signIn(stranger, spoiled(proof, place, value))
          assert.equal(answer.status, 403, `${place.join('.')} ${JSON.stringify(value)?.slice(0, 80)}`)
          assert.equal(await isSignedIn(stranger), false)
          server.clock.advanceSeconds(31)
        }),
        RUNS,
      ))

    test('a hostile value in any member of a new credential is refused below 500, with a valid challenge', () =>
      fc.assert(
        fc.asyncProperty(fc.constantFrom(...MADE), fc.option(hostile, { nil: undefined }), async (place, value) => {
          const made = scene.made(new SoftPasskey(), await scene.startAdding(browser, PASSWORD))
          const answer = await scene.add(browser, spoiled(made, place, value))
          assert.equal(answer.status, 400, `${place.join('.')} ${JSON.stringify(value)?.slice(0, 80)}`)
        }),
        RUNS,
      ))

    test('unknown authenticator transports are dropped', async () => {
      for (const transports of [null, 'usb', ['\0', { a: 1 }, 'usb', 'usb'], { length: 9 }, Array(500).fill('x')]) {
        const made = scene.made(new SoftPasskey(), await scene.startAdding(browser, PASSWORD))
        assert.equal((await scene.add(browser, spoiled(made, ['response', 'transports'], transports))).status, 200)
      }
      const { db } = server.world.storage.platform
      const stored = await db.selectFrom('passkey').select('transports').distinct().orderBy('transports').execute()
      assert.deepEqual(
        stored.map((row) => row.transports),
        ['', 'hybrid internal', 'usb'],
      )
    })

    test('hostile names and ids of passkeys are refused below 500', () =>
      fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (text) => {
          const value = text.toWellFormed()
          for (const fields of [
            { intent: 'rename-passkey', passkey: value, name: 'x' },
            { intent: 'rename-passkey', passkey: 'pky_x', name: value },
            { intent: 'remove-passkey', passkey: value },
          ]) {
            assert.equal((await browser.post('/account/', fields)).status, 400)
          }
        }),
        RUNS,
      ))
  })
}
