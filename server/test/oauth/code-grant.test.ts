/** The code grant from consent to refresh, with every failure (threats rows 1 to 7, 10, 15, 18, 34, 35, 37). */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe } from 'node:test'
import { addApplication, exchangeFields, GrantScene, type Tokens } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY_SECONDS = 24 * 3600

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`the code grant (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const invalidGrant = (answer: { status: number; json(): Record<string, unknown> }) => {
      assert.equal(answer.status, 400)
      assert.equal(answer.json().error, 'invalid_grant')
    }

    testOnBoth('a code gives both tokens, the access token works, and the refresh token gives another', async () => {
      const answer = await scene.exchange(await scene.code('contact:read contact:write'))
      assert.equal(answer.status, 200, answer.body)
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(answer.headers.pragma, 'no-cache')
      const tokens = answer.json<Tokens & { token_type: string; expires_in: number }>()
      assert.equal(tokens.token_type, 'Bearer')
      assert.equal(tokens.expires_in, 1800)
      assert.equal(tokens.scope, 'contact:read contact:write')
      const query = await scene.at.query(
        tokens.access_token,
        '{ tokenInfo { applicationName applicationType isPersonal } }',
      )
      assert.deepEqual(query.json().data, {
        tokenInfo: { applicationName: 'Skylog', applicationType: 'other', isPersonal: false },
      })
      const refreshed = (await scene.refresh(tokens.refresh_token)).json<Tokens>()
      assert.equal(refreshed.refresh_token, tokens.refresh_token)
      assert.notEqual(refreshed.access_token, tokens.access_token)
      assert.equal((await scene.at.query(refreshed.access_token, '{ echo(text: "hi") }')).status, 200)
    })

    testOnBoth('a code works once, and its second use revokes the tokens it gave, also after ten minutes', async () => {
      for (const waitSeconds of [0, 601]) {
        const code = await scene.code()
        const first = (await scene.exchange(code)).json<Tokens>()
        server.clock.advanceSeconds(waitSeconds)
        invalidGrant(await scene.exchange(code))
        assert.equal((await scene.at.query(first.access_token, '{ echo(text: "hi") }')).status, 401)
        invalidGrant(await scene.refresh(first.refresh_token))
      }
    })

    testOnBoth('of 64 parallel exchanges of a code exactly one gets 200, and its tokens are revoked', async () => {
      const code = await scene.code()
      const answers = await Promise.all(Array.from({ length: 64 }, () => scene.exchange(code)))
      const winners = answers.filter(({ status }) => status === 200)
      assert.equal(winners.length, 1)
      assert.ok(answers.every((answer) => answer.status === 200 || answer.json().error === 'invalid_grant'))
      const tokens = winners[0]?.json<Tokens>()
      assert.equal((await scene.at.query(tokens?.access_token ?? '', '{ echo(text: "hi") }')).status, 401)
    })

    test('a code works at 9:59 and is refused at 10:01', async () => {
      server.clock.standStill()
      const early = await scene.code()
      server.clock.advanceSeconds(599)
      assert.equal((await scene.exchange(early)).status, 200)
      server.clock.moveOn()
      const late = await scene.code()
      server.clock.advanceSeconds(601)
      invalidGrant(await scene.exchange(late))
    })

    test('a wrong client, address, redirect URI or secret does not use up the code', async () => {
      const other = await addApplication(server, { name: 'Other' })
      const { production: elsewhere } = await server.operator(`other${store.slice(0, 3)}`)
      const code = await scene.code()
      invalidGrant(await scene.token({ ...exchangeFields(other, code), redirect_uri: scene.application.redirectUri }))
      invalidGrant(
        await server.client.form(`${elsewhere.origin}/oauth2/code/token/`, exchangeFields(scene.application, code)),
      )
      invalidGrant(await scene.exchange(code, { redirect_uri: `${scene.application.redirectUri}/` }))
      assert.equal((await scene.exchange(code, { redirect_uri: undefined })).json().error, 'invalid_request')
      const wrongSecret = await scene.exchange(code, { client_secret: 'air_live_cs_wrong' })
      assert.equal(wrongSecret.status, 401)
      assert.equal(wrongSecret.json().error, 'invalid_client')
      assert.equal((await scene.exchange(code)).status, 200)
    })

    test('PKCE requires the verifier if a challenge was sent and refuses it if not', async () => {
      const verifier = 'a-verifier-of-at-least-forty-three-characters-0123'
      const challenge = { code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' }
      const code = await scene.code('contact:read', challenge)
      invalidGrant(await scene.exchange(code))
      invalidGrant(await scene.exchange(code, { code_verifier: `${verifier}-wrong` }))
      assert.equal((await scene.exchange(code, { code_verifier: verifier })).status, 200)
      const plain = await scene.code()
      invalidGrant(await scene.exchange(plain, { code_verifier: verifier }))
      assert.equal((await scene.exchange(plain)).status, 200)
    })

    test('a refresh can narrow scopes, never widen them, and the narrowed token is limited to them', async () => {
      const tokens = await scene.connect('contact:read contact:write')
      const narrow = await scene.refresh(tokens.refresh_token, { scope: 'contact:read' })
      assert.equal(narrow.json().scope, 'contact:read')
      const write = 'mutation { contactCreate(input: { kind: CLIENT, name: "Eve" }) { userErrorList { code } } }'
      assert.equal((await scene.at.query(narrow.json<Tokens>().access_token, write)).status, 403)
      const wide = await scene.refresh(tokens.refresh_token, { scope: 'contact:read flight:read' })
      assert.deepEqual([wide.status, wide.json().error], [400, 'invalid_scope'])
      const again = await scene.refresh(tokens.refresh_token)
      assert.equal(again.json().scope, 'contact:read contact:write')
    })

    test('a refresh token lives 30 days from its last use, and a refused use does not extend it', async () => {
      const tokens = await scene.connect()
      for (let day = 0; day < 58; day += 29) {
        server.clock.advanceSeconds(29 * DAY_SECONDS)
        assert.equal((await scene.refresh(tokens.refresh_token)).status, 200)
      }
      server.clock.advanceSeconds(29 * DAY_SECONDS)
      assert.equal((await scene.refresh(tokens.refresh_token, { scope: 'flight:read' })).status, 400)
      server.clock.advanceSeconds(DAY_SECONDS + 1)
      invalidGrant(await scene.refresh(tokens.refresh_token))
    })
  })
}
