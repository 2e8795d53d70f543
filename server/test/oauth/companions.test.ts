/** Metadata, revocation and introspection on each operator's address (access-model §11; threats rows 36, 63). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { moveApplication } from '../../src/services/oauth/applications.ts'
import { auditEntries } from '../../src/storage/audit.ts'
import {
  addApplication,
  exchangeFields,
  GrantScene,
  obtainCode,
  signedInBrowser,
  type TestApplication,
  type Tokens,
} from '../support/code-grant.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { assertSameAnswer } from '../support/same-answer.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'
import { basic, refusedWith } from '../support/token-requests.ts'

after(stopOwnPostgres)

const ECHO = '{ echo(text: "hi") }'

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`revocation and introspection (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let other: TestApplication
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      other = await addApplication(server, { name: 'Other' })
    })
    after(() => server.close())

    const call = (path: string, token: string, client = scene.application, more: Record<string, string> = {}) =>
      server.client.form(`${scene.at.origin}${path}`, {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        token,
        ...more,
      })
    const revoke = (token: string, client?: TestApplication, more = {}) => call('/oauth2/revoke/', token, client, more)
    const introspect = async (token: string, client?: TestApplication) =>
      (await call('/oauth2/introspect/', token, client)).json<Record<string, unknown>>()
    const works = async (token: string) => (await scene.at.query(token, ECHO)).status === 200
    const done = (answer: Answer) => assert.deepEqual([answer.status, answer.json()], [200, {}])
    const INACTIVE = { active: false }

    test('revoking an access token ends only that token, and its refresh token still works', async () => {
      const tokens = await scene.connect()
      const second = (await scene.refresh(tokens.refresh_token)).json<Tokens>()
      assert.ok(await works(tokens.access_token))
      done(await revoke(tokens.access_token))
      assert.equal(await works(tokens.access_token), false)
      assert.ok(await works(second.access_token))
      assert.equal((await scene.refresh(tokens.refresh_token)).status, 200)
    })

    testOnBoth('revoking a refresh token ends it and its access tokens, whatever the hint says', async () => {
      for (const hint of [{}, { token_type_hint: 'access_token' }, { token_type_hint: 'nonsense' }]) {
        const tokens = await scene.connect()
        const second = (await scene.refresh(tokens.refresh_token)).json<Tokens>()
        assert.ok((await works(tokens.access_token)) && (await works(second.access_token)))
        done(await revoke(tokens.refresh_token, scene.application, hint))
        assert.equal(await works(tokens.access_token), false)
        assert.equal(await works(second.access_token), false)
        assert.equal((await scene.refresh(tokens.refresh_token)).json().error, 'invalid_grant')
      }
    })

    test('a client revokes only its own tokens and gets the same response for foreign, unknown and made-up ones', async () => {
      const tokens = await scene.connect()
      const { refreshToken: key } = await scene.at.createKey('contact:read')
      const access = (await scene.at.refreshKey(key)).body
      const first = await revoke(tokens.access_token, other)
      done(first)
      for (const token of [
        tokens.refresh_token,
        key,
        access,
        'made-up',
        await scene.code(),
        scene.application.clientSecret,
      ]) {
        assertSameAnswer(await revoke(token, other), first)
      }
      assert.ok(await works(tokens.access_token))
      assert.equal((await scene.refresh(tokens.refresh_token)).status, 200)
      assert.ok(await works(access))
      done(await revoke(key))
      assert.ok(await works(access), 'an application never ends a key')
    })

    test('each revocation is one audit entry with actor, owner, time, address and request id', async () => {
      const tokens = await scene.connect()
      const tenant = server.world.storage.tenant(scene.at.tenant.tenantId)
      const revocations = async () =>
        (await auditEntries(tenant, 500)).filter(({ action }) => action.endsWith('-token.revoked'))
      const before = (await revocations()).length
      const answers = [await revoke(tokens.access_token), await revoke(tokens.refresh_token)]
      for (const token of [tokens.access_token, tokens.refresh_token, 'made-up']) done(await revoke(token))
      done(await revoke(tokens.refresh_token, other))
      const entries = (await revocations()).slice(0, -before || undefined)
      assert.equal(entries.length, 2)
      for (const [index, action] of ['access-token.revoked', 'refresh-token.revoked'].entries()) {
        const entry = entries.find((candidate) => candidate.action === action)
        assert.deepEqual(
          [entry?.actor_kind, entry?.actor_id, entry?.address, entry?.request_id],
          ['application', scene.application.clientId, '127.0.0.1', answers[index]?.headers['x-request-id']],
        )
      }
    })

    test("introspection describes a client's own live tokens", async () => {
      const tokens = await scene.connect('contact:read contact:write')
      const narrow = (await scene.refresh(tokens.refresh_token, { scope: 'contact:read' })).json<Tokens>()
      const { exp, iat, ...facts } = await introspect(narrow.access_token)
      assert.deepEqual(facts, {
        active: true,
        scope: 'contact:read',
        client_id: scene.application.clientId,
        token_type: 'Bearer',
        iss: scene.at.origin,
      })
      assert.equal(Number(exp) - Number(iat), 1800)
      const { exp: until, ...refresh } = await introspect(tokens.refresh_token)
      assert.deepEqual(refresh, {
        active: true,
        scope: 'contact:read contact:write',
        client_id: scene.application.clientId,
        token_type: 'refresh_token',
        iss: scene.at.origin,
      })
      assert.ok(Math.abs(Number(until) - server.clock.now() / 1000 - 30 * 24 * 3600) < 60)
    })

    test('introspection names the user of a personal grant', async () => {
      const logbook = await addApplication(server, { name: 'Logbook', kind: 'pilot-logbook', personal: true })
      const code = await obtainCode(await signedInBrowser(server, scene.at, scene.pilot), logbook, 'own:profile')
      const tokens = (await scene.token(exchangeFields(logbook, code))).json<Tokens>()
      assert.equal((await introspect(tokens.access_token, logbook)).sub, scene.pilot.userId)
      assert.equal((await introspect(tokens.refresh_token, logbook)).sub, scene.pilot.userId)
    })

    test('introspection answers only inactive for every other token', async () => {
      const tokens = await scene.connect()
      const { refreshToken: key } = await scene.at.createKey('contact:read')
      const keyToken = (await scene.at.refreshKey(key)).body
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        assert.deepEqual(await introspect(token, other), INACTIVE, 'another client’s')
      }
      for (const token of [key, keyToken, 'made-up', await scene.code(), scene.application.clientSecret]) {
        assert.deepEqual(await introspect(token), INACTIVE)
      }
      const revoked = await scene.connect()
      done(await revoke(revoked.refresh_token))
      assert.deepEqual(await introspect(revoked.access_token), INACTIVE)
      assert.deepEqual(await introspect(revoked.refresh_token), INACTIVE)
    })

    test('introspection answers inactive for tokens of a suspended application or another operator', async () => {
      const tokens = await scene.connect()
      const move = (action: 'suspend' | 'resume') =>
        moveApplication(server.world, scene.application.clientId, { actions: [action], by: 'host', reason: 'x' }, HOST)
      await move('suspend')
      refusedWith(await call('/oauth2/introspect/', tokens.access_token), 400, 'unauthorized_client')
      await move('resume')
      assert.deepEqual(await introspect(tokens.access_token), INACTIVE, 'what died stays dead')
      assert.equal((await introspect(tokens.refresh_token)).active, true)
      const fresh = (await scene.refresh(tokens.refresh_token)).json<Tokens>()
      const { production: elsewhere } = await server.operator(`else${store.slice(0, 3)}`)
      const fields = { client_id: scene.application.clientId, client_secret: scene.application.clientSecret }
      for (const token of [fresh.access_token, fresh.refresh_token]) {
        const there = await server.client.form(`${elsewhere.origin}/oauth2/introspect/`, { ...fields, token })
        assert.deepEqual(there.json(), INACTIVE)
        done(await server.client.form(`${elsewhere.origin}/oauth2/revoke/`, { ...fields, token }))
      }
      assert.ok(await works(fresh.access_token))
    })

    test('revocation and introspection require client authentication like the token endpoint', async () => {
      const { clientId, clientSecret } = scene.application
      for (const path of ['/oauth2/revoke/', '/oauth2/introspect/']) {
        const post = (fields: Record<string, string>, headers = {}) =>
          server.client.form(`${scene.at.origin}${path}`, fields, headers)
        refusedWith(await post({ token: 'x' }), 401, 'invalid_client')
        refusedWith(await post({ token: 'x', client_id: clientId, client_secret: 'wrong' }), 401, 'invalid_client')
        const wrong = await post({ token: 'x' }, basic(clientId, 'wrong'))
        assert.equal(wrong.headers['www-authenticate'], 'Basic realm="airside"')
        assert.equal((await post({ token: 'x' }, basic(clientId, clientSecret))).status, 200)
        refusedWith(await post({}, basic(clientId, clientSecret)), 400, 'invalid_request', /token is missing/)
      }
    })

    testOnBoth('a revocation takes effect at another server on the same store', async () => {
      const second = await startServer(store, server.place)
      try {
        const tokens = await scene.connect()
        const there = await second.existing('alpine')
        assert.equal((await there.query(tokens.access_token, ECHO)).status, 200)
        done(await revoke(tokens.refresh_token))
        await soon(
          'the token is dead there too',
          async () => (await there.query(tokens.access_token, ECHO)).status === 401,
        )
      } finally {
        await second.close()
      }
    })

    test('a client that revokes in a loop is told to wait, and others are not held up (threats row 107)', async () => {
      const greedy = await addApplication(server, { name: 'Greedy' })
      server.clock.standStill()
      const answers: Answer[] = []
      while (answers.length < 200 && answers.at(-1)?.status !== 429) answers.push(await revoke('made-up', greedy))
      const last = answers.at(-1)
      assert.equal(last?.status, 429)
      assert.equal(last.json().error, 'too_many_attempts')
      assert.ok(Number(last.headers['retry-after']) >= 1)
      assert.ok(answers.length > 60, 'sixty at once are fine')
      done(await revoke('made-up', other))
      server.clock.advanceSeconds(Number(last.headers['retry-after']))
      done(await revoke('made-up', greedy))
      server.clock.moveOn()
    })

    test('introspection answers inactive after a token expires', async () => {
      const tokens = await scene.connect()
      server.clock.advanceSeconds(1801)
      assert.deepEqual(await introspect(tokens.access_token), INACTIVE)
      assert.equal((await introspect(tokens.refresh_token)).active, true)
      server.clock.advanceSeconds(30 * 24 * 3600)
      assert.deepEqual(await introspect(tokens.refresh_token), INACTIVE)
    })
  })
}
