/** What the log says of each request: process, release and operator, a proxy's ids, and nothing of probes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { VERSION } from '../../src/version.ts'
import { type Place, preparedPlace, startServer, type TestServer } from '../support/test-server.ts'

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describe('log lines', () => {
  let place: Place
  let server: TestServer
  before(async () => {
    place = await preparedPlace('sqlite')
    const environment = { ...place.environment, AIRSIDE_TRUSTED_PROXIES: '127.0.0.1' }
    server = await startServer('sqlite', { ...place, environment })
    await server.operator('alpine')
  })
  after(async () => {
    await server.close()
    await place.dispose()
  })

  const lines = () => server.logged.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line))

  const lineOf = async (headers: Record<string, string>, localAddress?: string) => {
    server.logged.length = 0
    const ask = localAddress === undefined ? { headers } : { headers, localAddress }
    const answer = await server.client.ask('http://alpine.sandbox.localhost/nothing/', ask)
    while (lines().length === 0) await new Promise((resolve) => setImmediate(resolve))
    const line = lines().find(({ path }) => path === '/nothing/')
    assert.equal(line.requestId, answer.headers['x-request-id'])
    return line
  }

  test('each line says which process of which release wrote it, and for which operator', async () => {
    const line = await lineOf({})
    assert.match(line.process, new RegExp(`/${process.pid}$`))
    assert.equal(line.version, VERSION)
    assert.equal(line.operator, 'alpine')
    assert.equal(line.environment, 'sandbox')
  })

  test('the ids of a trusted proxy stand beside ours, and those of anybody else do not', async () => {
    const ids = { traceparent: TRACE, 'x-request-id': 'edge-7f3a' }
    const trusted = await lineOf(ids)
    assert.deepEqual([trusted.traceparent, trusted.proxyRequestId], [TRACE, 'edge-7f3a'])
    const stranger = await lineOf(ids, '127.0.0.9')
    assert.deepEqual([stranger.traceparent, stranger.proxyRequestId], [undefined, undefined])
  })

  test('an id of a proxy that is malformed, too long or contains a secret does not reach the log as it came', async () => {
    const token = `air_live_at_${'x'.repeat(38)}`
    const line = await lineOf({ traceparent: '00-nonsense', 'x-request-id': `a"b\\${token}` })
    assert.equal(line.traceparent, undefined)
    assert.ok(!line.proxyRequestId.includes('xxxxx'))
    assert.equal((await lineOf({ 'x-request-id': 'y'.repeat(200) })).proxyRequestId, undefined)
  })

  test('each line is about its own request, though what many have in common is kept in one piece', async () => {
    const { production } = await server.operator('summit')
    const sandbox = (await server.operator('valley')).sandbox
    const keys = await Promise.all(
      [production, production, sandbox].map(async (at) => {
        const { apiKeyId, refreshToken } = await at.createKey('contact:read')
        return { at, actorKey: apiKeyId, token: (await at.refreshKey(refreshToken)).body }
      }),
    )
    const bodies = { 200: '{"query":"{ __typename }"}', 400: '{"query":1}' }
    const wanted = new Map<string, unknown>()
    server.logged.length = 0
    for (let round = 0; round < 2; round++) {
      for (const { at, actorKey, token } of keys) {
        for (const localAddress of ['127.0.0.2', '127.0.0.3']) {
          for (const [status, body] of Object.entries(bodies)) {
            const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
            const path = '/api/graphql/'
            const asked = { method: 'POST', headers, body, localAddress }
            const answer = await server.client.ask(`${at.origin}${path}?from=${round}`, asked)
            const { operatorId: operator, environment, tenantId } = at.tenant
            const common = { method: 'POST', path, status: Number(status), address: localAddress }
            wanted.set(String(answer.headers['x-request-id']), { ...common, tenantId, operator, environment, actorKey })
          }
        }
      }
    }
    const seen = () => lines().filter(({ requestId }) => wanted.has(requestId))
    while (seen().length < wanted.size) await new Promise((resolve) => setImmediate(resolve))
    for (const { requestId, method, path, status, address, tenantId, operator, environment, actorKey } of seen()) {
      const told = { method, path, status, address, tenantId, operator, environment, actorKey }
      assert.deepEqual(told, wanted.get(requestId))
    }
  })

  test('probes that go well do not fill the log', async () => {
    server.logged.length = 0
    for (const path of ['/healthz', '/readyz', '/readyz']) {
      assert.equal((await server.client.ask(`http://localhost${path}`)).status, 200)
    }
    await server.client.ask('http://alpine.localhost/last/')
    while (!lines().some(({ path }) => path === '/last/')) await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(
      lines().map(({ path }) => path),
      ['/last/'],
    )
  })
})
