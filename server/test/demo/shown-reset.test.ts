/** A forgotten password in the demo: the link that no mail brings is shown to whom it belongs (threats row 242). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Browser, formTo } from '../support/browser.ts'
import { addPerson, PASSWORD, type Person } from '../support/code-grant.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

const LINK = /href="(http:\/\/alpine\.localhost\/reset\/\?reset=\w+#\w+)"/

describe('a forgotten password in the demo', () => {
  let server: TestServer
  let at: TestTenant
  let [anna, lena]: Person[] = []
  before(async () => {
    const shown = {
      operatorId: 'alpine',
      operatorName: 'Alpine Jet',
      environment: 'production',
      admin: 'anna@alpine.example',
      pilot: 'marc@alpine.example',
      password: PASSWORD,
      refreshToken: 'none',
    } as const
    server = await startServer('sqlite', undefined, { tenants: [shown], applications: [], platform: null })
    at = (await server.operator('alpine')).production
    anna = await addPerson(server, at, 'Anna', ['ADMIN'])
    lena = await addPerson(server, at, 'Lena', ['CREW'])
  })
  after(() => server.close())

  const visitor = () => new Browser(server.client, at.origin)
  const ask = async (email: string, browser = visitor()): Promise<string> => {
    const page = await browser.get('/forgotten/')
    return (await browser.submit(formTo(page.body, '/forgotten/'), { email })).body
  }

  test('who types the address of a person whom the demo shows gets the link at once, and it works', async () => {
    const [, link = ''] = LINK.exec(await ask(anna?.email ?? '')) ?? []
    const { search, hash } = new URL(link)
    const browser = visitor()
    const page = await browser.get(`/reset/${search}`)
    const form = formTo(page.body, '/reset/')
    const answer = await browser.submit(form, { code: hash.slice(1), new_password: 'another good password' })
    assert.equal(answer.status, 303, answer.body)
    assert.doesNotMatch(await ask(anna?.email ?? ''), LINK, 'who chose a password is not shown to strangers any more')
  })

  test('somebody else’s link is not shown: a stranger reads the same as for an address without an account', async () => {
    const known = await ask(lena?.email ?? '')
    const unknown = await ask('nobody@alpine.example')
    assert.doesNotMatch(known, LINK)
    const told = (page: string, email: string) => page.replaceAll(email, 'WHO').replaceAll(/<time.*?<\/time>/g, 'WHEN')
    assert.equal(told(known, lena?.email ?? ''), told(unknown, 'nobody@alpine.example'))
  })

  test('a person who signed in before in this browser gets the link there, and no other’s', async () => {
    const browser = visitor()
    await browser.signIn(await browser.get('/sign-in/'), lena?.email ?? '', PASSWORD)
    assert.match(await ask(lena?.email ?? '', browser), LINK)
    const paula = await addPerson(server, at, 'Paula', ['CREW'])
    assert.doesNotMatch(await ask(paula.email, browser), LINK)
  })
})
