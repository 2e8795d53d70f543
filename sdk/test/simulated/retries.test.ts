/** Which responses are waited for, which requests are repeated, and which are not. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AskedToWait, ConnectionFailed, RateLimited, TooManyActiveTokens } from '../../src/failures.ts'
import { connect } from '../../src/index.ts'
import { MemoryStore } from '../../src/tokens/token-store.ts'
import { json, networkFailure, never, ScriptedService } from '../support/scripted-service.ts'

const QUERY = '{ echo(text: "hi") }'
const PLAIN_MUTATION = 'mutation { contactCreate(input: { kind: CLIENT, name: "A" }) { contact { contactId } } }'
const KEYED_MUTATION = `mutation($key: String) {
  contactCreate(input: { kind: CLIENT, name: "A" }, idempotencyKey: $key) { contact { contactId } }
}`

const client = (service: ScriptedService, more: object = {}) =>
  connect({
    operator: 'alpine',
    apiKey: 'air_test_ak_x',
    store: new MemoryStore(),
    surroundings: service.surroundings,
    ...more,
  })

const atCap = (seconds: number | string) => () =>
  json(
    429,
    { error: 'too_many_active_tokens', error_description: '500 are active' },
    { 'retry-after': String(seconds) },
  )

const emptyBucket = (seconds: number) => () =>
  json(
    429,
    { errors: [{ message: 'Empty', extensions: { code: 'RATE_LIMITED' } }] },
    { 'retry-after': String(seconds) },
  )

describe('waiting as long as the service asks, within a limit', () => {
  test('at the token cap the client waits for Retry-After and succeeds', async () => {
    const service = new ScriptedService()
    service.nextTokenReplies.push(atCap(37))
    assert.deepEqual(await client(service).query(QUERY), { echo: 'hi' })
    assert.deepEqual(service.sleeps, [37_000])
    assert.equal(service.tokenRequests.length, 2)
  })

  test('Retry-After may be a date', async () => {
    const service = new ScriptedService()
    service.nextTokenReplies.push(atCap(new Date(service.nowMs + 12_000).toUTCString()))
    await client(service).query(QUERY)
    assert.deepEqual(service.sleeps, [12_000])
  })

  test('a Retry-After above the limit is not waited for, and the error has its length', async () => {
    const service = new ScriptedService()
    service.nextTokenReplies.push(atCap(1700))
    await assert.rejects(client(service).query(QUERY), (error) => {
      assert.ok(error instanceof TooManyActiveTokens)
      assert.equal(error.retryAfterSeconds, 1700)
      return true
    })
    assert.deepEqual(service.sleeps, [])
  })

  test('several waits of one request share one limit', async () => {
    const service = new ScriptedService()
    service.nextTokenReplies.push(atCap(40), atCap(40))
    await assert.rejects(client(service).query(QUERY), TooManyActiveTokens)
    assert.deepEqual(service.sleeps, [40_000])
  })

  test('a caller can raise the limit', async () => {
    const service = new ScriptedService()
    service.nextTokenReplies.push(atCap(1700))
    await client(service, { maxWaitSeconds: 1800 }).query(QUERY)
    assert.deepEqual(service.sleeps, [1_700_000])
  })

  test('an empty cost bucket is waited for, also by mutations, because nothing has run', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(emptyBucket(3))
    await client(service).query(PLAIN_MUTATION)
    assert.deepEqual(service.sleeps, [3000])
    const impatient = client(service, { maxWaitSeconds: 1 })
    await impatient.tokens()
    service.nextQueryReplies.push(emptyBucket(3))
    await assert.rejects(impatient.query(QUERY), RateLimited)
  })

  test('503 is waited for, also by mutations, because nothing has run', async () => {
    const service = new ScriptedService()
    const unavailable = () => json(503, { error: 'temporarily_unavailable' }, { 'retry-after': '1' })
    service.nextQueryReplies.push(unavailable)
    service.nextTokenReplies.push(unavailable)
    await client(service).query(PLAIN_MUTATION)
    assert.deepEqual(service.sleeps, [1000, 1000])
  })

  test('a wait ends when the caller aborts', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(emptyBucket(20))
    const leaver = new AbortController()
    const { sleep: _, ...surroundings } = service.surroundings
    const answer = client(service, { surroundings }).query(QUERY, {}, { signal: leaver.signal })
    await service.untilQueryIsSent()
    leaver.abort(new Error('enough'))
    await assert.rejects(answer, /enough/)
    assert.equal(service.queries.length, 1)
  })
})

describe('failing connections', () => {
  test('a request that was never sent is repeated, also a mutation', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(networkFailure('ECONNREFUSED'), networkFailure('ECONNREFUSED'))
    service.nextTokenReplies.push(networkFailure('ECONNREFUSED'))
    assert.deepEqual(await client(service).query(PLAIN_MUTATION), { echo: 'hi' })
    assert.equal(service.queries.length, 3)
    assert.ok(service.sleeps.every((milliseconds) => milliseconds > 0 && milliseconds <= 2000))
  })

  for (const code of ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT']) {
    test(`${code}: a query is repeated`, async () => {
      const service = new ScriptedService()
      service.nextQueryReplies.push(networkFailure(code))
      assert.deepEqual(await client(service).query(QUERY), { echo: 'hi' })
      assert.equal(service.queries.length, 2)
    })

    test(`${code}: a mutation with an idempotency key is repeated unchanged`, async () => {
      const service = new ScriptedService()
      service.nextQueryReplies.push(networkFailure(code))
      await client(service).query(KEYED_MUTATION, { key: 'order-1' })
      assert.equal(service.queries.length, 2)
      assert.equal(service.queries[0]?.body, service.queries[1]?.body)
    })

    test(`${code}: a mutation without a key is not repeated, and the error says it may have run`, async () => {
      const service = new ScriptedService()
      for (const variables of [undefined, { key: null }, { key: '' }]) {
        service.queries.length = 0
        service.nextQueryReplies.push(networkFailure(code))
        const document = variables ? KEYED_MUTATION : PLAIN_MUTATION
        await assert.rejects(client(service).query(document, variables), (error) => {
          assert.ok(error instanceof ConnectionFailed)
          assert.equal(error.outcome, 'unknown')
          return true
        })
        assert.equal(service.queries.length, 1)
      }
    })
  }

  test('a truncated response leaves the outcome unknown', async () => {
    const service = new ScriptedService()
    const broken = () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode('{"data":'))
            controller.error(new TypeError('terminated'))
          },
        }),
      )
    service.nextQueryReplies.push(broken)
    assert.deepEqual(await client(service).query(QUERY), { echo: 'hi' })
    service.nextQueryReplies.push(broken)
    await assert.rejects(client(service).query(PLAIN_MUTATION), ConnectionFailed)
  })

  test('a gateway error (502, 504) leaves the outcome unknown', async () => {
    for (const status of [502, 504]) {
      const service = new ScriptedService()
      const gateway = () => new Response('Bad gateway', { status })
      service.nextQueryReplies.push(gateway)
      service.nextTokenReplies.push(gateway)
      assert.deepEqual(await client(service).query(QUERY), { echo: 'hi' })
      service.nextQueryReplies.push(gateway)
      await assert.rejects(client(service).query(PLAIN_MUTATION), ConnectionFailed)
    }
  })

  test('a hanging request times out and is repeated', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(never)
    assert.deepEqual(await client(service, { timeoutSeconds: 0.05 }).query(QUERY), { echo: 'hi' })
    assert.equal(service.queries.length, 2)
  })

  for (const code of ['ENOTFOUND', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT']) {
    test(`${code} is not waited for, because it is permanent`, async () => {
      const service = new ScriptedService()
      service.nextTokenReplies.push(networkFailure(code))
      await assert.rejects(client(service).query(QUERY), ConnectionFailed)
      assert.equal(service.tokenRequests.length, 1)
    })
  }

  test('a service that stays unreachable is given up within the limit', async () => {
    const service = new ScriptedService()
    for (let index = 0; index < 1000; index++) service.nextTokenReplies.push(networkFailure('ECONNREFUSED'))
    await assert.rejects(client(service, { maxWaitSeconds: 30 }).query(QUERY), ConnectionFailed)
    const waited = service.sleeps.reduce((sum, milliseconds) => sum + milliseconds, 0)
    assert.ok(waited > 20_000 && waited <= 30_000, `waited ${waited} ms`)
  })

  test('503 without Retry-After is retried after growing pauses', async () => {
    const service = new ScriptedService()
    for (let index = 0; index < 4; index++) service.nextQueryReplies.push(() => json(503, {}))
    await client(service).query(QUERY)
    assert.equal(service.sleeps.length, 4)
    assert.ok((service.sleeps[3] ?? 0) > (service.sleeps[0] ?? 0))
    for (let index = 0; index < 1000; index++) service.nextQueryReplies.push(() => json(503, {}))
    await assert.rejects(client(service).query(QUERY), AskedToWait)
  })
})
