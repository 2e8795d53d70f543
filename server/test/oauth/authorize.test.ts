/**
 * The authorization endpoint: what it refuses, whether on a page or by redirect, and in which order (threats rows 6,
 * 10, 11).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { sentBack, shownHere } from '../support/authorization-answer.ts'
import { Browser, formTo } from '../support/browser.ts'
import {
  addApplication,
  allow,
  authorizePath,
  GrantScene,
  PASSWORD,
  REDIRECT_URI,
  returned,
  type TestApplication,
} from '../support/code-grant.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let scene: GrantScene
before(async () => {
  server = await startServer('sqlite')
  scene = await GrantScene.open(server, 'alpine')
})
after(() => server.close())

const AUTHORIZE = '/oauth2/code/authorize/'
const stranger = () => new Browser(server.client, scene.at.origin)

describe('redirect URIs that are not registered (threats row 6)', () => {
  const HOST = 'app.skylog.example'
  const VARIANTS: Record<string, string> = {
    'a suffix': `${REDIRECT_URI}x`,
    'a folder below': `${REDIRECT_URI}/more`,
    'a trailing slash': `${REDIRECT_URI}/`,
    'a folder left out': `https://${HOST}/callback`,
    'another path': `https://${HOST}/`,
    'a step up': `https://${HOST}/airside/../airside/callback`,
    'an encoded step up': `https://${HOST}/airside/%2e%2e/airside/callback`,
    'an encoded letter': `https://${HOST}/%61irside/callback`,
    'a doubled slash': `https://${HOST}//airside/callback`,
    'a user name': `https://anna@${HOST}/airside/callback`,
    'the host as a user name': `https://${HOST}@evil.example/airside/callback`,
    'the host as a sub-domain': `https://${HOST}.evil.example/airside/callback`,
    'another scheme': `http://${HOST}/airside/callback`,
    'a script': 'javascript:alert(1)',
    'no scheme': `//${HOST}/airside/callback`,
    'a path alone': '/airside/callback',
    'an upper-case scheme': `HTTPS://${HOST}/airside/callback`,
    'an upper-case host': `https://APP.skylog.example/airside/callback`,
    'an upper-case path': `https://${HOST}/Airside/callback`,
    'the default port': `https://${HOST}:443/airside/callback`,
    'another port': `https://${HOST}:8443/airside/callback`,
    'a trailing dot of the host': `https://${HOST}./airside/callback`,
    'a fragment': `${REDIRECT_URI}#token`,
    'an empty fragment': `${REDIRECT_URI}#`,
    'an extra query': `${REDIRECT_URI}?next=https://evil.example`,
    'an empty query': `${REDIRECT_URI}?`,
    backslashes: `https:\\\\${HOST}\\airside\\callback`,
    'a backslash before the host': `https://evil.example\\@${HOST}/airside/callback`,
    'a look-alike letter': `https://аpp.skylog.example/airside/callback`,
    'a look-alike in ASCII': `https://xn--pp-6kc.skylog.example/airside/callback`,
    'a space before': ` ${REDIRECT_URI}`,
    'a tab within': `https://app\t.skylog.example/airside/callback`,
    'a line end after': `${REDIRECT_URI}\r\n`,
    'a NUL after': `${REDIRECT_URI}\0`,
    'encoded once more': encodeURIComponent(REDIRECT_URI),
    nothing: '',
  }

  for (const [name, redirectUri] of Object.entries(VARIANTS)) {
    test(`a redirect URI with ${name} is refused without a redirect`, async () => {
      const path = authorizePath(scene.application, 'contact:read', { redirect_uri: redirectUri, state: 's' })
      for (const browser of [scene.browser, stranger()]) {
        shownHere(await browser.get(path), 400, /has not registered/)
      }
    })
  }

  test('a redirect URI that is missing, doubled or a list is refused without a redirect', async () => {
    const { clientId } = scene.application
    const rest = `response_type=code&client_id=${clientId}&scope=contact:read`
    const uri = encodeURIComponent(REDIRECT_URI)
    const evil = encodeURIComponent('https://evil.example/')
    for (const given of [
      '',
      `&redirect_uri=${uri}&redirect_uri=${uri}`,
      `&redirect_uri=${uri}&redirect_uri=${evil}`,
      `&redirect_uri=${evil}&redirect_uri=${uri}`,
      `&redirect_uri=${uri}&redirect%5Furi=${evil}`,
      `&redirect_uri[]=${uri}`,
      `&redirect_uri=%ff${uri}`,
      `&Redirect_uri=${uri}`,
    ]) {
      shownHere(await scene.browser.get(`${AUTHORIZE}?${rest}${given}`), 400, /has not registered/)
    }
  })

  test('each of several registered redirect URIs works and keeps its query', async () => {
    const redirectUris = [REDIRECT_URI, 'https://app.skylog.example/cb?tenant=a%26b&x', 'http://127.0.0.1:5000/cb']
    const application = await addApplication(server, { redirectUris })
    for (const redirectUri of redirectUris) {
      const answer = await allow(scene.browser, authorizePath({ ...application, redirectUri }, 'contact:read'))
      const location = answer.headers.location ?? ''
      assert.ok(location.startsWith(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}code=`), location)
    }
  })
})

describe('order of the checks: client, redirect URI, mode, sign-in, the rest', () => {
  let inTest: TestApplication
  before(async () => {
    inTest = await addApplication(server, { name: 'Hopeful' }, 'test')
  })
  const wrong = { response_type: 'token', scope: 'no:such', state: 's' }

  test('with everything wrong, the error names the client', async () => {
    const unknown = { clientId: 'app_unknown', clientSecret: '', redirectUri: 'https://evil.example/' }
    for (const browser of [scene.browser, stranger()]) {
      shownHere(await browser.get(authorizePath(unknown, 'no:such', wrong)), 400, /not registered here/)
      shownHere(await browser.get(`${AUTHORIZE}?redirect_uri=https://evil.example/`), 400, /not registered here/)
      const id = inTest.clientId
      shownHere(await browser.get(`${AUTHORIZE}?client_id=${id}&client_id=${id}`), 400, /not registered here/)
    }
  })

  test('with a valid client, the error names the redirect URI', async () => {
    const elsewhere = { ...inTest, redirectUri: 'https://evil.example/' }
    shownHere(await stranger().get(authorizePath(elsewhere, 'no:such', wrong)), 400, /has not registered/)
  })

  test('a client outside production mode gets 403 without a redirect at a production address, signed in or not', async () => {
    for (const browser of [scene.browser, stranger()]) {
      const answer = await browser.get(authorizePath(inTest, 'no:such', wrong))
      shownHere(answer, 403, /not in production yet/)
      assert.match(answer.body, /Hopeful/)
    }
  })

  test('a user signs in before any other parameter is checked', async () => {
    const browser = stranger()
    const page = await browser.get(authorizePath(scene.application, 'no:such', wrong))
    assert.equal(page.status, 200)
    assert.match(page.body, /Sign in to/)
    const after = await browser.signIn(page, scene.admin.email, PASSWORD)
    assert.equal(sentBack(after, scene.at.origin, 's'), 'unsupported_response_type')
  })
})

describe('errors after sign-in are sent to the application with state and iss (threats rows 10, 11)', () => {
  const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const WRONG: [string, Record<string, string>, string][] = [
    ['no response_type', { response_type: '' }, 'invalid_request'],
    ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
    ['response_type code token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['response_type CODE', { response_type: 'CODE' }, 'unsupported_response_type'],
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['blank scope', { scope: '  ' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'contact:read no:such' }, 'invalid_scope'],
    ['a scope in upper case', { scope: 'CONTACT:READ' }, 'invalid_scope'],
    ['scopes separated by a comma', { scope: 'contact:read,contact:write' }, 'invalid_scope'],
    ['a scope with a line end', { scope: 'contact:read\r\nX-Injected: 1' }, 'invalid_scope'],
    ['an own scope for an application that is not personal', { scope: 'own:profile' }, 'invalid_scope'],
    ['a scope beyond the kind', { scope: 'passenger:read' }, 'invalid_scope'],
    ['a scope that nobody can grant', { scope: 'api-key:read' }, 'invalid_scope'],
    ['__proto__ as a scope', { scope: '__proto__' }, 'invalid_scope'],
    ['response_mode form_post', { response_mode: 'form_post' }, 'invalid_request'],
    ['response_mode fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['a plain challenge', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge without its method', { code_challenge: CHALLENGE }, 'invalid_request'],
    ['a method without its challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
  ]
  for (const [name, change, error] of WRONG) {
    test(`${name} redirects to the application with ${error}`, async () => {
      for (const state of ['xyz', null]) {
        const more = { ...change, ...(state === null ? {} : { state }) }
        const answer = await scene.browser.get(authorizePath(scene.application, 'contact:read', more))
        assert.equal(sentBack(answer, scene.at.origin, state), error)
        assert.equal(answer.headers['x-injected'], undefined)
      }
    })
  }

  test('an undecodable parameter is refused, not treated as missing (threats row 91)', async () => {
    const base = authorizePath(scene.application, 'contact:read', { state: 's' })
    for (const broken of [
      'code_challenge=%FF',
      `code_challenge=${CHALLENGE}&code_challenge_method=%C3%28`,
      'code_challenge=a%00b',
      'anything=%FF',
      '%FF=anything',
      'response_mode=%E0%A4',
    ]) {
      const answer = await scene.browser.get(`${base}&${broken}`)
      assert.equal(sentBack(answer, scene.at.origin, 's'), 'invalid_request', broken)
    }
  })

  test('response_mode=query is accepted', async () => {
    const page = await scene.browser.get(authorizePath(scene.application, 'contact:read', { response_mode: 'query' }))
    assert.match(page.body, /Allow/)
  })

  test('any other doubled parameter is refused', async () => {
    const base = authorizePath(scene.application, 'contact:read', { state: 's' })
    for (const name of ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'anything']) {
      const answer = await scene.browser.get(`${base}&${name}=s&${name}=s`)
      assert.equal(sentBack(answer, scene.at.origin, 's'), 'invalid_request', name)
    }
    const encoded = await scene.browser.get(`${base}&sc%6Fpe=contact:write`)
    assert.equal(sentBack(encoded, scene.at.origin, 's'), 'invalid_request')
  })

  test('a cancelled consent is sent back as access_denied', async () => {
    const page = await scene.browser.get(authorizePath(scene.application, 'contact:read', { state: 's' }))
    const answer = await scene.browser.submit(formTo(page.body, '/consent/'), { decision: 'cancel' })
    assert.equal(sentBack(answer, scene.at.origin, 's'), 'access_denied')
  })

  test('unknown parameters are ignored (RFC 6749 §3.1)', async () => {
    const path = authorizePath(scene.application, 'contact:read', {
      prompt: 'none',
      nonce: 'n',
    })
    assert.match(returned(await allow(scene.browser, path)).get('code') ?? '', /^air_live_ac_/)
  })
})

test('a server error after sign-in is sent to the application, and its cause only to the log', async () => {
  const broken = await startServer('sqlite')
  try {
    const at = await GrantScene.open(broken, 'alpine')
    await broken.world.storage.writePlatform((tx) => sql`drop table consent_request`.execute(tx.db))
    const answer = await at.browser.get(authorizePath(at.application, 'contact:read', { state: 's' }))
    assert.equal(sentBack(answer, at.at.origin, 's'), 'server_error')
    const told = returned(answer).get('error_description') ?? ''
    assert.match(told, new RegExp(String(answer.headers['x-request-id'])))
    assert.doesNotMatch(told, /consent_request/)
    assert.match(broken.logged.join(''), /no such table: consent_request/)
  } finally {
    await broken.close()
  }
})
