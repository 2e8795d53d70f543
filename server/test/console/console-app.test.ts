/** Serves the built console: its page to signed-in users, its hashed files with long caching, and nothing else. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Browser, formTo } from '../support/browser.ts'
import { addPerson, GrantScene, PASSWORD, type Person, signedInBrowser } from '../support/code-grant.ts'
import { preparedPlace, startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

const PAGE =
  '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" src="/console/assets/main-DkQ3x9Zp.js"></script>'

describe('the built console', () => {
  let server: TestServer
  let at: TestTenant
  let person: Person
  let place: Awaited<ReturnType<typeof preparedPlace>>
  const folder = mkdtempSync(join(tmpdir(), 'airside-console-'))
  before(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), PAGE)
    writeFileSync(join(folder, 'explorer.html'), '<!doctype html><meta name="facts" content="__EXPLORER_FACTS__">')
    writeFileSync(join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(folder, 'assets/main-DkQ3x9Zp.js'), 'export {}')
    place = await preparedPlace('sqlite')
    const environment = { ...place.environment, AIRSIDE_CONSOLE: folder }
    server = await startServer('sqlite', { ...place, environment })
    at = (await server.operator('alpine')).production
    person = await addPerson(server, at, 'Anna', ['ADMIN'])
  })
  after(async () => {
    await server.close()
    await place.dispose()
    rmSync(folder, { recursive: true })
  })

  test("the operator's root leads to sign-in, and signed-in users to the console", async () => {
    const stranger = new Browser(server.client, at.origin)
    assert.equal((await stranger.get('/')).headers.location, '/sign-in/')
    assert.equal((await stranger.get('/console/')).headers.location, '/sign-in/')
    const landed = await stranger.signIn(await stranger.get('/sign-in/'), person.email, PASSWORD)
    assert.deepEqual([landed.status, landed.body.includes('main-DkQ3x9Zp.js')], [200, true])
    assert.equal((await stranger.get('/')).headers.location, '/console/')
  })

  test('a console path leads through sign-in back to itself, and never to another site', async () => {
    const stranger = new Browser(server.client, at.origin)
    const place = '/console/add-ons/app_1?period=DAY&q=a%20b'
    const { location = '' } = (await stranger.get(place)).headers
    assert.equal(location, `/sign-in/?to=${encodeURIComponent(place)}`)
    const form = formTo((await stranger.get(location)).body, '/sign-in/')
    const wrong = await stranger.submit(form, { email: person.email, password: 'wrong' })
    const again = formTo(wrong.body, '/sign-in/')
    const answer = await stranger.submit(again, { email: person.email, password: PASSWORD })
    assert.deepEqual([answer.status, answer.headers.location], [303, place])
    assert.equal((await stranger.get(location)).headers.location, place, 'whoever is in already goes on at once')
    const outside = ['/console/../../x', '/console/..\\..\\x', '/console/%2e%2e/account/', '/console/..//evil.example/']
    const elsewhere = ['//evil.example/', 'https://evil.example/', '/console', '/console/\r\nx: y', '/account/', '']
    for (const to of [...outside, ...elsewhere]) {
      const { location: onward = '' } = (await stranger.get(`/sign-in/?to=${encodeURIComponent(to)}`)).headers
      assert.equal(onward, '/console/', to)
    }
    const roundabout = await stranger.get(`/sign-in/?to=${encodeURIComponent('/console/x/../add-ons?q=1')}`)
    assert.equal(roundabout.headers.location, '/console/add-ons?q=1')
  })

  test('every path of the console serves its page with a strict content security policy', async () => {
    const browser = await signedInBrowser(server, at, person)
    const pages = [await browser.get('/console/'), await browser.get('/console/add-ons/app_1?period=DAY')]
    const nonces = pages.map(({ status, headers, body }) => {
      assert.equal(status, 200)
      assert.equal(headers['cache-control'], 'no-store')
      const policy = String(headers['content-security-policy'])
      const nonce = /style-src 'self' 'nonce-(\w{20,})'/.exec(policy)?.[1] ?? ''
      assert.ok(policy.includes("script-src 'self';") && policy.includes("frame-ancestors 'none'"))
      assert.ok(!policy.includes('unsafe'))
      assert.ok(body.includes(`nonce="${nonce}"`) && !body.includes('__CSP_NONCE__'))
      return nonce
    })
    assert.notEqual(nonces[0], nonces[1])
  })

  test('the explorer opens for anybody, runs scripts of its own address only, and knows administrators', async () => {
    const factsOf = (body: string) => JSON.parse(body.match(/content="(.*)"/)?.[1]?.replaceAll('&quot;', '"') ?? '')
    const stranger = await new Browser(server.client, at.origin).get('/console/explorer/')
    assert.deepEqual(factsOf(stranger.body), {
      operatorName: at.tenant.name,
      host: new URL(at.origin).host,
      environment: 'production',
      isSignedIn: false,
      isAdmin: false,
      providerName: null,
    })
    const policy = String(stranger.headers['content-security-policy'])
    for (const rule of ["default-src 'none'", "script-src 'self'", "worker-src 'self'", "connect-src 'self'"]) {
      assert.ok(policy.split('; ').includes(rule), rule)
    }
    assert.ok(!policy.includes('unsafe-eval') && !/https?:|\*/.test(policy), policy)
    const admin = await (await signedInBrowser(server, at, person)).get('/console/explorer/')
    assert.equal(factsOf(admin.body).isAdmin, true)
    const pilot = await addPerson(server, at, 'Paul', ['CREW'])
    const signedIn = await (await signedInBrowser(server, at, pilot)).get('/console/explorer/')
    assert.equal(factsOf(signedIn.body).isSignedIn, true)
    assert.equal(factsOf(signedIn.body).isAdmin, false, 'a session without the role is no credential here')
  })

  test('hashed files are cached for good, others for minutes, and missing files are 404', async () => {
    const browser = new Browser(server.client, at.origin)
    const hashed = await browser.get('/console/assets/main-DkQ3x9Zp.js')
    assert.equal(hashed.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(hashed.headers['content-type'], 'text/javascript; charset=utf-8')
    const plain = await browser.get('/console/mark.svg')
    assert.deepEqual(
      [plain.headers['content-type'], plain.headers['cache-control']],
      ['image/svg+xml', 'public, max-age=300'],
    )
    for (const path of ['/console/assets/gone-DkQ3x9Zp.js', '/console/assets/../index.html', '/console']) {
      assert.equal((await browser.get(path)).status, 404, path)
    }
    assert.equal((await browser.get('/console/..%2f..%2fetc/passwd')).status, 303)
  })

  test('the outbox is 404 on a server without a demo', async () => {
    const browser = await signedInBrowser(server, at, person)
    assert.equal((await browser.get('/outbox/')).status, 404)
  })
})

test('a server without a built console works and says how to build it', async () => {
  const place = await preparedPlace('sqlite')
  const environment = { ...place.environment, AIRSIDE_CONSOLE: join(tmpdir(), 'airside-no-console-here') }
  const server = await startServer('sqlite', { ...place, environment })
  try {
    const scene = await GrantScene.open(server, 'alpine')
    assert.equal((await scene.browser.get('/')).headers.location, '/account/')
    const answer = await scene.browser.get('/console/')
    assert.equal(answer.status, 404)
    assert.match(answer.body, /npm run build/)
    assert.equal((await scene.browser.get('/console/explorer/')).status, 404)
  } finally {
    await server.close()
    await place.dispose()
  }
})
