/**
 * The state parameter comes back to the application unchanged, and line ends in parameters start no header (threats
 * rows 8, 9).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sentBack } from '../support/authorization-answer.ts'
import { Browser, formTo } from '../support/browser.ts'
import { allow, authorizePath, GrantScene, PASSWORD, returned } from '../support/code-grant.ts'
import type { Answer } from '../support/http-client.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let scene: GrantScene
before(async () => {
  server = await startServer('sqlite')
  scene = await GrantScene.open(server, 'alpine')
})
after(() => server.close())

const stranger = () => new Browser(server.client, scene.at.origin)

describe('the state parameter (threats rows 8, 9)', () => {
  const octets = (raw: string): Buffer =>
    Buffer.from(
      raw.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    )
  const stateIn = (answer: Answer): string => /[?&]state=([^&#]*)/.exec(answer.headers.location ?? '')?.[1] ?? ''
  const withState = (raw: string, more = {}): string =>
    `${authorizePath(scene.application, 'contact:read', more)}&state=${raw}`

  const STATES: Record<string, string> = {
    empty: '',
    Unicode: encodeURIComponent('Zürich ✈ 東京 👩‍✈️ \u202e'),
    'ampersand, hash, plus, percent, quotes': encodeURIComponent(`&#+%"'<>\\;=?/`),
    'a plus for a space, and a true plus': 'a+b%2Bc%20d',
    NUL: 'a%00b',
    'CR and LF': 'a%0d%0aSet-Cookie:%20stolen=1%0d%0a%0d%0a<html>',
    'lower-case and upper-case hex': '%c3%a9%C3%A9',
    'octets that are not UTF-8': '%ff%fe%80',
    'a percent sign that encodes nothing': '100%',
    'characters that should have been encoded': `"<>\`{}|^\\#'`,
    'what looks like our own parameters': encodeURIComponent('&code=stolen&iss=https://evil.example'),
    'eight kilobytes': encodeURIComponent(`${'é✈&#\0+%'.repeat(819)}xy`),
  }
  for (const [name, raw] of Object.entries(STATES)) {
    test(`a state (${name}) comes back unchanged through sign-in and consent`, async () => {
      const browser = stranger()
      const signedIn = await browser.signIn(await browser.get(withState(raw)), scene.admin.email, PASSWORD)
      assert.equal(signedIn.status, 200, signedIn.headers.location ?? signedIn.body)
      const answer = await browser.submit(formTo(signedIn.body, '/consent/'), { decision: 'allow' })
      assert.match(returned(answer).get('code') ?? '', /^air_live_ac_/)
      assert.deepEqual(octets(stateIn(answer)), octets(raw))
      assert.equal(answer.headers['set-cookie'], undefined)
      const direct = await allow(browser, withState(raw))
      assert.deepEqual(octets(stateIn(direct)), octets(raw))
      assert.match(answer.headers.location ?? '', /^[\x21-\x7e]+$/)
    })
  }

  test('an absent state is not sent back', async () => {
    const answer = await allow(scene.browser, authorizePath(scene.application, 'contact:read'))
    assert.equal(returned(answer).has('state'), false)
  })

  test('a state longer than 8 KB gets invalid_request', async () => {
    const answer = await scene.browser.get(withState(`${encodeURIComponent('é'.repeat(4096))}x`))
    assert.equal(returned(answer).get('error'), 'invalid_request')
  })

  test('any text as state comes back unchanged, however it is encoded', async () => {
    const encodings = [encodeURIComponent, (text: string) => new URLSearchParams({ text }).toString().slice(5)]
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.constantFrom(...encodings), async (text, encode) => {
        const answer = await scene.browser.get(withState(encode(text), { response_type: 'token' }))
        assert.equal(sentBack(answer, scene.at.origin, text), 'unsupported_response_type')
      }),
      { numRuns: 100 },
    )
  })

  test('line ends in client_id, redirect_uri and scope start no header (threats row 9)', async () => {
    const injected = '\r\nX-Injected: 1\r\n\r\nbody'
    for (const name of ['client_id', 'redirect_uri', 'scope', 'response_type', 'code_challenge']) {
      for (const browser of [scene.browser, stranger()]) {
        const answer = await browser.get(authorizePath(scene.application, 'contact:read', { [name]: `x${injected}` }))
        assert.equal(answer.headers['x-injected'], undefined)
        assert.ok(answer.status < 500)
      }
    }
  })
})
