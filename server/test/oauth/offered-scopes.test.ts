/** Only scopes that a node uses are offered: known unused ones may be requested and are neither granted nor shown. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isGrantable, isOffered, SCOPES } from '../../src/domain/scopes.ts'
import { neededScopes } from '../../src/graphql/access-declaration.ts'
import { buildSchema } from '../../src/graphql/schema.ts'
import { addApplication, authorizePath, GrantScene, returned } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const UNUSED = 'safety:reporter:read'

test('the offered scopes are exactly those that a node needs and that can be granted', () => {
  const used = neededScopes(buildSchema())
  for (const scope of SCOPES) assert.equal(isOffered(scope), isGrantable(scope) && used.has(scope), scope)
})

describe('known scopes that no node uses', () => {
  let server: TestServer
  let scene: GrantScene
  before(async () => {
    server = await startServer('sqlite')
    scene = await GrantScene.open(server, 'alpine')
  })
  after(() => server.close())

  test('an unused scope is accepted beside another one and not shown on the consent page', async () => {
    const application = await addApplication(server, { kind: 'safety-management' })
    const page = await scene.browser.get(authorizePath(application, `flight:read ${UNUSED}`))
    assert.equal(page.status, 200)
    assert.ok(page.body.includes('flight:read'))
    assert.ok(!page.body.includes(UNUSED), 'the consent page names it')
  })

  test('an unused scope requested alone is refused', async () => {
    const application = await addApplication(server, { kind: 'safety-management' })
    const answer = await scene.browser.get(authorizePath(application, UNUSED))
    assert.equal(returned(answer).get('error'), 'invalid_scope')
  })

  test('an unused scope is not in the catalogue, in ceilings or in keys', async () => {
    const admin = new ConsoleClient(server.client, scene.browser)
    await addApplication(server, { kind: 'safety-management' })
    const data = await admin.data('{ scopeCatalogue { name } availableAddOnList { scopeCeilingList { name } } }')
    const shown = [
      data.scopeCatalogue,
      ...data.availableAddOnList.map(({ scopeCeilingList }: { scopeCeilingList: unknown }) => scopeCeilingList),
    ]
    for (const { name } of shown.flat()) assert.ok(isOffered(name), name)
    const CREATE = `mutation ($input: ApiKeyInput!) {
      apiKeyCreate(input: $input) { apiKey { scopeList { scope { name } } } userErrorList { code } }
    }`
    const input = { label: 'Board', scopeList: ['flight:read', UNUSED] }
    const { apiKey } = await admin.done('apiKeyCreate', CREATE, { input })
    assert.deepEqual(apiKey.scopeList, [{ scope: { name: 'flight:read' } }])
  })
})
