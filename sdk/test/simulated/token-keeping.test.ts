/** An access token is used for its whole validity, and one caller at a time requests the next. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AskedToWait, InvalidGrant, Misuse, Unauthorized, UnexpectedAnswer } from '../../src/failures.ts'
import { connect } from '../../src/index.ts'
import { MemoryStore } from '../../src/tokens/token-store.ts'
import { json, never, ScriptedService } from '../support/scripted-service.ts'

const QUERY = '{ echo(text: "hi") }'
const HALF_HOUR_MS = 1_800_000
const KEY = `air_test_ak_${'k'.repeat(38)}`

const client = (service: ScriptedService, store = new MemoryStore()) =>
  connect({ operator: 'alpine', apiKey: KEY, store, surroundings: service.surroundings })

describe('one token for its whole validity', () => {
  test('fifty parallel queries request one access token', async () => {
    const service = new ScriptedService()
    const airside = client(service)
    const answers = await Promise.all(Array.from({ length: 50 }, () => airside.query(QUERY)))
    assert.equal(answers.length, 50)
    assert.equal(service.tokenRequests.length, 1)
    assert.equal(service.tokenRequests[0]?.path, '/access_token/refresh/')
    assert.equal(service.tokenRequests[0]?.body, `refresh_token=${KEY}`)
  })

  test('a token is used to its last millisecond and replaced at its expiry', async () => {
    const service = new ScriptedService()
    const airside = client(service)
    await airside.query(QUERY)
    service.nowMs += HALF_HOUR_MS - 1
    await airside.query(QUERY)
    assert.equal(service.tokenRequests.length, 1)
    service.nowMs += 1
    await airside.query(QUERY)
    assert.equal(service.tokenRequests.length, 2)
    assert.equal(service.queries.length, 3, 'no query was answered 401')
  })

  test('clients with a shared store share the token, which is read again inside the lock', async () => {
    const service = new ScriptedService()
    const store = new MemoryStore()
    await Promise.all([client(service, store).query(QUERY), client(service, store).query(QUERY)])
    await client(service, store).query(QUERY)
    assert.equal(service.tokenRequests.length, 1)
  })

  test('clients without a store share the token in process memory', async () => {
    const service = new ScriptedService()
    const options = { operator: 'shared', apiKey: KEY, surroundings: service.surroundings }
    await connect(options).query(QUERY)
    await connect(options).query(QUERY)
    assert.equal(service.tokenRequests.length, 1)
  })

  test('a plain-text token response is valid for 30 minutes', async () => {
    const service = new ScriptedService()
    service.nextTokenReplies.push(
      () => new Response('air_test_at_plain', { headers: { 'content-type': 'text/plain' } }),
    )
    const { accessToken, expiresAt } = await client(service).tokens()
    assert.equal(accessToken, 'air_test_at_plain')
    assert.equal(expiresAt, service.nowMs + HALF_HOUR_MS)
  })
})

describe('refused tokens', () => {
  test('a 401 causes one new token and one repetition', async () => {
    const service = new ScriptedService()
    const airside = client(service)
    await airside.query(QUERY)
    service.revokeAll()
    assert.deepEqual(await airside.query(QUERY), { echo: 'hi' })
    assert.equal(service.tokenRequests.length, 2)
    assert.equal(service.queries.length, 3)
  })

  test('forty parallel queries with a 401 request one new token together', async () => {
    const service = new ScriptedService()
    const airside = client(service)
    await airside.query(QUERY)
    service.revokeAll()
    await Promise.all(Array.from({ length: 40 }, () => airside.query(QUERY)))
    assert.equal(service.tokenRequests.length, 2)
  })

  test('a second 401 with a new token is final', async () => {
    const service = new ScriptedService()
    const refusal = () => json(401, { errors: [{ message: 'Not here', extensions: { code: 'INVALID_TOKEN' } }] })
    service.nextQueryReplies.push(refusal, refusal)
    await assert.rejects(client(service).query(QUERY), (error) => {
      assert.ok(error instanceof Unauthorized)
      assert.equal(error.requestId, 'req_1')
      return true
    })
    assert.equal(service.queries.length, 2)
  })

  test('invalid_grant is final: it has its own error class and is never retried', async () => {
    const service = new ScriptedService()
    const airside = client(service)
    service.nextTokenReplies.push(() => json(400, { error: 'invalid_grant', error_description: 'The key is revoked' }))
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => airside.query(QUERY)))
    for (const attempt of attempts) assert.ok(attempt.status === 'rejected' && attempt.reason instanceof InvalidGrant)
    await assert.rejects(airside.query(QUERY), InvalidGrant)
    assert.equal(service.tokenRequests.length, 1)
    assert.equal(service.queries.length, 0)
  })
})

describe('implausible clocks and responses', () => {
  test('a clock that jumps ahead costs one token', async () => {
    const service = new ScriptedService()
    const airside = client(service)
    await airside.query(QUERY)
    service.nowMs += 100 * HALF_HOUR_MS
    await airside.query(QUERY)
    await airside.query(QUERY)
    assert.equal(service.tokenRequests.length, 2)
  })

  test('after a clock jumps back the token is used until the service refuses it', async () => {
    const service = new ScriptedService()
    const airside = client(service)
    await airside.query(QUERY)
    service.nowMs -= 100 * HALF_HOUR_MS
    await airside.query(QUERY)
    assert.equal(service.tokenRequests.length, 1)
    service.revokeAll()
    await airside.query(QUERY)
    await airside.query(QUERY)
    assert.equal(service.tokenRequests.length, 2)
  })

  for (const expiresIn of [0, -1, 1.5, '1800', null, undefined, 1_763_164_800, 1_800_000, true, [1800]]) {
    test(`expires_in ${JSON.stringify(expiresIn)} is refused, and the token is not used`, async () => {
      const service = new ScriptedService()
      service.expiresIn = expiresIn
      await assert.rejects(client(service).query(QUERY), UnexpectedAnswer)
      assert.equal(service.queries.length, 0)
    })
  }

  test('a response that is no token is refused', async () => {
    const service = new ScriptedService()
    service.nextTokenReplies.push(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    await assert.rejects(client(service).query(QUERY), UnexpectedAnswer)
  })
})

describe('aborting', () => {
  test('one caller aborts, and the others get their token', async () => {
    const service = new ScriptedService()
    const airside = client(service)
    let answer = () => {}
    service.nextTokenReplies.push(() => new Promise((resolve) => (answer = () => resolve(service.issue()))))
    const leaver = new AbortController()
    const left = airside.query(QUERY, {}, { signal: leaver.signal })
    const stayed = airside.query(QUERY)
    await service.untilTokenIsAsked()
    leaver.abort(new Error('enough'))
    await assert.rejects(left, /enough/)
    answer()
    assert.deepEqual(await stayed, { echo: 'hi' })
    assert.equal(service.tokenRequests.length, 1)
  })

  test('when all callers abort, the token request is aborted, and the next caller starts a new one', async () => {
    const service = new ScriptedService()
    const airside = client(service)
    let aborted = false
    service.nextTokenReplies.push((seen, signal) => {
      signal.addEventListener('abort', () => (aborted = true))
      return never(seen, signal)
    })
    const leaver = new AbortController()
    const left = airside.query(QUERY, {}, { signal: leaver.signal })
    await service.untilTokenIsAsked()
    leaver.abort(new Error('enough'))
    await assert.rejects(left, /enough/)
    assert.deepEqual(await airside.query(QUERY), { echo: 'hi' })
    assert.equal(aborted, true)
  })
})

describe('waiting for the lock', () => {
  test('a caller that waits for a lock that is never released gives up within its limit', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const service = new ScriptedService()
    const store = new MemoryStore()
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    store.locked = (_key, _job, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        asked()
      })
    const answer = client(service, store).query(QUERY)
    await isAsked
    context.mock.timers.tick(60_000 + 10_000)
    await assert.rejects(answer, AskedToWait)
    assert.equal(service.tokenRequests.length, 0)
  })
})

describe('credentials that cannot work are refused before anything is sent', () => {
  const refused = (options: object, message: RegExp) =>
    assert.throws(
      () => connect({ operator: 'alpine', apiKey: KEY, ...options } as never),
      (error) => {
        assert.ok(error instanceof Misuse)
        assert.match(error.message, message)
        return true
      },
    )

  test('an access token in place of a key is refused', () => refused({ apiKey: 'air_live_at_x' }, /is an access token/))
  test('an empty key is refused', () => refused({ apiKey: ' ' }, /is empty/))
  test('a key of the other environment is refused', () => refused({ environment: 'production' }, /are for sandbox/))
  test('an invalid operator id is refused', () => refused({ operator: 'Alpine Jet' }, /no operator id/))
  test('a service address with a path is refused', () =>
    refused({ service: 'http://localhost/api' }, /address of the service/))
  test('a client without credentials is refused', () =>
    assert.throws(() => connect({ operator: 'alpine' } as never), /apiKey, or application/))
  test('the environment is read from the key', () =>
    assert.equal(
      connect({ operator: 'alpine', apiKey: KEY, service: 'https://air.example' }).origin,
      'https://alpine.sandbox.air.example',
    ))
})
