/** No data crosses from one operator or environment to another, whatever a request claims (threats rows 16, 17, 19). */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { makeSecret } from '../../src/domain/secret.ts'
import { auditEntries } from '../../src/storage/audit.ts'
import { GrantScene } from '../support/code-grant.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { sendLines, statusIn } from '../support/raw-http.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const ME = '{ operator { operatorId } tokenInfo { environment scopeList } }'

/** Tokens of the right form, check digits included, that nobody ever issued. */
const UNKNOWN = {
  access: makeSecret('at', 'production', randomBytes),
  key: makeSecret('ak', 'production', randomBytes),
}

/** What a client can tell of an answer: all but its time and its request id. */
const visible = ({ status, headers, body }: Answer) => {
  const { date: _, 'x-request-id': requestId, ...rest } = headers
  return { status, headers: rest, body: body.replaceAll(String(requestId), '<request id>') }
}

for (const store of storesFor('rights')) {
  describe(`one operator's tokens at another's address (${store})`, () => {
    let server: TestServer
    let alpine: Record<'production' | 'sandbox', TestTenant>
    let northsea: Record<'production' | 'sandbox', TestTenant>
    before(async () => {
      server = await startServer(store)
      alpine = await server.operator('alpine')
      northsea = await server.operator('northsea')
    })
    after(() => server.close())

    /** The same answer as a token that nobody issued, byte for byte. */
    const strangerAt = async (token: string, refreshToken: string, others: readonly TestTenant[]): Promise<void> => {
      for (const at of others) {
        assert.deepEqual(visible(await at.query(token, ME)), visible(await at.query(UNKNOWN.access, ME)))
        assert.deepEqual(visible(await at.refreshKey(refreshToken)), visible(await at.refreshKey(UNKNOWN.key)))
        assert.equal((await at.query(token, ME)).status, 401)
        assert.equal((await at.refreshKey(refreshToken)).status, 400)
      }
    }

    test('an access token and a key of one operator are unknown at another and in the other environment (threats rows 16, 17)', async () => {
      const tenants = [alpine.production, alpine.sandbox, northsea.production, northsea.sandbox]
      for (const home of tenants) {
        const { refreshToken } = await home.createKey()
        const token = (await home.refreshKey(refreshToken)).body
        assert.equal((await home.query(token, ME)).status, 200)
        const others = tenants.filter((other) => other !== home)
        await strangerAt(token, refreshToken, others)
        assert.equal((await home.query(token, ME)).status, 200, 'and it stays valid at home')
      }
    })

    test('an access token names the tenant it was made for', async () => {
      assert.match(await alpine.production.accessToken(), /^air_live_at_/)
      assert.match(await alpine.sandbox.accessToken(), /^air_test_at_/)
    })

    test('an application connected to two operators sees each only by its own tokens', async () => {
      const one = await GrantScene.open(server, 'first-air')
      const { at, admin, pilot, browser } = await GrantScene.open(server, 'second-air')
      const two = new GrantScene({ server, at, admin, pilot, application: one.application, browser })
      const [first, second] = [await one.connect(), await two.connect()]
      const operatorOf = async (at: TestTenant, token: string) =>
        (await at.query(token, ME)).json<{ data: { operator: { operatorId: string } } }>().data.operator.operatorId
      assert.equal(await operatorOf(one.at, first.access_token), 'first-air')
      assert.equal(await operatorOf(two.at, second.access_token), 'second-air')
      assert.equal((await two.at.query(first.access_token, ME)).status, 401)
      assert.equal((await one.at.query(second.access_token, ME)).status, 401)
      const foreign = await two.refresh(first.refresh_token)
      assert.equal(foreign.status, 400)
      assert.equal(foreign.json().error, 'invalid_grant')
    })

    test('contacts and audit entries of one operator are not visible at another, and its ids find nothing there', async () => {
      const [tokenA, tokenB] = [await alpine.production.accessToken(), await northsea.production.accessToken()]
      const created = await alpine.production.query(
        tokenA,
        'mutation { contactCreate(input: {kind: CLIENT, name: "Anna"}) { contact { contactId version } } }',
      )
      type Created = { data: { contactCreate: { contact: { contactId: string } } } }
      const { contactId } = created.json<Created>().data.contactCreate.contact
      const list = '{ contactList { nodeList { contactId } } }'
      assert.deepEqual((await northsea.production.query(tokenB, list)).json().data, { contactList: { nodeList: [] } })
      const update = (id: string) =>
        northsea.production.query(
          tokenB,
          `mutation { contactUpdate(contactId: "${id}", expectedVersion: 1, input: {kind: CLIENT, name: "B"}) { contact { name } userErrorList { code message path } } }`,
        )
      const [foreign, nowhere] = [await update(contactId), await update(`${contactId}x`)]
      assert.deepEqual(foreign.json().data, nowhere.json().data, 'exists elsewhere = exists nowhere')
      assert.match(foreign.body, /NOT_FOUND/)
      const entriesB = await auditEntries(server.world.storage.tenant(northsea.production.tenant.tenantId), 1000)
      assert.ok(entriesB.every((entry) => entry.tenant_id === northsea.production.tenant.tenantId))
    })
  })
}

describe('manipulated hosts (threats row 19)', () => {
  let server: TestServer
  let alpine: TestTenant
  let token: string
  before(async () => {
    server = await startServer('sqlite')
    alpine = (await server.operator('alpine')).production
    await server.operator('northsea')
    token = await alpine.accessToken()
  })
  after(() => server.close())

  const body = JSON.stringify({ query: ME })
  const head = () => [
    'Content-Type: application/json',
    `Authorization: Bearer ${token}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  const ask = (target: string, ...headers: string[]) =>
    sendLines(server.client.port, [`POST ${target} HTTP/1.1`, ...headers, ...head()], body)

  test('letter case, a trailing dot and a port in Host are ignored', async () => {
    for (const host of ['alpine.localhost', 'ALPINE.LocalHost', 'alpine.localhost.', 'alpine.localhost:9999']) {
      const answer = await ask('/api/graphql/', `Host: ${host}`)
      assert.equal(statusIn(answer), 200, host)
      assert.match(answer, /"operatorId":"alpine"/)
    }
  })

  test('a token of alpine gets no data of northsea by naming it in any field', async () => {
    const attempts: [number, string, ...string[]][] = [
      [401, '/api/graphql/', 'Host: northsea.localhost'],
      [401, '/api/graphql/', 'Host: alpine.sandbox.localhost'],
      [200, '/api/graphql/', 'Host: alpine.localhost', 'X-Forwarded-Host: northsea.localhost'],
      [200, '/api/graphql/', 'Host: alpine.localhost', 'Forwarded: host=northsea.localhost'],
      [400, 'http://northsea.localhost/api/graphql/', 'Host: alpine.localhost'],
      [400, 'http://alpine.localhost/api/graphql/', 'Host: northsea.localhost'],
      [400, '/api/graphql/', 'Host: alpine.localhost', 'Host: northsea.localhost'],
      [400, '/api/graphql/', 'Host: alpine.localhost', 'Host: alpine.localhost'],
      [400, '/api/graphql/', 'Host: alpine.localhost, northsea.localhost'],
      [400, '/api/graphql/', 'Host: alpine.localhost@northsea.localhost'],
      [400, '/api/graphql/', 'Host: northsea.localhost/'],
      [400, '/api/graphql/', 'Host:'],
      [400, '/api/graphql/'],
    ]
    for (const [status, target, ...headers] of attempts) {
      const answer = await ask(target, ...headers)
      assert.equal(statusIn(answer), status, `${target} ${headers.join(' ')}\n${answer}`)
      assert.doesNotMatch(answer, /"operatorId":"northsea"/)
      assert.match(answer, /x-request-id: req_/i, 'every answer has a request id')
    }
  })

  test('an absolute-form target that agrees with Host is the same request', async () => {
    const answer = await ask('http://alpine.localhost/api/graphql/', 'Host: alpine.localhost')
    assert.equal(statusIn(answer), 200)
  })

  test('an unknown host is 404 for every path', async () => {
    for (const host of [
      'nobody.localhost',
      'localhost',
      'developers.localhost',
      'support.localhost',
      'sandbox.localhost',
      'a.b.alpine.localhost',
      'alpine.alpine.localhost',
      'alpine.sandbox.sandbox.localhost',
      'alpine.localhost.evil.example',
      'xalpine.localhost',
      'alpine.localhost..',
      '127.0.0.1',
      '[::1]',
    ]) {
      const answer = await ask('/api/graphql/', `Host: ${host}`)
      assert.equal(statusIn(answer), 404, host)
      assert.match(answer, /"error":"not_found"/)
    }
  })

  test('client addresses come from the connection, and X-Forwarded-For is ignored without a trusted proxy', async () => {
    server.logged.length = 0
    await ask('/api/graphql/', 'Host: alpine.localhost', 'X-Forwarded-For: 203.0.113.7')
    const line = server.logged.map((text) => JSON.parse(text)).find(({ path }) => path === '/api/graphql/')
    assert.equal(line.address, '127.0.0.1')
  })
})
