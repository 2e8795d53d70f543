/** "Which operator do you work for?" on the bare host: checked first, unchanged on the way, nothing listed (threats row 80). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Browser, formTo } from '../support/browser.ts'
import { addApplication, authorizePath, GrantScene, REDIRECT_URI, type TestApplication } from '../support/code-grant.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

const FORM = '/oauth2/which-operator/'
const BARE = 'http://localhost'
const BARE_SANDBOX = 'http://sandbox.localhost'

let server: TestServer
let scene: GrantScene
let testOnly: TestApplication
before(async () => {
  server = await startServer('sqlite')
  scene = await GrantScene.open(server, 'alpine')
  testOnly = await addApplication(server, { name: 'Fuelboard' }, 'test')
})
after(() => server.close())

const visitor = (origin = BARE) => new Browser(server.client, origin)
const link = (more: Record<string, string> = {}) => authorizePath(scene.application, 'flight:read', more)
const queryOf = (path: string): string => path.slice(path.indexOf('?') + 1)

describe('an authorization that does not say at which operator', () => {
  test('asks for the operator, and goes on to its address with every octet of the query', async () => {
    const browser = visitor()
    const path = `${link()}&state=%E2%9C%93+a%2Bb&extra=%7e`
    const page = await browser.get(path)
    assert.equal(page.status, 200)
    assert.match(page.body, /Which operator do you work for\?/)
    assert.doesNotMatch(page.body, /alpine/, 'no operator is named')
    const answer = await browser.submit(formTo(page.body, FORM), { operator: 'alpine' })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, `http://alpine.localhost/oauth2/code/authorize/?${queryOf(path)}`)
  })

  test('understands a pasted address of either environment, and capitals', async () => {
    const page = await visitor().get(link())
    for (const typed of [
      'http://alpine.localhost/console/',
      'alpine.sandbox.localhost:8080',
      ' Alpine ',
      'alpine.localhost',
    ]) {
      const answer = await visitor().submit(formTo(page.body, FORM), { operator: typed })
      assert.match(answer.headers.location ?? answer.body, /^http:\/\/alpine\.localhost\/oauth2/, typed)
    }
  })

  test('says the same of an operator that never existed and of a misspelt one, and shows markup as text', async () => {
    const page = await visitor().get(link())
    const unknown = await visitor().submit(formTo(page.body, FORM), { operator: 'alpina' })
    assert.equal(unknown.status, 400)
    assert.match(unknown.body, /No operator answers at <b>alpina<\/b>/)
    const markup = await visitor().submit(formTo(page.body, FORM), { operator: '"><script>alert(1)</script>' })
    assert.equal(markup.status, 400)
    assert.doesNotMatch(markup.body, /<script>alert/)
    assert.match(markup.body, /Small letters, digits and hyphens only/)
  })

  test('offers the last three operators of this browser, and none of another', async () => {
    const browser = visitor()
    await server.operator('northsea')
    for (const operator of ['alpine', 'northsea']) {
      const page = await browser.get(link())
      await browser.submit(formTo(page.body, FORM), { operator })
    }
    assert.match((await browser.get(link())).body, /Used in this browser[\s\S]*northsea[\s\S]*alpine/)
    assert.doesNotMatch((await visitor().get(link())).body, /Used in this browser/)
    const forgotten = await browser.submit(formTo((await browser.get(link())).body, FORM), { forget: 'northsea' })
    assert.equal(forgotten.status, 303)
    const left = (await browser.get(link())).body
    assert.match(left, /Forget alpine/)
    assert.doesNotMatch(left, /northsea/)
    browser.cookies.set('__Host-airside-operators', '"><b>x.alpine.%00')
    assert.doesNotMatch((await browser.get(link())).body, /"><b>x/)
  })

  const wayBackIn = (body: string): string => {
    const href = /<a href="([^"]*)"[^>]*>Back to <bdi>/.exec(body)?.[1]
    assert.ok(href, 'there is a way back')
    return href.replaceAll('&amp;', '&')
  }

  test('says what kind of application asks and where it lives, and leads back to the address it came from', async () => {
    const page = await visitor().get(`${link()}&state=%E2%9C%93+a%2Bb`)
    assert.match(page.body, /Skylog<\/bdi><\/b><ul class="about"><li>Other application<\/li>/)
    assert.match(page.body, /<a href="https:\/\/skylog\.example\/"[^>]*>skylog\.example<\/a>/)
    const back = new URL(wayBackIn(page.body))
    assert.equal(`${back.origin}${back.pathname}`, REDIRECT_URI)
    assert.deepEqual(
      [back.searchParams.get('error'), back.searchParams.get('iss'), back.search.split('&').at(-1)],
      ['access_denied', null, 'state=%E2%9C%93+a%2Bb'],
    )
    const wrong = await visitor().submit(formTo(page.body, FORM), { operator: 'alpina' })
    assert.equal(wayBackIn(wrong.body), back.href, 'also after a wrong identifier')
  })

  test('tells of the application only what was registered, whatever else the link says (threats row 354)', async () => {
    const others = await addApplication(server, {
      name: 'Sky<b>log',
      website: 'https://books.example/airside.example?to=airside.example',
      redirectUris: ['https://app.books.example/cb?tab=1', 'http://127.0.0.1:9000/cb'],
    })
    const extra = {
      state: '"><a href="https://evil.example/">x</a>',
      name: 'Airside support',
      website: 'https://evil.example/',
      kind: 'evil',
      back: 'https://evil.example/',
      error: 'evil',
    }
    for (const redirectUri of ['https://app.books.example/cb?tab=1', 'http://127.0.0.1:9000/cb']) {
      const { body } = await visitor().get(authorizePath({ ...others, redirectUri }, 'flight:read', extra))
      const hrefs = [...body.matchAll(/<a\b[^>]*href="([^"]*)"/g)].map(([, href = '']) => URL.parse(href)?.host)
      const { host } = new URL(redirectUri)
      assert.deepEqual(new Set(hrefs.filter(Boolean)), new Set(['books.example', host]))
      assert.match(body, />books\.example<\/a>/, 'a link is called by the host that it leads to')
      assert.match(body, new RegExp(`<span class="mono leads-to">${host}</span>`))
      assert.ok(wayBackIn(body).startsWith(redirectUri))
      assert.equal(new URL(wayBackIn(body)).searchParams.get('error'), 'access_denied')
      assert.match(body, /Sky&lt;b>log|Sky&lt;b&gt;log/)
      assert.doesNotMatch(body, /Airside support/)
    }
    const taken = await visitor().get(authorizePath({ ...others, redirectUri: REDIRECT_URI }, 'flight:read'))
    assert.equal(taken.status, 400, 'the address of another application')
    assert.doesNotMatch(taken.body, /Back to <bdi>/)
  })

  test('shows a page and sends nobody anywhere for an unknown client or a redirect URI that is not registered', async () => {
    const unknown = await visitor().get(
      '/oauth2/code/authorize/?response_type=code&client_id=nobody&scope=flight%3Aread',
    )
    assert.equal(unknown.status, 400)
    assert.equal(unknown.headers.location, undefined)
    const foreign = `/oauth2/code/authorize/?response_type=code&client_id=${scene.application.clientId}&redirect_uri=${encodeURIComponent(`${REDIRECT_URI}x`)}&scope=flight%3Aread`
    assert.equal((await visitor().get(foreign)).status, 400)
    const posted = await visitor().post(FORM, { query: queryOf(foreign), operator: 'alpine' })
    assert.deepEqual([posted.status, posted.headers.location], [400, undefined])
  })

  test('sends an application that may work only in sandboxes to their bare host', async () => {
    const path = authorizePath(testOnly, 'flight:read')
    const away = await visitor().get(path)
    assert.equal(away.headers.location, `${BARE_SANDBOX}${path}`)
    const page = await visitor(BARE_SANDBOX).get(path)
    assert.match(page.body, /SANDBOX/)
  })

  test('refuses a form whose query could not stand in an address', async () => {
    const query = queryOf(link())
    for (const wrong of [`${query}\r\nX: y`, `${query}\u0000`, `${query}é`]) {
      const answer = await visitor().post(FORM, { query: wrong, operator: 'alpine' })
      assert.deepEqual([answer.status, answer.headers.location], [400, undefined])
    }
  })

  test('refuses a form that another site sends', async () => {
    const page = await visitor().get(link())
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' }
    const answer = await visitor().submit(formTo(page.body, FORM), { operator: 'alpine' }, headers)
    assert.equal(answer.status, 403)
    assert.equal(answer.headers.location, undefined)
  })
})
