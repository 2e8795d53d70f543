/**
 * Access tokens from an API key: response format, the cap of 500, the lifetime of 30 minutes (threats rows 13, 31 to
 * 33, 37).
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { auditEntries } from '../../src/storage/audit.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'
import { fillSlots } from '../support/token-slots.ts'

after(stopOwnPostgres)

const ECHO = '{ echo(text: "hi") }'

/** This many requests for a token at once; how often each status came back. */
const statuses = async (ask: () => Promise<Answer>, count: number): Promise<Record<number, number>> => {
  const answers = await Promise.all(Array.from({ length: count }, ask))
  const counted: Record<number, number> = {}
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
  return counted
}

for (const store of storesFor('locks')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`the key refresh endpoint (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    before(async () => {
      server = await startServer(store)
      server.clock.standStill()
      at = (await server.operator('alpine')).production
    })
    after(() => server.close())

    const refused = (answer: Answer, code: string): void => {
      assert.equal(answer.status, 400, answer.body)
      assert.equal(answer.json().error, code)
      assert.equal(answer.headers['cache-control'], 'no-store')
    }

    test('the key refresh endpoint answers the bare token as text without a line end, and forbids caching', async () => {
      const { refreshToken } = await at.createKey()
      const answer = await at.refreshKey(refreshToken)
      assert.equal(answer.status, 200)
      assert.match(answer.body, /^air_live_at_[0-9A-Za-z]{38}$/)
      assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(answer.headers.pragma, 'no-cache')
    })

    test('the key refresh endpoint answers JSON only to a client that strictly prefers it', async () => {
      const { refreshToken } = await at.createKey('contact:read')
      for (const accept of ['application/json', 'application/json, text/plain;q=0.9, */*;q=0.5']) {
        const answer = await at.refreshKey(refreshToken, { accept })
        assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', accept)
        assert.equal(answer.headers['cache-control'], 'no-store')
        const { access_token, ...rest } = answer.json()
        assert.match(String(access_token), /^air_live_at_/)
        assert.deepEqual(rest, {
          token_type: 'Bearer',
          expires_in: 1800,
          refresh_token: refreshToken,
          scope: 'contact:read',
        })
      }
      for (const accept of [
        '*/*',
        'text/plain',
        'application/json, text/plain, */*',
        'text/html',
        'application/json;q=0.5, */*',
      ]) {
        const answer = await at.refreshKey(refreshToken, { accept })
        assert.match(answer.body, /^air_live_at_/, accept)
      }
    })

    test('the key refresh endpoint reports how many active tokens are left', async () => {
      const { refreshToken } = await at.createKey()
      const first = await at.refreshKey(refreshToken)
      assert.equal(first.headers['ratelimit-policy'], '"active-tokens";q=500;w=1800')
      assert.equal(first.headers.ratelimit, '"active-tokens";r=499;t=1800')
      server.clock.advanceSeconds(100)
      const second = await at.refreshKey(refreshToken)
      assert.match(String(second.headers.ratelimit), /^"active-tokens";r=498;t=1[67]\d\d$/)
    })

    test("the key refresh endpoint refuses everything but a key's refresh token with the same message", async () => {
      const { refreshToken } = await at.createKey()
      const accessToken = (await at.refreshKey(refreshToken)).body
      const wrong = [
        accessToken,
        refreshToken.slice(0, -1),
        `${refreshToken}x`,
        refreshToken.replace('_ak_', '_rt_'),
        'x',
      ]
      const answers = await Promise.all(wrong.map((token) => at.refreshKey(token)))
      for (const answer of answers) {
        refused(answer, 'invalid_grant')
        assert.equal(answer.body, answers[0]?.body)
      }
    })

    test('the key refresh endpoint accepts one URL-encoded field', async () => {
      const { refreshToken } = await at.createKey()
      const ask = (body: string, type = 'application/x-www-form-urlencoded') =>
        server.client.ask(`${at.origin}/access_token/refresh/`, {
          method: 'POST',
          headers: { 'content-type': type },
          body,
        })
      refused(await ask(''), 'invalid_request')
      refused(await ask(`refresh_token=${refreshToken}&grant_type=refresh_token`), 'invalid_request')
      refused(await ask(`refresh_token=${refreshToken}&refresh_token=${refreshToken}`), 'invalid_request')
      for (const type of ['application/json', 'multipart/form-data; boundary=b', 'text/plain']) {
        assert.equal((await ask(`refresh_token=${refreshToken}`, type)).status, 415, type)
      }
    })

    test('an access token works at 29:59 and is refused at 30:01 (threats row 33)', async (t) => {
      const token = await at.accessToken()
      server.clock.advanceSeconds(1799)
      assert.equal((await at.query(token, ECHO)).status, 200)
      server.clock.advanceSeconds(2)
      assert.equal((await at.query(token, ECHO)).status, 401, 'the process that remembers the token')
      const other = await startServer(store, server.place)
      t.after(() => other.close())
      other.clock.advanceSeconds(server.clock.offsetMs() / 1000)
      const answer = await (await other.existing('alpine')).query(token, ECHO)
      assert.equal(answer.status, 401, 'a process that never saw it')
    })

    test('an unused key works for years and ends at its expiry (access-model §6)', async () => {
      const lasting = await at.createKey()
      const expiresAt = server.clock.now() + 3600_000
      const limited = await at.createKey('contact:read', { expiresAt })
      const token = (await at.refreshKey(limited.refreshToken)).body
      server.clock.advanceSeconds(3601)
      refused(await at.refreshKey(limited.refreshToken), 'invalid_grant')
      assert.equal((await at.query(token, ECHO)).status, 401)
      server.clock.advanceSeconds(3 * 365 * 24 * 3600)
      assert.equal((await at.refreshKey(lasting.refreshToken)).status, 200)
    })

    test('an access token never outlives its key', async () => {
      const { refreshToken } = await at.createKey('contact:read', { expiresAt: server.clock.now() + 60_000 })
      const token = (await at.refreshKey(refreshToken)).body
      assert.equal((await at.query(token, ECHO)).status, 200)
      server.clock.advanceSeconds(61)
      assert.equal((await at.query(token, ECHO)).status, 401)
    })
  })

  describe(`the cap of 500 active access tokens (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    before(async () => {
      server = await startServer(store)
      server.clock.standStill()
      at = (await server.operator('alpine')).production
    })
    after(() => server.close())

    testOnBoth(
      'the 501st token is refused, also one second before Retry-After, and succeeds at it (threats row 31)',
      async () => {
        const { refreshToken } = await at.createKey()
        const ask = () => at.refreshKey(refreshToken)
        const firstIssuedAt = server.clock.now()
        assert.deepEqual(await statuses(ask, 1), { 200: 1 })
        server.clock.advanceSeconds(30)
        assert.deepEqual(await statuses(ask, 499), { 200: 499 })

        // Half a second past a whole one, so that the milliseconds this test itself takes cannot decide it.
        const sinceFirst = server.clock.now() - firstIssuedAt
        server.clock.advanceSeconds(100.5 - sinceFirst / 1000)
        const refusal = await ask()
        assert.equal(refusal.status, 429)
        assert.equal(refusal.json().error, 'too_many_active_tokens')
        assert.equal(refusal.headers['cache-control'], 'no-store')
        const retryAfter = Number(refusal.headers['retry-after'])
        assert.equal(retryAfter, 1700)
        assert.equal(refusal.headers.ratelimit, `"active-tokens";r=0;t=${retryAfter}`)

        server.clock.advanceSeconds(retryAfter - 1)
        assert.deepEqual(await statuses(ask, 5), { 429: 5 })
        server.clock.advanceSeconds(1)
        assert.deepEqual(await statuses(ask, 5), { 200: 1, 429: 4 }, 'one slot is free, and one takes it')
      },
    )

    testOnBoth('of 64 parallel refreshes with 490 active tokens exactly 10 succeed (threats row 32)', async () => {
      const { refreshToken } = await at.createKey()
      await fillSlots(server, at, refreshToken, 490)
      assert.deepEqual(await statuses(() => at.refreshKey(refreshToken), 64), { 200: 10, 429: 54 })
    })

    test('each key has its own 500', async () => {
      const [full, empty] = await Promise.all([at.createKey(), at.createKey()])
      await fillSlots(server, at, full.refreshToken, 500)
      assert.equal((await at.refreshKey(full.refreshToken)).status, 429)
      assert.equal((await at.refreshKey(empty.refreshToken)).status, 200)
    })

    test('a request refused at the cap takes no slot, extends nothing and writes no audit entry (threats row 37)', async () => {
      const { refreshToken } = await at.createKey()
      const ask = () => at.refreshKey(refreshToken)
      const audit = () => auditEntries(server.world.storage.tenant(at.tenant.tenantId), 1000)
      const issuedAt = server.clock.now()
      await fillSlots(server, at, refreshToken, 500)
      const before = await audit()
      server.clock.advanceSeconds(900)
      assert.deepEqual(await statuses(ask, 50), { 429: 50 })
      assert.deepEqual(await audit(), before)
      server.clock.advanceSeconds(1801 - (server.clock.now() - issuedAt) / 1000)
      await fillSlots(server, at, refreshToken, 499)
      assert.deepEqual(await statuses(ask, 2), { 200: 1, 429: 1 }, 'all 500 slots were free again')
    })

    test('a request refused for another reason takes no slot', async () => {
      const { refreshToken } = await at.createKey()
      await fillSlots(server, at, refreshToken, 499)
      const tooMuch = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      const body = `refresh_token=${refreshToken}&scope=contact%3Aread`
      for (let index = 0; index < 5; index++) {
        assert.equal((await server.client.ask(`${at.origin}/access_token/refresh/`, { ...tooMuch, body })).status, 400)
      }
      assert.equal((await at.refreshKey(refreshToken)).status, 200)
    })
  })
}
