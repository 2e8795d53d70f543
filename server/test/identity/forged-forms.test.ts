/**
 * Forms that no page of this address sent are refused before anything is read or done (threats row 25; access-model
 * §10).
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { makeFormTicket } from '../../src/domain/identity/form-ticket.ts'
import { SIGN_IN_FORM_SECONDS } from '../../src/domain/limits.ts'
import { Browser, formsIn, formTo, type Headers } from '../support/browser.ts'
import { authorizePath, GrantScene, PASSWORD, signedInBrowser } from '../support/code-grant.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let scene: GrantScene
before(async () => {
  server = await startServer('sqlite')
  server.clock.standStill()
  scene = await GrantScene.open(server, 'alpine')
  await server.operator('northsea')
})
after(() => server.close())

const SIBLING = 'http://northsea.localhost'

/** What a browser says of a form, by where it stands. Undefined: this browser does not send the header. */
const FOREIGN: Record<string, Headers> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'a sibling operator': { 'sec-fetch-site': 'same-site', origin: SIBLING },
  'a typed address': { 'sec-fetch-site': 'none', origin: undefined },
  'another site in an old browser': { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
  'a sibling operator in an old browser': { 'sec-fetch-site': undefined, origin: SIBLING },
  'the same host on another port': { 'sec-fetch-site': undefined, origin: 'http://alpine.localhost:1' },
  'the same host over https': { 'sec-fetch-site': undefined, origin: 'https://alpine.localhost' },
  'the test environment': { 'sec-fetch-site': undefined, origin: 'http://alpine.sandbox.localhost' },
  'a page without an origin': { 'sec-fetch-site': undefined, origin: 'null' },
  'something that is no browser': { 'sec-fetch-site': undefined, origin: undefined },
  'a page that gives the header twice': { 'sec-fetch-site': 'same-origin, cross-site', origin: 'https://evil.example' },
}

const sessionOf = (browser: Browser) => browser.cookies.get('__Host-airside')

describe('forms from elsewhere', () => {
  for (const [place, headers] of Object.entries(FOREIGN)) {
    test(`every form of our pages is refused from ${place}`, async () => {
      const browser = await signedInBrowser(server, scene.at, scene.admin)
      const session = sessionOf(browser)
      const page = await browser.get(authorizePath(scene.application, 'contact:read'))
      const consent = formTo(page.body, '/consent/')
      const forms: [string, Record<string, string>][] = [
        [consent.action, { ...consent.fields, decision: 'allow' }],
        ['/sign-in/', { email: scene.pilot.email, password: PASSWORD }],
        ['/sign-in/second-step/', { code: '000000' }],
        ['/sign-in/passkey/', { credential: '{}' }],
        ['/sign-out/', {}],
        ['/account/', { intent: 'sign-out-everywhere' }],
      ]
      for (const [path, fields] of forms) {
        const answer = await browser.post(path, fields, headers)
        assert.equal(answer.status, 403, path)
        assert.match(answer.body, /was not sent from this address/)
        assert.equal(answer.headers.location, undefined)
        assert.equal(answer.headers['set-cookie'], undefined)
      }
      assert.equal(sessionOf(browser), session)
      assert.equal((await browser.get('/account/')).status, 200)
      assert.equal((await browser.submit(consent, { decision: 'allow' })).status, 303)
    })
  }
})

test('a form without Sec-Fetch-Site is judged by its Origin', async () => {
  const browser = new Browser(server.client, scene.at.origin)
  const old = { 'sec-fetch-site': undefined, origin: scene.at.origin }
  const answer = await browser.postFresh('/sign-in/', { email: scene.admin.email, password: PASSWORD }, old)
  assert.equal(answer.status, 303)
})

test('an unreadable form is refused with an error page, whatever is wrong with it', async () => {
  const browser = await signedInBrowser(server, scene.at, scene.admin)
  const bodies: [string, string, number][] = [
    ['application/json', '{"decision":"allow"}', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
    ['text/plain', 'decision=allow', 415],
    ['application/x-www-form-urlencoded', 'decision=allow&decision=allow', 400],
    ['application/x-www-form-urlencoded', 'decision=%ff', 400],
    ['application/x-www-form-urlencoded', `decision=${'a'.repeat(64 * 1024)}`, 413],
  ]
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const path of ['/consent/', '/sign-in/', '/sign-in/second-step/', '/sign-in/passkey/', '/account/']) {
    for (const [type, body, status] of bodies) {
      const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin', cookie }
      const answer = await server.client.ask(`${scene.at.origin}${path}`, { method: 'POST', headers, body })
      assert.equal(answer.status, status, `${path} ${type}`)
      assert.match(answer.body, /This form could not be read/)
    }
  }
})

describe('the one-time token of the sign-in form', () => {
  const signInForm = async (browser: Browser) =>
    formTo((await browser.get(authorizePath(scene.application, 'contact:read'))).body, '/sign-in/')
  const credentials = () => ({ email: scene.admin.email, password: PASSWORD })

  test('a repeated sign-in form is refused, and a user already signed in is told where to continue', async () => {
    const browser = new Browser(server.client, scene.at.origin)
    const form = await signInForm(browser)
    const first = await browser.submit(form, credentials())
    assert.equal(first.status, 303)
    const session = sessionOf(browser)
    const second = await browser.submit(form, credentials())
    assert.equal(second.status, 403)
    assert.match(second.body, /You are signed in already/)
    assert.equal(second.headers['set-cookie'], undefined)
    assert.equal(formsIn(second.body).length, 1)
    assert.ok(second.body.includes(`href="${first.headers.location?.replaceAll('&', '&amp;')}"`))
    assert.equal(sessionOf(browser), session)
    assert.equal((await browser.get('/account/')).status, 200)
  })

  test('a copy of a sign-in form that an attacker sends later signs nobody in', async () => {
    const browser = new Browser(server.client, scene.at.origin)
    const form = await signInForm(browser)
    await browser.submit(form, credentials())
    const stranger = new Browser(server.client, scene.at.origin)
    const answer = await stranger.submit(form, credentials())
    assert.equal(answer.status, 403)
    assert.match(answer.body, /This form was sent before, or waited too long/)
    assert.equal(sessionOf(stranger), undefined)
    const again = await stranger.submit(formTo(answer.body, '/sign-in/'), credentials())
    assert.equal(again.status, 303, 'the page it answers with works')
  })

  test('of many parallel copies of a sign-in form one signs in', async () => {
    const form = await signInForm(new Browser(server.client, scene.at.origin))
    const browsers = Array.from({ length: 8 }, () => new Browser(server.client, scene.at.origin))
    const statuses = (await Promise.all(browsers.map((each) => each.submit(form, credentials())))).map((a) => a.status)
    assert.deepEqual(statuses.sort(), [303, ...Array(7).fill(403)])
  })

  test('a sign-in form is accepted from a process whose clock is a minute ahead', async () => {
    const form = makeFormTicket(server.clock.now() + 59_000, randomBytes)
    const browser = new Browser(server.client, scene.at.origin)
    assert.equal((await browser.post('/sign-in/', { ...credentials(), form })).status, 303)
  })

  test('an expired, future, made-up or missing form token is refused with a new form that works', async () => {
    const browser = new Browser(server.client, scene.at.origin)
    const old = await signInForm(browser)
    server.clock.advanceSeconds(SIGN_IN_FORM_SECONDS)
    assert.equal((await browser.submit(old, credentials())).status, 403)
    const late = await signInForm(browser)
    server.clock.advanceSeconds(SIGN_IN_FORM_SECONDS - 5)
    assert.equal((await browser.submit(late, credentials())).status, 303, 'just before it is over')
    const future = makeFormTicket(server.clock.now() + 62_000, randomBytes)
    for (const form of [future, '', 'x', '-', `${old.fields.form}x`]) {
      assert.equal((await browser.post('/sign-in/', { ...credentials(), form })).status, 403, form)
    }
    assert.equal((await browser.post('/sign-in/', credentials())).status, 403)
  })
})
