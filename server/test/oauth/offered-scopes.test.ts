/** A scope is offered only where a node uses it: known but unused ones may be asked for, and are neither granted nor shown. */
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

const UNUSED = 'document:read'

test('exactly those scopes are offered that a node needs and that can be granted', () => {
  const used = neededScopes(buildSchema())
  for (const scope of SCOPES) assert.equal(isOffered(scope), isGrantable(scope) && used.has(scope), scope)
})

describe('a scope that opens nothing yet', () => {
  let server: TestServer
  let scene: GrantScene
  before(async () => {
    server = await startServer('sqlite')
    scene = await GrantScene.open(server, 'alpine')
  })
  after(() => server.close())

  test('is accepted beside another on the way to consent, and not shown there', async () => {
    const application = await addApplication(server, { kind: 'electronic-flight-bag' })
    const page = await scene.browser.get(authorizePath(application, `flight:read ${UNUSED}`))
    assert.equal(page.status, 200)
    assert.ok(page.body.includes('flight:read'))
    assert.ok(!page.body.includes(UNUSED), 'the consent page names it')
  })

  test('alone it is refused as naming nothing that is open', async () => {
    const application = await addApplication(server, { kind: 'electronic-flight-bag' })
    const answer = await scene.browser.get(authorizePath(application, UNUSED))
    assert.equal(returned(answer).get('error'), 'invalid_scope')
  })

  test('is left out of the catalogue, of ceilings and of keys', async () => {
    const admin = new ConsoleClient(server.client, scene.browser)
    await addApplication(server, { kind: 'electronic-flight-bag' })
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
