/** What a suspended operator's address says, and to whom (access-model §2, threats row 191). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { setOperatorSuspendedWithin } from '../../src/services/tenancy/operator-suspension.ts'
import { addPerson, PASSWORD } from '../support/code-grant.ts'
import { PortalScene } from '../support/portal-scene.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

const REASON = 'Two invoices are open'
const PAGE = { accept: 'text/html' }

describe('the address of a suspended operator', () => {
  let server: TestServer
  let scene: PortalScene
  let at: TestTenant
  let token: string
  before(async () => {
    server = await startServer('sqlite')
    scene = new PortalScene(server)
    const { production, sandbox } = await server.operator('alpine')
    at = production
    for (const tenant of [production, sandbox]) await addPerson(server, tenant, 'Anna', ['ADMIN'])
    await addPerson(server, production, 'Pia', ['PILOT'])
    token = await production.accessToken()
    await setSuspended(true)
  })
  after(() => server.close())

  const setSuspended = (isSuspended: boolean) => {
    const suspension = { operatorId: 'alpine', isSuspended, reason: REASON }
    return server.world.storage.writePlatform((tx) => setOperatorSuspendedWithin(server.world, tx, suspension, HOST))
  }
  const signedInAs = async (name: string) => {
    const browser = scene.visitor(at.origin)
    await browser.signIn(await browser.get('/sign-in/'), `${name.toLowerCase()}@alpine.example`, PASSWORD)
    return browser
  }

  test('programs are told tenant_suspended at every path, and nothing is done there', async () => {
    const day = new Date(server.clock.now()).toISOString().slice(0, 10)
    const answers = [
      await at.query(token, '{ tokenInfo { expiresAt } }'),
      await server.client.form(`${at.origin}/oauth2/code/token/`, { grant_type: 'refresh_token' }),
      await server.client.ask(`${at.origin}/.well-known/oauth-authorization-server`),
    ]
    for (const answer of answers) {
      assert.equal(answer.status, 403)
      assert.deepEqual(answer.json(), {
        error: 'tenant_suspended',
        error_description: `This operator is suspended since ${day}: nothing is answered here until it is resumed`,
      })
    }
  })

  test('a stranger reads since when, what stands still and whom to write to, and no reason (threats row 191)', async () => {
    const page = await server.client.ask(`${at.origin}/console/`, { headers: PAGE })
    assert.equal(page.status, 403)
    assert.match(page.body, /Operator alpine is suspended/)
    assert.match(page.body, /no application and no key gets an answer/)
    assert.match(page.body, /mailto:support@localhost/)
    assert.doesNotMatch(page.body, new RegExp(REASON))
  })

  test('an administrator who signs in reads the reason; a pilot does not (threats row 191)', async () => {
    const anna = await signedInAs('Anna')
    assert.match((await anna.get('/console/', PAGE)).body, new RegExp(REASON))
    const pia = await signedInAs('Pia')
    const page = await pia.get('/console/', PAGE)
    assert.equal(page.status, 403)
    assert.doesNotMatch(page.body, new RegExp(REASON))
  })

  test('a session is good for nothing else while the operator is suspended (threats row 191)', async () => {
    const anna = await signedInAs('Anna')
    for (const path of ['/account/', '/console/graphql/', '/api/graphql/', '/oauth2/code/authorize/', '/outbox/']) {
      assert.equal((await anna.get(path)).status, 403, path)
    }
    assert.equal((await anna.post('/console/graphql/', { query: '{ viewer { name } }' })).status, 403)
  })

  test('its administrators are mailed the reason once, and again when it is open', async () => {
    const mails = async () => {
      const rows = await server.world.storage.platform.db
        .selectFrom('outbox_message')
        .select(['recipient', 'subject', 'body'])
        .execute()
      return rows.filter(({ subject }) => /suspended|open again/.test(subject))
    }
    const [mail, ...others] = await mails()
    assert.deepEqual(others, [], 'one administrator of both environments gets one mail')
    assert.match(mail?.body ?? '', new RegExp(REASON))
    await setSuspended(false)
    assert.deepEqual((await mails()).map(({ subject }) => subject).toSorted(), [
      'Operator alpine is open again',
      'Operator alpine is suspended',
    ])
    assert.equal((await at.query(token, '{ tokenInfo { expiresAt } }')).status, 200)
  })

  test('no session outlasts a suspension: those of before and those that began meanwhile open nothing once the operator is resumed (threats row 632)', async () => {
    const early = await signedInAs('Anna')
    assert.equal((await early.get('/account/')).status, 200)
    await setSuspended(true)
    const meanwhile = await signedInAs('Anna')
    for (const browser of [early, meanwhile]) assert.equal((await browser.get('/account/')).status, 403)
    await setSuspended(false)
    for (const browser of [early, meanwhile]) {
      assert.equal((await browser.get('/account/')).headers.location, '/sign-in/')
    }
    const anew = await signedInAs('Anna')
    assert.equal((await anew.get('/account/')).status, 200)
  })
})
