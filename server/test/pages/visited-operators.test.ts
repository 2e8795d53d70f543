/** The page about an unknown operator suggests what this browser visited, and looks nothing up (threats row 241). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { preparedPlace, startServer, type TestServer } from '../support/test-server.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe('the page about an unknown operator', () => {
  let server: TestServer
  before(async () => {
    const place = await preparedPlace('sqlite')
    const environment = { ...place.environment, AIRSIDE_PUBLIC_URL: 'http://airside.example' }
    server = await startServer('sqlite', { ...place, environment })
    server = server.at(place)
    await server.operator('alpine')
    await server.operator('northsea')
  })
  after(() => server.close())

  const ask = (host: string, path: string, cookie = '') =>
    server.client.ask(`http://${host}.airside.example${path}`, { headers: { accept: BROWSER, cookie } })
  const visit = async (host: string, cookie = ''): Promise<string> => {
    const [line = ''] = (await ask(host, '/sign-in/', cookie)).headers['set-cookie'] ?? []
    return line
  }

  test('suggests the visited operator whose name is nearly what was typed, and links to the others', async () => {
    const first = await visit('northsea.sandbox')
    assert.match(
      first,
      /^airside-visited=northsea\.sandbox; Domain=airside\.example; Path=\/; Secure; HttpOnly; SameSite/,
    )
    const second = await visit('alpine', first.split(';')[0])
    assert.match(second, /^airside-visited=alpine_northsea\.sandbox;/)
    const page = await ask('alpne', '/', second.split(';')[0])
    assert.equal(page.status, 404)
    assert.match(
      page.body,
      /Did you mean <a href="http:\/\/alpine\.airside\.example\/">alpine\.<wbr>airside\.<wbr>example<\/a>\?/,
    )
    assert.match(
      page.body,
      /Visited in this browser<\/dt><dd><a href="http:\/\/northsea\.sandbox\.airside\.example\/">/,
    )
  })

  test('names no operator to a browser that visited none, however near the name is', async () => {
    const page = await ask('alpne', '/')
    assert.doesNotMatch(page.body, /alpine|northsea|Did you mean/)
  })

  test('links to what the browser’s own cookie names whether it exists or not: nothing is looked up', async () => {
    const page = await ask('alpne', '/', 'airside-visited=alpnes')
    assert.match(page.body, /Did you mean <a href="http:\/\/alpnes\.airside\.example\/">/)
  })

  test('takes nothing but operators’ names from the cookie, and none from one that is too long', async () => {
    for (const value of ['"><script>alert(1)</script>', 'evil.example/', 'alpine.evil', '..', 'a'.repeat(500)]) {
      const { body } = await ask('alpne', '/', `airside-visited=${value}`)
      assert.doesNotMatch(body, /Did you mean|Visited in this browser|<script>alert/, value)
    }
    const many = await ask('alpne', '/', `airside-visited=${'ops-aaa_'.repeat(30)}alpine`)
    assert.doesNotMatch(many.body, /<dd><a href="http:\/\/ops-aaa.*(<dd><a href="http:\/\/ops-aaa.*){5}/s)
  })

  test('the developer portal and support are no operators and are not remembered', async () => {
    for (const host of ['developers', 'support']) assert.equal(await visit(host), '')
  })
})
