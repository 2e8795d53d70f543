/** Hostile values in every field of the code grant's endpoints: every response is below 500 (threats rows 44, 46). */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { makeFormTicket } from '../../src/domain/identity/form-ticket.ts'
import type { Browser } from '../support/browser.ts'
import { authorizePath, exchangeFields, GrantScene, refreshFields, signedInBrowser } from '../support/code-grant.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { someOf, tries } from '../support/sampled.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { basic } from '../support/token-requests.ts'

after(stopOwnPostgres)

const HOSTILE = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202egnirts',
  '\ufeff',
  '\r\nX-Injected: 1',
  'x'.repeat(20_000),
  '☃'.repeat(5_000),
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
  '-1',
  '1e400',
  'NaN',
  '99999999999999999999999999',
  '%',
  '%00',
  '%ff',
  '%_',
  "' or 1=1 --",
  '"; drop table application; --',
  '$1',
  ':name',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../../etc/passwd',
  'file:///etc/passwd',
  '[]',
  '{"a":1}',
  'true',
  'null',
]
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)
/** The same text as a browser, a script or a fuzzer would put it on the wire. */
const wire = fc.constantFrom(
  (text: string) => encodeURIComponent(text.toWellFormed()),
  (text: string) => new URLSearchParams({ '': text }).toString().slice(1),
  (text: string) => text.replace(/[^A-Za-z0-9%]/g, (c) => `%${(c.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')}`),
)
const RUNS = { numRuns: tries(60, 4) }

for (const store of storesFor('errors')) {
  describe(`hostile fields (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let pages: Browser
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      pages = await signedInBrowser(server, scene.at, scene.admin)
    })
    after(() => server.close())

    const bounded = (answer: Answer): void => {
      assert.ok(answer.status >= 200 && answer.status < 500, `${answer.status} ${answer.body.slice(0, 300)}`)
      assert.equal(answer.headers['x-injected'], undefined)
    }
    const send = async (
      method: string,
      path: string,
      body: string | undefined,
      headers: Record<string, string> = {},
    ) => {
      const host = scene.at.origin.slice('http://'.length)
      const type = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
      const cookie = [...pages.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const all = { ...(body === undefined ? {} : type), cookie, ...headers }
      bounded(await server.client.raw(host, path, { method, headers: all, ...(body === undefined ? {} : { body }) }))
    }
    /** The fields with one of them, or its name, replaced by a generated value; sometimes doubled. */
    const spoiled = (fields: Record<string, string>) =>
      fc
        .tuple(
          fc.constantFrom(...Object.keys(fields)),
          hostile,
          wire,
          fc.constantFrom('value', 'name', 'twice', 'list'),
        )
        .map(([name, text, encode, how]) => {
          const rest = new URLSearchParams(Object.entries(fields).filter(([other]) => other !== name)).toString()
          const value = encode(text)
          if (how === 'name') return `${rest}&${value}=${name}`
          if (how === 'twice') return `${rest}&${name}=${value}&${name}=${value}`
          return how === 'list' ? `${rest}&${name}[]=${value}&${name}[0]=${value}` : `${rest}&${name}=${value}`
        })
    /** Every field with every text of the list, then with random texts. */
    const holds = async (
      fields: Record<string, string>,
      check: (query: string) => Promise<void>,
      runs = RUNS,
    ): Promise<void> => {
      for (const name of Object.keys(fields)) {
        for (const text of someOf(HOSTILE, 4)) await check(new URLSearchParams({ ...fields, [name]: text }).toString())
      }
      await fc.assert(fc.asyncProperty(spoiled(fields), check), runs)
    }

    test('the authorization endpoint answers hostile fields below 500, signed in or not', async () => {
      const path = authorizePath(scene.application, 'contact:read', { state: 's' })
      const [, query = ''] = path.split('?')
      const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
      await holds({ ...Object.fromEntries(new URLSearchParams(query)), ...challenge }, async (made) => {
        await send('GET', `/oauth2/code/authorize/?${made}`, undefined)
        await send('GET', `/oauth2/code/authorize/?${made}`, undefined, { cookie: '' })
        await send('GET', `/sign-in/?${made}`, undefined, { cookie: '' })
      })
    })

    test('the token endpoint answers hostile fields below 500, for code and refresh', async () => {
      const token = (await scene.connect()).refresh_token
      const exchange = { ...exchangeFields(scene.application, await scene.code()), code_verifier: 'x'.repeat(43) }
      await holds({ ...exchange, code: 'air_live_ac_x' }, (made) => send('POST', '/oauth2/code/token/', made))
      await holds({ ...refreshFields(scene.application, token), scope: 'contact:read' }, (made) =>
        send('POST', '/oauth2/code/token/', made),
      )
    })

    test('revocation and introspection answer hostile fields below 500', async () => {
      const { clientId: client_id, clientSecret: client_secret } = scene.application
      for (const path of ['/oauth2/revoke/', '/oauth2/introspect/']) {
        await holds({ client_id, client_secret, token: 'x', token_type_hint: 'access_token' }, (made) =>
          send('POST', path, made),
        )
      }
    })

    test('consent, sign-in and the second step answer hostile fields below 500', async () => {
      await holds({ request: 'con_x', decision: 'allow' }, (made) => send('POST', '/consent/', made))
      await holds({ code: '000000', form: 'x' }, (made) => send('POST', '/sign-in/second-step/', made))
      await holds({ email: 'a@b.example', form: 'x' }, (made) => send('POST', '/sign-in/', made, { cookie: '' }))
      const inTime = (made: string) => `${made}&form=${makeFormTicket(server.clock.now(), randomBytes)}`
      await holds({ code: '000000' }, (made) => send('POST', '/sign-in/second-step/', inTime(made)))
      await holds(
        { email: 'a@b.example', password: 'x' },
        (made) => send('POST', '/sign-in/', inTime(made), { cookie: '' }),
        { numRuns: tries(20, 4) },
      )
    })

    test('every intent of the account page answers hostile fields below 500', async () => {
      const fields = { grant: 'gra_x', session: 'ses_x', code: '000000' }
      for (const intent of ['end-grant', 'end-session', 'confirm-second-step']) {
        await holds({ intent, ...fields }, (made) => send('POST', '/account/', made), { numRuns: tries(20, 4) })
      }
    })

    test('hostile paths, cookies and headers are answered below 500', async () => {
      const text = hostile.map((made) => made.replace(/[^\x20-\x7e]/g, '').trim())
      await fc.assert(
        fc.asyncProperty(text, wire, async (made, encode) => {
          await send('GET', `/application-logo/${encode(made)}`, undefined)
          await send('GET', `/${encode(made)}/`, undefined)
          await send('GET', '/account/', undefined, { cookie: `__Host-airside=${made}; __Host-airside-device=${made}` })
          await send('POST', '/sign-out/', '', { cookie: `__Host-airside=${made}` })
          const named = { authorization: made, 'user-agent': made, origin: made, 'content-type': made }
          await send('POST', '/oauth2/code/token/', 'grant_type=refresh_token', named)
          await send('POST', '/oauth2/code/token/', 'grant_type=refresh_token', basic(made, made))
        }),
        { numRuns: tries(60, 4) },
      )
    })
  })
}
