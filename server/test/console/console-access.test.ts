/**
 * Which requests the console's endpoint accepts: sessions, roles, addresses, origins (access-model §6, §10; threats
 * rows 20, 25).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { effectiveScopes, type RefreshTokenFacts } from '../../src/domain/oauth/token-validity.ts'
import { isGrantable, SCOPES, scopesIn } from '../../src/domain/scopes.ts'
import { GrantScene } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const VIEWER = '{ viewer { name isAdmin scopeList operatorName environment origin outboxPath } }'
const ADMIN_NODES = [
  '{ addOnList { clientId } }',
  '{ addOn(clientId: "x") { clientId } }',
  '{ availableAddOnList { clientId } }',
  '{ apiKeyList { apiKeyId } }',
  '{ apiKey(apiKeyId: "x") { apiKeyId } }',
  '{ userAccountList { userId } }',
  '{ auditEntryList { pageInfo { hasMore } } }',
  '{ auditActionList }',
  'mutation { addOnDisconnect(clientId: "x") { clientId } }',
  'mutation { addOnNarrow(clientId: "x", keepScopeList: []) { userErrorList { code } } }',
  'mutation { apiKeyCreate(input: { label: "x", scopeList: ["flight:read"] }) { refreshToken } }',
  'mutation { apiKeyRename(apiKeyId: "x", label: "y") { userErrorList { code } } }',
  'mutation { apiKeyRotate(apiKeyId: "x") { refreshToken } }',
  'mutation { apiKeyRevoke(apiKeyId: "x") { userErrorList { code } } }',
  'mutation { userInvite(input: { email: "a@b.example", name: "a", surname: "b", roleList: [] }) { userErrorList { code } } }',
  'mutation { userInviteAgain(userId: "x") { userErrorList { code } } }',
  'mutation { userAdminSet(userId: "x", isAdmin: true) { userErrorList { code } } }',
  'mutation { userRemove(userId: "x") { userId } }',
]

test('no token carries a scope that only a session has, even if its stored rows say so', () => {
  const everything = SCOPES.join(' ')
  const facts = { scopes: everything, keyId: 'key_1', keyScopes: everything } as RefreshTokenFacts
  assert.ok(scopesIn(effectiveScopes(facts, everything, 0)).every(isGrantable))
  const granted = {
    scopes: everything,
    keyId: null,
    grantScopes: everything,
    applicationKind: 'other',
    applicationPersonal: 0,
    applicationExtraScopes: everything,
    applicationExtraScopesUntil: 1,
  } as RefreshTokenFacts
  assert.ok(scopesIn(effectiveScopes(granted, everything, 0)).every(isGrantable))
  const held = SCOPES.filter((scope) => !isGrantable(scope)).map((scope) => scope.split(':')[0])
  assert.deepEqual([...new Set(held)], ['api-key', 'add-on', 'user', 'audit', 'account'])
})

for (const store of storesFor('rights')) {
  describe(`the console's endpoint (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let admin: ConsoleClient
    let pilot: ConsoleClient
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      admin = new ConsoleClient(server.client, scene.browser)
      pilot = await ConsoleClient.signIn(server, scene.at, scene.pilot)
    })
    after(() => server.close())

    const codeOf = (answer: { json<T>(): T }) => answer.json<Data>().errors[0].extensions.code

    test('a signed-in user reads their own name, roles and permissions', async () => {
      const { viewer } = await admin.data(VIEWER)
      assert.equal(viewer.name, 'Anna')
      assert.equal(viewer.isAdmin, true)
      assert.equal(viewer.origin, scene.at.origin)
      assert.equal(viewer.outboxPath, null)
      assert.ok(viewer.scopeList.includes('api-key:write'))
      assert.ok(!viewer.scopeList.includes('safety:reporter:read'))
      const { viewer: other } = await pilot.data(VIEWER)
      assert.deepEqual(other.scopeList, [
        'aircraft:read',
        'flight:read',
        'document:read',
        'own:profile',
        'own:roster',
        'own:logbook:read',
        'own:logbook:write',
        'own:safety',
        'account:read',
        'account:write',
      ])
    })

    test("a user without the admin role is refused every administrator's node before anything runs", async () => {
      for (const query of ADMIN_NODES) {
        const answer = await pilot.ask(query)
        assert.equal(answer.status, 403, query)
        assert.equal(codeOf(answer), 'INSUFFICIENT_SCOPE', query)
      }
      assert.equal((await pilot.ask('{ me { name } }')).status, 200)
      assert.equal((await pilot.ask('{ crewMemberList { nodeList { code } } }')).status, 403, 'colleagues’ papers')
      const write = 'mutation { contactCreate(input: { kind: CLIENT, name: "Eve" }) { userErrorList { code } } }'
      assert.equal((await pilot.ask(write)).status, 403)
    })

    test('a removed role counts on the next request', async () => {
      const SET =
        'mutation ($id: ID!, $on: Boolean!) { userAdminSet(userId: $id, isAdmin: $on) { userErrorList { code } } }'
      await admin.done('userAdminSet', SET, { id: scene.pilot.userId, on: true })
      assert.equal((await pilot.ask('{ apiKeyList { apiKeyId } }')).status, 200)
      await admin.done('userAdminSet', SET, { id: scene.pilot.userId, on: false })
      assert.equal((await pilot.ask('{ apiKeyList { apiKeyId } }')).status, 403)
    })

    test('a request without a session, or with a session of another address, gets 401', async () => {
      const stranger = await admin.ask(VIEWER, {}, { cookie: '' })
      assert.deepEqual([stranger.status, codeOf(stranger)], [401, 'NOT_SIGNED_IN'])
      assert.equal(stranger.headers['www-authenticate'], 'Session')
      const northsea = await GrantScene.open(server, 'northsea')
      const sandbox = scene.at.origin.replace('alpine.', 'alpine.sandbox.')
      for (const origin of [northsea.at.origin, sandbox]) {
        const elsewhere = await admin.ask(VIEWER, {}, {}, origin)
        assert.deepEqual([elsewhere.status, codeOf(elsewhere)], [401, 'NOT_SIGNED_IN'])
      }
    })

    test('the console refuses bearer tokens, and the query endpoint refuses sessions', async () => {
      const token = await scene.at.accessToken('contact:read')
      const bearer = await admin.ask(VIEWER, {}, { cookie: '', authorization: `Bearer ${token}` })
      assert.equal(bearer.status, 401)
      const refused = await scene.at.query(token, VIEWER)
      assert.deepEqual([refused.status, codeOf(refused)], [403, 'INSUFFICIENT_SCOPE'])
    })

    test("requests from another site or a sibling operator's page are refused", async () => {
      for (const site of ['cross-site', 'same-site', 'none']) {
        const answer = await admin.ask(VIEWER, {}, { 'sec-fetch-site': site })
        assert.deepEqual([answer.status, codeOf(answer)], [403, 'FORBIDDEN'], site)
      }
    })

    test('a signed-out session is refused at once', async () => {
      const brief = await ConsoleClient.signIn(server, scene.at, scene.pilot)
      const gone = await brief.done(
        'accountSignOutEverywhere',
        'mutation { accountSignOutEverywhere { viewer { userId } userErrorList { code } } }',
      )
      assert.equal(gone.viewer, null)
      assert.equal((await brief.ask(VIEWER)).status, 401)
      assert.equal((await pilot.ask(VIEWER)).status, 401)
    })

    test('metadata lists no scope that cannot be granted, and consent refuses to ask for one', async () => {
      const metadata = await server.client.ask(`${scene.at.origin}/.well-known/oauth-authorization-server`)
      const listed = metadata.json<{ scopes_supported: string[] }>().scopes_supported
      assert.ok(listed.length > 0 && !listed.some((scope) => /^(api-key|add-on|user|audit|account):/.test(scope)))
      for (const scope of ['add-on:read', 'user:write', 'audit:read', 'account:read', 'api-key:write']) {
        await assert.rejects(scene.at.createKey(scope), /signed-in users only/)
        await assert.rejects(scene.code(scope))
      }
    })
  })
}
