/** Redirect URIs at the service's own addresses: refused where they are registered, void where they are (threats row 633). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { formTo } from '../support/browser.ts'
import { addApplication, authorizePath, exchangeFields, GrantScene } from '../support/code-grant.ts'
import { REGISTRATION_INPUT, register } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import type { TestServer } from '../support/test-server.ts'

const REGISTER = `mutation ($input: RegistrationInput!) {
  applicationRegister(input: $input) { userErrorList { code message path } } }`
const CHANGE = `mutation ($id: ID!, $input: RegistrationChangeInput!) {
  applicationChange(clientId: $id, input: $input) { userErrorList { code message path } } }`

const OWN = [
  'http://alpine.localhost/sign-in/',
  'http://Alpine.LOCALHOST/sign-in/',
  'http://alpine.sandbox.localhost/console/',
  'https://alpine.localhost./account/',
  'http://support.localhost/console/',
  'http://developers.localhost/console/',
  'http://developers.localhost/callback/other',
  'http://sandbox.localhost/',
]
const CALLBACK = 'http://developers.localhost/callback/'

describe('redirect URIs at the service’s own addresses', () => {
  let server: TestServer
  let scene: GrantScene
  before(async () => {
    server = await startPortalServer('sqlite')
    scene = await GrantScene.open(server, 'alpine')
  })
  after(() => server.close())

  const setUris = (table: 'application' | 'consent_request' | 'authorization_code', uri: string) =>
    server.world.storage.writePlatform(async (tx) => {
      const { db } = tx
      if (table === 'application') {
        const all = JSON.stringify([scene.application.redirectUri, uri])
        await db.updateTable(table).set({ redirect_uri_list: all }).execute()
      } else await db.updateTable(table).set({ redirect_uri: uri }).execute()
    })

  test('none can be registered or added, but the portal’s own callback', async () => {
    const lena = await new PortalScene(server).signUp('lena@vektor.example')
    const id = await register(lena, { redirectUriList: [CALLBACK, 'http://alpine.localhost:3000/cb'] })
    for (const uri of OWN) {
      const redirectUriList = ['https://app.rampready.example/cb', uri]
      const input = { ...REGISTRATION_INPUT, name: 'Another', redirectUriList }
      const [made] = await lena.refused('applicationRegister', REGISTER, { input })
      assert.deepEqual([made?.code, made?.path], ['VALIDATION', ['input', 'redirectUriList']], uri)
      assert.match(made?.message ?? '', /leads to your own application, not to an address of this service/)
      assert.ok(made?.message.endsWith(`: ${uri}`), uri)
      const [changed] = await lena.refused('applicationChange', CHANGE, { id, input: { redirectUriList } })
      assert.equal(changed?.message, made?.message)
    }
  })

  test('one that was registered before is void where it is asked for, at the decision and at the exchange', async () => {
    for (const redirectUri of OWN) {
      const application = await addApplication(server, { redirectUris: [redirectUri] })
      const page = await scene.browser.get(authorizePath(application, 'contact:read'))
      assert.equal(page.status, 400, redirectUri)
      assert.match(page.body, /invalid redirect_uri/)
      const bare = await server.client.ask(`http://localhost${authorizePath(application, 'contact:read')}`)
      assert.equal(bare.status, 400, redirectUri)
    }
    const [uri = ''] = OWN
    const asked = await scene.browser.get(authorizePath(scene.application, 'contact:read'))
    await setUris('application', uri)
    await setUris('consent_request', uri)
    for (const decision of ['allow', 'cancel']) {
      const decided = await scene.browser.submit(formTo(asked.body, '/consent/'), { decision })
      assert.equal(decided.status, decision === 'allow' ? 400 : 403)
      assert.equal(decided.headers.location, undefined)
    }
    const code = await scene.code()
    await setUris('authorization_code', uri)
    const exchanged = await scene.token({ ...exchangeFields(scene.application, code), redirect_uri: uri })
    assert.equal(exchanged.status, 400, exchanged.body)
    assert.equal(exchanged.json<{ error: string }>().error, 'invalid_grant')
  })
})
