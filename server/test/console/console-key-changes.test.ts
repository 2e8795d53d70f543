/** Scopes and addresses of a key in use: less counts at once, and requests from elsewhere are refused (access-model §6). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { GrantScene } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const CREATE = `mutation ($input: ApiKeyInput!) { apiKeyCreate(input: $input) {
  refreshToken apiKey { apiKeyId } userErrorList { code path } } }`
const SCOPES = `mutation ($id: ID!, $scopes: [String!]!) { apiKeyScopeSet(apiKeyId: $id, scopeList: $scopes) {
  apiKey { scopeList { scope { name } } } userErrorList { code path message } } }`
const NETWORKS = `mutation ($id: ID!, $networks: [String!]) { apiKeyNetworkSet(apiKeyId: $id, networkList: $networks) {
  apiKey { networkList } userErrorList { code path message } } }`
const CONTACTS = '{ contactList { nodeList { name } } }'
const FLIGHT = '{ flight(flightId: "flt_1") { flightId } }'

for (const store of storesFor('sql')) {
  describe(`changes of a key in use (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let admin: ConsoleClient
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      admin = new ConsoleClient(server.client, scene.browser)
    })
    after(() => server.close())

    const newKey = async (input: object = {}) => {
      const given = { label: 'Board', scopeList: ['contact:read', 'flight:read'], ...input }
      const { refreshToken, apiKey } = await admin.done('apiKeyCreate', CREATE, { input: given })
      return { id: apiKey.apiKeyId as string, refreshToken: refreshToken as string }
    }
    const refused = async (document: string, variables: object): Promise<Data> => {
      const { data } = (await admin.ask(document, variables)).json<Data>()
      const [payload] = Object.values(data) as Data[]
      return payload.userErrorList[0]
    }
    const codeOf = async (token: string, query: string): Promise<string | undefined> =>
      (await scene.at.query(token, query)).json<Data>().errors?.[0].extensions.code

    test('a scope that is taken away stops with the next request, and one that is added comes with the next token (threats row 408)', async () => {
      const { id, refreshToken } = await newKey()
      const token = (await scene.at.refreshKey(refreshToken)).body
      assert.equal(await codeOf(token, CONTACTS), undefined)
      await admin.done('apiKeyScopeSet', SCOPES, { id, scopes: ['flight:read'] })
      assert.equal(await codeOf(token, CONTACTS), 'INSUFFICIENT_SCOPE')
      assert.equal(await codeOf(token, FLIGHT), undefined)
      await admin.done('apiKeyScopeSet', SCOPES, { id, scopes: ['flight:read', 'contact:read', 'crew:read'] })
      assert.equal(await codeOf(token, CONTACTS), 'INSUFFICIENT_SCOPE', 'given back, it comes with the next token')
      assert.equal(await codeOf(token, FLIGHT), undefined)
      const next = (await scene.at.refreshKey(refreshToken)).body
      assert.equal(await codeOf(next, CONTACTS), undefined)
      assert.equal(await codeOf(next, '{ crewMemberList { nodeList { name } } }'), undefined)
      const { auditEntryList } = await admin.data(
        '{ auditEntryList(filter: { action: "api-key.scopes-changed" }) { nodeList { detail subjectName } } }',
      )
      const [widened] = auditEntryList.nodeList
      assert.equal(widened.subjectName, 'Board')
      assert.deepEqual(JSON.parse(widened.detail).added.split(' ').toSorted(), ['contact:read', 'crew:read'])
    })

    test('a key gets no scope that a new one could not have', async () => {
      const { id } = await newKey()
      for (const scopes of [[], ['user:write'], ['own:roster'], ['moon:read']]) {
        assert.deepEqual((await refused(SCOPES, { id, scopes })).path, ['scopeList'])
      }
      assert.deepEqual((await refused(SCOPES, { id: 'key_nobodys', scopes: ['flight:read'] })).code, 'NOT_FOUND')
    })

    test('a key that is limited to some addresses is refused elsewhere, at the token and at each request', async () => {
      const { id, refreshToken } = await newKey()
      const token = (await scene.at.refreshKey(refreshToken)).body
      await admin.done('apiKeyNetworkSet', NETWORKS, { id, networks: ['203.0.113.0/24', '2001:db8::7'] })
      assert.equal(await codeOf(token, CONTACTS), 'ADDRESS_NOT_ALLOWED', 'a token that was issued before')
      const elsewhere = await scene.at.refreshKey(refreshToken)
      assert.equal(elsewhere.status, 403)
      assert.match(elsewhere.body, /address_not_allowed/)
      assert.match(elsewhere.body, /127\.0\.0\.1/)
      const { apiKey } = await admin.done('apiKeyNetworkSet', NETWORKS, { id, networks: ['127.0.0.0/8'] })
      assert.deepEqual(apiKey.networkList, ['127.0.0.0/8'])
      assert.equal(await codeOf(token, CONTACTS), undefined)
      assert.equal((await scene.at.refreshKey(refreshToken)).status, 200)
      await admin.done('apiKeyNetworkSet', NETWORKS, { id, networks: null })
      assert.equal(await codeOf(token, CONTACTS), undefined)
    })

    test('of a text of 60 KB that is no network the message shows the beginning (threats row 415)', async () => {
      const { id } = await newKey()
      const { message } = await refused(NETWORKS, { id, networks: ['9'.repeat(60_000)] })
      assert.match(message, /^"9{60}…" is neither an address nor a network/)
    })

    test('a new key takes a list of addresses, and a wrong one is named', async () => {
      const { refreshToken } = await newKey({ networkList: ['198.51.100.7'] })
      assert.equal((await scene.at.refreshKey(refreshToken)).status, 403)
      const { id } = await newKey()
      for (const wrong of ['moon', '10.0.0.0/0', '10.0.0.0/33', '300.1.1.1', 'fe80::1%eth0', '::ffff:0:0/96', '::/1']) {
        const error = await refused(NETWORKS, { id, networks: ['127.0.0.1', wrong] })
        assert.deepEqual(error.path, ['networkList'])
        assert.ok(error.message.includes(wrong), error.message)
      }
      assert.match((await refused(NETWORKS, { id, networks: [] })).message, /from anywhere/)
    })
  })
}
