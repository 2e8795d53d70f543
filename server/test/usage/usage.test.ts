/** Counts usage: a graceful stop loses no count, none is counted twice, and old minutes are merged into hours. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { NO_SCOPES, scopeSet } from '../../src/domain/scopes.ts'
import { keysOf } from '../../src/services/principal.ts'
import { Usage } from '../../src/services/usage/usage.ts'
import { latestRequests } from '../../src/storage/usage/request-log.ts'
import { usageSums } from '../../src/storage/usage/usage.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServerProcess } from '../support/server-process.ts'
import { statementsDuring } from '../support/statements.ts'
import { preparedPlace, startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'
import { tidyUp } from '../support/tidy-up.ts'

after(stopOwnPostgres)

const HOUR_MS = 3_600_000
const DAY_SECONDS = 24 * 3600

const actor = (tenantId: string, actorKey: string) => keysOf({ tenantId, sharesBudget: false }, actorKey)

const request = (requestId: string, more: object = {}) => ({
  requestId,
  operation: 'Flights',
  outcome: 'answered' as const,
  code: null,
  tookMs: 3,
  cost: 1,
  needed: NO_SCOPES,
  address: '192.0.2.1',
  agent: null,
  path: null,
  reason: null,
  document: null,
  scopes: NO_SCOPES,
  read: null,
  written: null,
  ...more,
})

const DOCUMENT = { documentId: 'doc_1', text: '{ echo }' }

for (const store of storesFor('sql')) {
  describe(`usage (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
    })
    after(() => server.close())

    const usageOf = () => new Usage(server.world, (error) => assert.fail(String(error)))

    const counted = async (actor: string): Promise<Record<string, number>> => {
      const sums = await usageSums(server.world.storage.tenant(at.tenant.tenantId), [actor], 0, HOUR_MS)
      const totals: Record<string, number> = {}
      for (const { metric, name, amount } of sums) {
        const key = name === '' ? metric : `${metric} ${name}`
        totals[key] = metric === 'peak' ? Math.max(totals[key] ?? 0, amount) : (totals[key] ?? 0) + amount
      }
      return totals
    }

    test("outcomes, scopes, records and tokens add up, and a user's requests count for their application", async () => {
      const usage = usageOf()
      const { tenantId } = at.tenant
      const scopes = scopeSet(['flight:read', 'crew:read'])
      usage.countRequest(actor(tenantId, 'app_sum'), request('req_1', { scopes, read: new Map([['FLIGHT', 50]]) }))
      usage.countRequest(actor(tenantId, 'app_sum/usr_1'), request('req_2', { scopes }))
      usage.countRequest(actor(tenantId, 'app_sum'), request('req_3', { written: new Map([['FLIGHT', 2]]) }))
      usage.countRequest(
        actor(tenantId, 'app_sum'),
        request('req_4', { outcome: 'refused', code: 'INSUFFICIENT_SCOPE' }),
      )
      usage.countToken(tenantId, 'app_sum', 3)
      usage.countToken(tenantId, 'app_sum', 2)
      usage.countRefusedToken(tenantId, 'app_sum', { requestId: 'req_5', code: 'TOO_MANY_ACTIVE_TOKENS', tookMs: 1 })
      await usage.flush()
      await usage.flush()
      assert.deepEqual(await counted('app_sum'), {
        answered: 3,
        'refused INSUFFICIENT_SCOPE': 1,
        'throttled TOO_MANY_ACTIVE_TOKENS': 1,
        token: 2,
        peak: 3,
        'scope flight:read': 2,
        'scope crew:read': 2,
        'read FLIGHT': 50,
        'written FLIGHT': 2,
      })
    })

    test('two processes count into the same minute', async () => {
      const [one, two] = [usageOf(), usageOf()]
      const principal = actor(at.tenant.tenantId, 'app_two')
      for (let count = 0; count < 20; count++) {
        one.countRequest(principal, request(`req_one_${count}`))
        two.countRequest(principal, request(`req_two_${count}`))
        await Promise.all([one.flush(), two.flush()])
      }
      assert.deepEqual(await counted('app_two'), { answered: 40 })
    })

    test('counts made while the store refuses writes are kept and stored later', async () => {
      let failing = true
      const { storage } = server.world
      const world = server.world.with({
        storage: new Proxy(storage, {
          get: (target, name) => {
            if (name === 'writePlatform' && failing) return () => Promise.reject(new Error('The store is away'))
            const value = target[name as keyof typeof target]
            return typeof value === 'function' ? value.bind(target) : value
          },
        }),
      })
      const usage = new Usage(world, () => {})
      const principal = actor(at.tenant.tenantId, 'app_away')
      usage.countRequest(principal, request('req_1', { scopes: scopeSet(['flight:read']) }))
      await assert.rejects(usage.flush(), /away/)
      usage.countRequest(principal, request('req_2', { scopes: scopeSet(['flight:read']) }))
      await assert.rejects(usage.flush(), /away/)
      failing = false
      await usage.flush()
      assert.deepEqual(await counted('app_away'), { answered: 2, 'scope flight:read': 2 })
    })

    test('a flush takes as many statements for forty operators as for two', async () => {
      const flushOf = async (operators: readonly string[]): Promise<string[]> => {
        const usage = usageOf()
        const tenants = await Promise.all(operators.map((name) => server.operator(name)))
        for (const { production } of tenants) {
          const { tenantId } = production.tenant
          usage.countRequest(actor(tenantId, 'app_rare'), request(`req_${tenantId}`, { document: DOCUMENT }))
          usage.countToken(tenantId, 'app_rare', 1)
        }
        const sent = await statementsDuring(() => usage.flush(), /clock\.at|from "reference_set"|from "tenant" inner/)
        const { tenantId } = (tenants.at(-1) as (typeof tenants)[number]).production.tenant
        const [latest] = await latestRequests(server.world.storage.tenant(tenantId), 'app_rare', 1)
        assert.equal(latest?.request_id, `req_${tenantId}`)
        return sent.filter((text) => /insert into "?usage|update|delete/i.test(text))
      }
      const two = await flushOf(['rare-a', 'rare-b'])
      const forty = await flushOf(Array.from({ length: 40 }, (_, index) => `rare-${index}`))
      assert.equal(two.length, 4, two.join('\n'))
      assert.deepEqual(forty, two)
    })

    test('at a busy moment a bounded number of requests is logged, and answered ones do not displace failed ones', async () => {
      const usage = usageOf()
      const principal = actor(at.tenant.tenantId, 'app_many')
      usage.countRequest(principal, request('req_failed', { outcome: 'failed', code: 'SERVER_ERROR' }))
      for (let count = 0; count < 1000; count++) usage.countRequest(principal, request(`req_${count}`))
      await usage.flush()
      const latest = await latestRequests(server.world.storage.tenant(at.tenant.tenantId), 'app_many', 5000)
      assert.equal(latest.length, 101)
      assert.ok(latest.some(({ request_id }) => request_id === 'req_failed'))
      assert.ok(latest.some(({ request_id }) => request_id === 'req_999'))
      assert.deepEqual(await counted('app_many'), { answered: 1000, 'failed SERVER_ERROR': 1 })
    })

    test('after two days minutes become hours without losing a count, and after 100 days they are removed', async () => {
      const usage = usageOf()
      const principal = actor(at.tenant.tenantId, 'app_old')
      for (let minute = 0; minute < 90; minute++) {
        usage.countRequest(principal, request(`req_${minute}`, { scopes: scopeSet(['flight:read']) }))
        usage.countToken(principal.tenantId, principal.actorKey, minute)
        server.clock.advanceSeconds(60)
      }
      await usage.flush()
      const before = await counted('app_old')
      const rows = async () => {
        const { db } = server.world.storage.platform
        return (await db.selectFrom('usage_count').select('at').where('actor', '=', 'app_old').execute()).length
      }
      assert.ok((await rows()) > 300)
      server.clock.advanceSeconds(2 * DAY_SECONDS)
      while (await tidyUp(server.world.storage));
      assert.ok((await rows()) <= 12)
      assert.deepEqual(await counted('app_old'), before)
      assert.equal(before.peak, 89)
      server.clock.advanceSeconds(100 * DAY_SECONDS)
      while (await tidyUp(server.world.storage));
      assert.equal(await rows(), 0)
    })
  })

  test(`counts from just before a graceful stop are stored (${store})`, async () => {
    const place = await preparedPlace(store)
    const server = await startServer(store, place)
    try {
      const { production } = await server.operator('alpine')
      const { refreshToken, apiKeyId } = await production.createKey('contact:read')
      const child = await startServerProcess(place.environment)
      const token = await child.client.form(`${production.origin}/access_token/refresh/`, {
        refresh_token: refreshToken,
      })
      for (let count = 0; count < 5; count++) {
        const answer = await child.client.ask(`${production.origin}/api/graphql/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token.body}` },
          body: JSON.stringify({ query: '{ contactList { nodeList { name } } }' }),
        })
        assert.equal(answer.status, 200, answer.body)
      }
      assert.equal(await child.stop('SIGTERM'), 0)
      const sums = await usageSums(server.world.storage.tenant(production.tenant.tenantId), [apiKeyId], 0, HOUR_MS)
      const total = (metric: string) =>
        sums.filter((sum) => sum.metric === metric).reduce((all, { amount }) => all + amount, 0)
      assert.deepEqual([total('answered'), total('token'), total('scope')], [5, 1, 5])
    } finally {
      await server.close()
      await place.dispose()
    }
  })
}
