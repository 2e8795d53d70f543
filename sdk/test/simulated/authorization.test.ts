/** The application's side of the code grant: the contents of the link, and which callbacks are accepted. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { AuthorizationRefused, CallbackMismatch, InvalidGrant, Misuse, NotConnected } from '../../src/failures.ts'
import { connect } from '../../src/index.ts'
import { MemoryStore, type TokenStore } from '../../src/tokens/token-store.ts'
import { json, networkFailure, ScriptedService } from '../support/scripted-service.ts'

const REDIRECT_URI = 'https://app.example/callback?tenant=7'
const application = { clientId: 'app_1', clientSecret: 'air_live_cs_1', redirectUri: REDIRECT_URI }

const client = (service: ScriptedService, store: TokenStore = new MemoryStore(), more: object = {}) =>
  connect({
    operator: 'alpine',
    environment: 'sandbox',
    application: { ...application, ...more },
    store,
    surroundings: service.surroundings,
  })

const ISSUER = 'http://alpine.sandbox.localhost:8080'

const callback = (parameters: Record<string, string> | [string, string][]): string =>
  `${REDIRECT_URI}&${new URLSearchParams(parameters)}`

const fieldsOf = async (body: string, headers: Headers): Promise<Record<string, unknown>> =>
  Object.fromEntries(await new Response(body, { headers }).formData())

describe('the authorization link', () => {
  test('the authorization link has the parameters of the authorization endpoint, with state and PKCE', async () => {
    const { url, pending } = await client(new ScriptedService()).authorizationLink(['flight:read', 'crew:read'])
    const { origin, pathname, searchParams } = new URL(url)
    assert.equal(origin, ISSUER)
    assert.equal(pathname, '/oauth2/code/authorize/')
    assert.deepEqual(Object.fromEntries(searchParams), {
      response_type: 'code',
      client_id: 'app_1',
      redirect_uri: REDIRECT_URI,
      scope: 'flight:read crew:read',
      state: pending.state,
      code_challenge: createHash('sha256').update(pending.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    assert.match(pending.codeVerifier, /^[\w-]{43}$/)
    assert.equal(pending.issuer, ISSUER)
  })

  test('the authorization link is different each time', async () => {
    const airside = client(new ScriptedService())
    const [a, b] = await Promise.all([airside.authorizationLink(['x']), airside.authorizationLink(['x'])])
    assert.notEqual(a.pending.state, b.pending.state)
    assert.notEqual(a.pending.codeVerifier, b.pending.codeVerifier)
  })

  test('the authorization link needs a scope and a redirect URI', async () => {
    await assert.rejects(client(new ScriptedService()).authorizationLink([]), Misuse)
    const without = client(new ScriptedService(), undefined, { redirectUri: undefined })
    await assert.rejects(without.authorizationLink(['x']), /redirectUri is missing/)
  })
})

describe('the callback', () => {
  test('the callback gives tokens that are stored and refreshed when they expire', async () => {
    const service = new ScriptedService()
    const store = new MemoryStore()
    const airside = client(service, store)
    const { pending } = await airside.authorizationLink(['flight:read'])
    const kept = JSON.parse(JSON.stringify(pending))
    const given = await airside.completeAuthorization(callback({ code: 'c', state: pending.state, iss: ISSUER }), kept)
    assert.equal(given.refreshToken, 'air_test_rt_1')
    const [request] = service.tokenRequests
    assert.ok(request)
    assert.equal(request.path, '/oauth2/code/token/')
    assert.match(request.headers.get('content-type') ?? '', /^multipart\/form-data/)
    assert.deepEqual(await fieldsOf(request.body, request.headers), {
      grant_type: 'authorization_code',
      client_id: 'app_1',
      client_secret: 'air_live_cs_1',
      redirect_uri: REDIRECT_URI,
      code: 'c',
      code_verifier: pending.codeVerifier,
    })
    await airside.query('{ echo }')
    assert.equal(service.tokenRequests.length, 1, 'the token of the exchange is used')
    service.nowMs += 1_800_000
    await client(service, store).query('{ echo }')
    const refresh = service.tokenRequests[1]
    assert.ok(refresh)
    assert.deepEqual(await fieldsOf(refresh.body, refresh.headers), {
      grant_type: 'refresh_token',
      client_id: 'app_1',
      client_secret: 'air_live_cs_1',
      refresh_token: 'air_test_rt_1',
    })
  })

  const refusals: Record<string, (state: string) => Record<string, string> | [string, string][]> = {
    'without state': () => ({ code: 'c', iss: ISSUER }),
    'with another state': (state) => ({ code: 'c', state: `${state}x`, iss: ISSUER }),
    'with an empty state': () => ({ code: 'c', state: '', iss: ISSUER }),
    'without iss': (state) => ({ code: 'c', state }),
    'of another operator': (state) => ({ code: 'c', state, iss: 'http://northsea.sandbox.localhost:8080' }),
    'with an error of another operator': (state) => ({ error: 'access_denied', state, iss: 'http://evil.example' }),
    'with two codes': (state) => [
      ['code', 'a'],
      ['code', 'b'],
      ['state', state],
      ['iss', ISSUER],
    ],
    'with neither code nor error': (state) => ({ state, iss: ISSUER }),
  }
  for (const [name, parameters] of Object.entries(refusals)) {
    test(`a callback ${name} is refused, and nothing is sent`, async () => {
      const service = new ScriptedService()
      const airside = client(service)
      const { pending } = await airside.authorizationLink(['flight:read'])
      const url = callback(parameters(pending.state))
      await assert.rejects(airside.completeAuthorization(url, pending), CallbackMismatch)
      assert.equal(service.tokenRequests.length, 0)
    })
  }

  test('a callback with an error throws its code', async () => {
    const airside = client(new ScriptedService())
    const { pending } = await airside.authorizationLink(['flight:read'])
    const parameters = { error: 'access_denied', error_description: 'Cancelled', state: pending.state, iss: ISSUER }
    await assert.rejects(airside.completeAuthorization(callback(parameters), pending), (error) => {
      assert.ok(error instanceof AuthorizationRefused)
      assert.equal(error.code, 'access_denied')
      assert.equal(error.message, 'Cancelled')
      return true
    })
  })

  test('a callback for another operator throws a usage error', async () => {
    const { pending } = await client(new ScriptedService()).authorizationLink(['x'])
    const other = connect({ operator: 'northsea', environment: 'sandbox', application })
    await assert.rejects(other.completeAuthorization(callback({}), pending), Misuse)
  })

  test('an exchange with a lost response is retried, and a used-up code is final', async () => {
    const service = new ScriptedService()
    const airside = client(service)
    const { pending } = await airside.authorizationLink(['x'])
    service.nextTokenReplies.push(networkFailure('ECONNRESET'), () =>
      json(400, { error: 'invalid_grant', error_description: 'The code was used' }),
    )
    const url = callback({ code: 'c', state: pending.state, iss: ISSUER })
    await assert.rejects(airside.completeAuthorization(url, pending), InvalidGrant)
    assert.equal(service.tokenRequests.length, 2)
  })
})

describe('connections', () => {
  test('a query before any connection throws an error that says what to do', async () => {
    const service = new ScriptedService()
    await assert.rejects(client(service).query('{ echo }'), NotConnected)
    assert.equal(service.tokenRequests.length, 0)
  })

  test('a refresh token given by the caller is used unchanged', async () => {
    const service = new ScriptedService()
    await client(service, undefined, { refreshToken: 'air_test_rt_mine' }).query('{ echo }')
    const [request] = service.tokenRequests
    assert.ok(request)
    assert.equal((await fieldsOf(request.body, request.headers)).refresh_token, 'air_test_rt_mine')
  })

  test('accounts of a personal application stay separate', async () => {
    const service = new ScriptedService()
    const store = new MemoryStore()
    const airside = client(service, store, { account: 'anna' })
    const { pending } = await airside.authorizationLink(['own:profile'])
    await airside.completeAuthorization(callback({ code: 'c', state: pending.state, iss: ISSUER }), pending)
    await client(service, store, { account: 'anna' }).query('{ echo }')
    await assert.rejects(client(service, store, { account: 'marc' }).query('{ echo }'), NotConnected)
  })

  test('an ended connection can be made again with the same client', async () => {
    const service = new ScriptedService()
    const airside = client(service)
    const connectOnce = async (refreshToken: string) => {
      const { pending } = await airside.authorizationLink(['x'])
      service.nextTokenReplies.push(() =>
        json(200, { token_type: 'Bearer', expires_in: 1, access_token: 'a', refresh_token: refreshToken }),
      )
      await airside.completeAuthorization(callback({ code: 'c', state: pending.state, iss: ISSUER }), pending)
    }
    await connectOnce('air_test_rt_old')
    service.nowMs += 1000
    service.nextTokenReplies.push(() => json(400, { error: 'invalid_grant' }))
    await assert.rejects(airside.query('{ echo }'), InvalidGrant)
    await connectOnce('air_test_rt_new')
    service.nowMs += 1000
    await airside.query('{ echo }')
  })

  test('disconnecting revokes at the service, then deletes the stored tokens', async () => {
    const service = new ScriptedService()
    const store = new MemoryStore()
    const airside = client(service, store)
    const { pending } = await airside.authorizationLink(['x'])
    await airside.completeAuthorization(callback({ code: 'c', state: pending.state, iss: ISSUER }), pending)
    service.nextTokenReplies.push(() => new Response(null, { status: 200 }))
    await airside.disconnect()
    assert.equal(service.tokenRequests[1]?.path, '/oauth2/revoke/')
    assert.match(service.tokenRequests[1]?.body ?? '', /^token=air_test_rt_1&client_id=app_1&client_secret=/)
    await assert.rejects(airside.query('{ echo }'), NotConnected)
  })
})
