/** A browser that reaches an unknown address gets a page with links; a program gets JSON. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const PLACES = [
  { what: 'an unknown operator', url: 'http://alpin.localhost/', says: 'There is no operator “alpin” here' },
  { what: 'an unknown address', url: 'http://a.b.c.localhost/', says: 'There is nothing at this address' },
  { what: 'an unknown path', url: 'http://alpine.localhost/no/such/', says: 'There is no such page' },
  { what: 'the developers’ address', url: 'http://developers.localhost/nothing/', says: 'There is no such page' },
  { what: 'the support’s address', url: 'http://support.localhost/nothing/', says: 'There is no such page' },
] as const

describe('unknown addresses', () => {
  let server: TestServer
  before(async () => {
    server = await startServer('sqlite')
    await server.operator('alpine')
  })
  after(() => server.close())

  const ask = (url: string, accept: string, method = 'GET') => server.client.ask(url, { method, headers: { accept } })

  for (const { what, url, says } of PLACES) {
    test(`${what} is answered with a page to a browser and JSON to a program`, async () => {
      const page = await ask(url, BROWSER)
      assert.equal(page.status, 404)
      assert.match(page.headers['content-type'] ?? '', /^text\/html/)
      assert.ok(page.body.includes(says), page.body)
      assert.ok(page.body.includes(String(page.headers['x-request-id'])))
      assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
      for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
        const answer = await ask(url, accept)
        assert.equal(answer.json<{ error: string }>().error, 'not_found', accept)
      }
    })
  }

  test('a path that lacks its last slash is answered with the path that is meant, to browsers as a link', async () => {
    for (const path of ['/console', '/sign-in']) {
      const page = await ask(`http://alpine.localhost${path}`, BROWSER)
      assert.equal(page.status, 404)
      assert.ok(page.body.includes(`The path is <a href="${path}/">${path}/</a>.`), page.body)
      const { error_description } = (await ask(`http://alpine.localhost${path}`, 'application/json')).json<{
        error_description: string
      }>()
      assert.equal(error_description, `There is nothing at ${path}: the path is ${path}/`)
    }
  })

  test('the stylesheet is served even where the operator is unknown', async () => {
    assert.equal((await ask('http://alpin.localhost/assets/pages.css', 'text/css')).status, 200)
  })

  test('a browser that opens an API endpoint gets a page with the methods it accepts', async () => {
    const page = await ask('http://alpine.localhost/api/graphql/', BROWSER)
    assert.deepEqual([page.status, page.headers.allow], [405, 'POST'])
    assert.ok(page.body.includes('This address is for programs'))
    const answer = await ask('http://alpine.localhost/api/graphql/', 'application/json')
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'POST'])
    assert.equal(answer.json<{ error: string }>().error, 'method_not_allowed')
  })

  test('the requested address is shown as text, never as markup', async () => {
    const page = await ask('http://alpine.localhost/%3Cscript%3Ealert(1)%3C/script%3E/', BROWSER)
    assert.equal(page.status, 404)
    assert.ok(!page.body.includes('<script>alert'), page.body)
  })
})
