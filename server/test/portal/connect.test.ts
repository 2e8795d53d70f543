/** A member tries a grant against the own sandbox operator: callback, exchange, refresh, tokens held (portals §4; threats row 64). */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { signOutEverywhere } from '../../src/services/identity/sessions.ts'
import {
  addApplication,
  addPerson,
  authorizePath,
  exchangeFields,
  obtainCode,
  PASSWORD,
  signedInBrowser,
  type TestApplication,
  type Tokens,
} from '../support/code-grant.ts'
import type { ConsoleClient, Data } from '../support/console-client.ts'
import { holdRequest } from '../support/held-request.ts'
import { HttpClient } from '../support/http-client.ts'
import { ERRORS, register, secretOf } from '../support/portal-client.ts'
import { DEVELOPERS_ORIGIN, PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { statementSent } from '../support/statements.ts'
import { storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const CALLBACK = `${DEVELOPERS_ORIGIN}/callback/`
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters'
const TOKENS = 'tokens { accessToken refreshToken expiresInSeconds scopeList activeTokens maxActiveTokens }'
const EXCHANGE = `mutation ($id: ID!, $secret: String!, $code: String!, $verifier: String) {
  codeExchange(clientId: $id, clientSecret: $secret, code: $code, redirectUri: "${CALLBACK}", codeVerifier: $verifier) { ${TOKENS} ${ERRORS} } }`
const REFRESH = `mutation ($id: ID!, $secret: String!, $token: String!) {
  tokenRefresh(clientId: $id, clientSecret: $secret, refreshToken: $token) { ${TOKENS} ${ERRORS} } }`
const HELD = `query ($id: ID!) { application(clientId: $id) { connectionList { environment
  tokens { refreshTokens maxRefreshTokens accessTokens maxAccessTokens } } } }`

const cookieOf = ({ browser }: ConsoleClient): string =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

for (const store of storesFor('life cycle')) {
  describe(`building against the own sandbox (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let lena: ConsoleClient
    let rival: ConsoleClient
    let application: TestApplication
    let sandbox: TestTenant
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      lena = await scene.signUp('lena@vektor.example', 'Vektor')
      rival = await scene.signUp('rita@rival.example', 'Rival')
      const clientId = await register(lena, { redirectUriList: [CALLBACK] })
      application = { clientId, clientSecret: await secretOf(scene, lena, clientId), redirectUri: CALLBACK }
      await scene.makeSandboxes(scene.demoData)
      sandbox = await server.existing('vektor-dev', 'sandbox')
    })
    after(() => server.close())

    const administrator = async () => {
      const browser = scene.visitor(sandbox.origin)
      await browser.signIn(await browser.get('/sign-in/'), 'lena@vektor.example', PASSWORD)
      return browser
    }
    const ownCode = async (more: Record<string, string> = {}) =>
      obtainCode(await administrator(), application, 'aircraft:read', more)
    const asked = (code: string, more: object = {}) => ({
      id: application.clientId,
      secret: application.clientSecret,
      code,
      ...more,
    })
    const pathsOf = (refused: { code: string; path: string[] }[]) =>
      refused.map(({ code, path }) => `${code} ${path?.join('.')}`)

    test('the applications and keys of a provider’s sandbox share one cost budget; those of others have one each (threats row 73)', async (t) => {
      const others = (await server.operator('shared-by-nobody')).sandbox
      // Buckets refill with time: on a slow machine by as much as the test spends.
      server.clock.standStill()
      t.after(() => server.clock.moveOn())
      const left = async (at: TestTenant, token: string): Promise<number> =>
        (await at.query(token, '{ tokenInfo { expiresAt } }')).json<Data>().extensions.cost.remaining
      for (const [at, isShared] of [
        [sandbox, true],
        [others, false],
      ] as const) {
        const [spender, bystander] = [await at.accessToken(), await at.accessToken()]
        const before = await left(at, bystander)
        const lists = Array.from(
          { length: 10 },
          (_, n) => `a${n}: contactList(page: { first: 100 }) { nodeList { name } }`,
        )
        assert.equal((await at.query(spender, `{ ${lists.join(' ')} }`)).status, 200)
        const after = await left(at, bystander)
        assert.equal(before - after > 500, isShared, `${before} before, ${after} after`)
      }
    })

    test('the portal’s callback hands the answer to its own page, in the fragment, which no server reads again', async () => {
      assert.equal((await lena.data('{ me { callbackUri } }')).me.callbackUri, CALLBACK)
      const answer = await scene.visitor().get('/callback/?code=air_test_ac_x&state=a%20b&iss=http%3A%2F%2Fx')
      assert.equal(answer.status, 303)
      assert.equal(answer.headers.location, '/console/callback#code=air_test_ac_x&state=a%20b&iss=http%3A%2F%2Fx')
    })

    test('the portal’s callback is a redirect URI of sandboxes only: a production address shows no code on a page', async () => {
      const alpine = await server.operator('alpine')
      const marc = await addPerson(server, alpine.production, 'Marc', ['ADMIN'])
      const near = [`${CALLBACK}?from=live`, CALLBACK.replace('developers', 'Developers')]
      const live = await addApplication(server, { redirectUris: [CALLBACK, ...near, 'https://app.skylog.example/cb'] })
      const browser = await signedInBrowser(server, alpine.production, marc)
      for (const redirectUri of [CALLBACK, ...near]) {
        const refused = await browser.get(authorizePath({ ...live, redirectUri }, 'aircraft:read'))
        assert.equal(refused.status, 400, redirectUri)
        assert.match(refused.body, /invalid redirect_uri/)
      }
      const other = { ...live, redirectUri: 'https://app.skylog.example/cb' }
      assert.equal((await browser.get(authorizePath(other, 'aircraft:read'))).status, 200)
    })

    test('what the portal’s preview says that an application will not be able to do is what the consent page says', async () => {
      const read = (client: ConsoleClient, scopeList: readonly string[]) =>
        client.data(
          'query ($id: ID!, $scopeList: [String!]!) { application(clientId: $id) { consentDenialList(scopeList: $scopeList) } }',
          { id: application.clientId, scopeList },
        )
      const browser = await administrator()
      for (const scopes of [['aircraft:read'], ['aircraft:read', 'flight:read']]) {
        const { body } = await browser.get(authorizePath(application, scopes.join(' ')))
        const [, list = ''] = /<ul class="denied">(.*?)<\/ul>/s.exec(body) ?? []
        const said = [...list.matchAll(/<\/svg>([^<]+)<\/li>/g)].map(([, text]) => text)
        assert.ok(said.length > 1, list)
        assert.deepEqual((await read(lena, scopes)).application.consentDenialList, said)
      }
      // A name that it may not ask for is not believed.
      const { application: more } = await read(lena, ['aircraft:read', 'api-key:write', 'no:such'])
      assert.deepEqual(more, (await read(lena, ['aircraft:read'])).application)
      assert.equal((await read(rival, ['aircraft:read'])).application, null)
      const many = await lena.ask(
        `{ application(clientId: "${application.clientId}") { consentDenialList(scopeList: ${JSON.stringify(Array.from({ length: 99 }, () => 'aircraft:read'))}) } }`,
      )
      assert.match(many.body, /scopeList holds at most the \d+ scopes there are, not 99/)
    })

    test('a code is exchanged and the refresh token used with the pasted secret, and the tokens held are counted', async () => {
      const challenge = hash('sha256', VERIFIER, 'base64url')
      const code = await ownCode({ code_challenge: challenge, code_challenge_method: 'S256' })
      const { tokens } = await lena.done('codeExchange', EXCHANGE, asked(code, { verifier: VERIFIER }))
      assert.deepEqual(
        [tokens.expiresInSeconds, tokens.scopeList, tokens.activeTokens, tokens.maxActiveTokens],
        [1800, ['aircraft:read'], 1, 500],
      )
      assert.equal((await sandbox.query(tokens.accessToken, '{ operator { name } }')).status, 200)
      const { clientId: id, clientSecret: secret } = application
      const again = await lena.done('tokenRefresh', REFRESH, { id, secret, token: tokens.refreshToken })
      assert.equal(again.tokens.refreshToken, tokens.refreshToken)
      assert.equal(again.tokens.activeTokens, 2)
      const [connection] = (await lena.data(HELD, { id })).application.connectionList
      assert.deepEqual(connection, {
        environment: 'sandbox',
        tokens: { refreshTokens: 1, maxRefreshTokens: 50, accessTokens: 2, maxAccessTokens: 500 },
      })
    })

    test('tokens made and refused in the portal are in the metrics, like those of the token endpoint', async () => {
      const metrics = new HttpClient((await server.app.listenForMetrics()) ?? 0)
      const read = async () => {
        const { body } = await metrics.ask('http://localhost/metrics')
        const countOf = (sample: string) => Number(body.split(`\n${sample} `)[1]?.split('\n')[0])
        return [
          countOf('airside_tokens_issued_total{holder="application"}'),
          countOf('airside_tokens_refused_total{reason="invalid_grant"}'),
        ]
      }
      const [issued = 0, refused = 0] = await read()
      await lena.done('codeExchange', EXCHANGE, asked(await ownCode()))
      await lena.refused('codeExchange', EXCHANGE, asked('air_test_ac_unknown'))
      assert.deepEqual(await read(), [issued + 1, refused + 1])
    })

    test('a member who is signed out while an exchange runs gets no tokens, and the code stays unused (threats row 94)', async () => {
      const code = await ownCode()
      const asks = statementSent(/from "user_account"/)
      const held = await holdRequest(server.client, `${DEVELOPERS_ORIGIN}/console/graphql/`, {
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: cookieOf(lena) },
        body: JSON.stringify({ query: EXCHANGE, variables: asked(code) }),
      })
      await asks
      const developers = server.world.at(await scene.developersRealm)
      const { userId } = (await lena.data('{ me { userId } }')).me
      await signOutEverywhere(developers, userId)
      const answer = await held.finish()
      assert.equal(answer.status, 401, answer.body)
      await lena.browser.postFresh('/sign-in/', { email: 'lena@vektor.example', password: PASSWORD })
      await lena.done('codeExchange', EXCHANGE, asked(code))
    })

    test('a wrong secret, a wrong verifier, a used code and an unknown refresh token are told at their field', async () => {
      const code = await ownCode()
      const wrong = await lena.refused('codeExchange', EXCHANGE, asked(code, { secret: 'air_live_cs_wrong' }))
      assert.deepEqual(pathsOf(wrong), ['VALIDATION clientSecret'])
      await lena.done('codeExchange', EXCHANGE, asked(code))
      assert.deepEqual(pathsOf(await lena.refused('codeExchange', EXCHANGE, asked(code))), ['VALIDATION code'])
      const bound = await ownCode({
        code_challenge: hash('sha256', VERIFIER, 'base64url'),
        code_challenge_method: 'S256',
      })
      assert.deepEqual(pathsOf(await lena.refused('codeExchange', EXCHANGE, asked(bound))), ['VALIDATION code'])
      const { clientId: id, clientSecret: secret } = application
      const refused = await lena.refused('tokenRefresh', REFRESH, { id, secret, token: 'air_test_rt_unknown' })
      assert.deepEqual(pathsOf(refused), ['VALIDATION refreshToken'])
    })

    test('another provider’s application is not exchanged for, even with its secret and code (threats row 64)', async () => {
      await register(rival, { name: 'Theirs' })
      await scene.makeSandboxes()
      const code = await ownCode()
      const told = async (id: string) => (await rival.ask(EXCHANGE, asked(code, { id }))).json<Data>().data
      assert.deepEqual(await told(application.clientId), await told('app_00000000000000000000'))
      const refused = await rival.refused('codeExchange', EXCHANGE, asked(code))
      assert.deepEqual(pathsOf(refused), ['NOT_FOUND clientId'])
      await lena.done('codeExchange', EXCHANGE, asked(code))
    })

    test('a code of an operator’s sandbox is not exchanged by the portal: only the own sandbox’s are', async () => {
      const beta = await server.operator('beta')
      const berta = await addPerson(server, beta.sandbox, 'Berta', ['ADMIN'])
      const browser = await signedInBrowser(server, beta.sandbox, berta)
      const code = await obtainCode(browser, application, 'aircraft:read')
      assert.deepEqual(pathsOf(await lena.refused('codeExchange', EXCHANGE, asked(code))), ['VALIDATION code'])
    })

    describe('the explorer in the portal', () => {
      const FLEET = '{ aircraftList { nodeList { registration } } }'
      let token = ''
      before(async () => {
        token = (await lena.done('codeExchange', EXCHANGE, asked(await ownCode()))).tokens.accessToken
      })
      const askAs = (member: ConsoleClient | null, more: Record<string, string> = {}) =>
        server.client.ask(`${DEVELOPERS_ORIGIN}/console/explorer/graphql/`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'sec-fetch-site': 'same-origin',
            ...(member ? { cookie: cookieOf(member) } : {}),
            authorization: `Bearer ${token}`,
            ...more,
          },
          body: JSON.stringify({ query: FLEET }),
        })

      test('the documentation names the own sandbox and application to a member, and nothing of another provider’s', async () => {
        const own = await lena.browser.get('/docs/own.json')
        const expected = { name: 'vektor-dev', host: 'vektor-dev.sandbox.localhost', clientId: application.clientId }
        assert.deepEqual(JSON.parse(own.body), expected)
        assert.match(String(own.headers['cache-control']), /no-store/)
        const others = await rival.browser.get('/docs/own.json')
        assert.doesNotMatch(others.body, new RegExp(`vektor|${application.clientId}`))
        assert.equal((await scene.visitor().get('/docs/own.json')).status, 204)
        const page = await lena.browser.get('/docs/guides/code-grant/')
        assert.doesNotMatch(page.body, /vektor/, 'the page is the same for everybody: it may be kept')
        assert.match(page.body, /client_id=<span class="sample" data-own="clientId">YOUR_CLIENT_ID<\/span>/)
      })

      test("a member opens the portal's explorer with their own sandbox; a person who is not signed in is led to sign-in", async () => {
        const stranger = await scene.visitor().get('/console/explorer/')
        assert.deepEqual([stranger.status, stranger.headers.location], [303, '/sign-in/?to=%2Fconsole%2Fexplorer%2F'])
        const page = await lena.browser.get('/console/explorer/')
        assert.equal(page.status, 200, page.body)
        assert.match(page.body, /vektor-dev\.sandbox\.localhost/)
        assert.match(String(page.headers['content-security-policy']), /connect-src 'self'/)
        assert.equal((await scene.visitor().get('/scopes.json')).status, 200)
      })

      test("the portal's explorer answers a query with a token of the own sandbox and counts it for the application", async () => {
        const answer = await askAs(lena)
        assert.equal(answer.status, 200, answer.body)
        assert.ok(answer.json<Data>().data.aircraftList.nodeList.length > 0)
        const usage = 'query ($id: ID!) { application(clientId: $id) { usage(days: 1) { answered } } }'
        const used = await lena.data(usage, { id: application.clientId })
        assert.ok(used.application.usage.answered >= 1)
      })

      test("the portal's explorer refuses a token of another operator or provider, and a token without a session", async () => {
        assert.equal((await askAs(null)).status, 401, 'nobody is signed in')
        assert.equal((await askAs(rival)).status, 401, 'the token is not of the rival’s sandbox')
        const gamma = await server.operator('gamma')
        const greta = await addPerson(server, gamma.sandbox, 'Greta', ['ADMIN'])
        const browser = await signedInBrowser(server, gamma.sandbox, greta)
        const code = await obtainCode(browser, application, 'aircraft:read')
        const answer = await server.client.form(
          `${gamma.sandbox.origin}/oauth2/code/token/`,
          exchangeFields(application, code),
        )
        const foreign = answer.json<Tokens>().access_token
        assert.equal((await gamma.sandbox.query(foreign, FLEET)).status, 200)
        assert.equal((await askAs(lena, { authorization: `Bearer ${foreign}` })).status, 401)
        assert.equal((await askAs(lena, { authorization: '' })).status, 401)
        assert.equal((await askAs(lena, { 'sec-fetch-site': 'cross-site' })).status, 403)
      })
    })

    test('refresh tokens that ended after thirty days without use are not counted as held', async () => {
      server.clock.advanceSeconds(31 * 24 * 3600)
      const browser = scene.visitor()
      await browser.postFresh('/sign-in/', { email: 'lena@vektor.example', password: PASSWORD })
      const again = new (lena.constructor as typeof ConsoleClient)(server.client, browser)
      const { connectionList } = (await again.data(HELD, { id: application.clientId })).application
      assert.deepEqual(
        connectionList.map(({ tokens }: Data) => [tokens.refreshTokens, tokens.accessTokens]),
        [
          [0, 0],
          [0, 0],
        ],
        'at the own sandbox and at gamma’s',
      )
    })
  })
}
