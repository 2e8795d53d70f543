/**
 * Unmodified client libraries complete code and refresh, with credentials in the body and by Basic (threats row 14).
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import * as oauth4webapi from 'oauth4webapi'
import * as openid from 'openid-client'
import OAuth2Strategy from 'passport-oauth2'
import { AuthorizationCode } from 'simple-oauth2'
import { allow, GrantScene } from '../support/code-grant.ts'
import { resolveLocalhostNames } from '../support/localhost-names.ts'
import { startReachableServer, type TestServer } from '../support/test-server.ts'

const SCOPE = 'contact:read contact:write'
const STATE = 'a state & more'

let server: TestServer
let scene: GrantScene
before(async () => {
  resolveLocalhostNames()
  server = await startReachableServer()
  scene = await GrantScene.open(server, 'alpine')
})
after(() => server.close())

/** The address at which the browser ends after the administrator allows this request. */
const followed = async (address: string | URL): Promise<URL> => {
  const { origin, pathname, search } = new URL(address)
  assert.equal(origin, scene.at.origin)
  return new URL((await allow(scene.browser, pathname + search)).headers.location ?? '')
}

interface Pair {
  readonly access_token: string
  readonly refresh_token?: string | undefined
}

/** Both tokens work, and the refresh token stayed the same. */
const worked = async (first: Pair, refreshed: Pair): Promise<void> => {
  for (const { access_token } of [first, refreshed]) {
    const answer = await scene.at.query(access_token, '{ tokenInfo { applicationName scopeList } }')
    assert.deepEqual(answer.json().data, { tokenInfo: { applicationName: 'Skylog', scopeList: SCOPE.split(' ') } })
  }
  assert.notEqual(refreshed.access_token, first.access_token)
  assert.match(first.refresh_token ?? '', /^air_live_rt_/)
  assert.equal(refreshed.refresh_token, first.refresh_token)
}

describe('openid-client', () => {
  for (const [way, authentication] of [
    ['body', openid.ClientSecretPost],
    ['Basic', openid.ClientSecretBasic],
  ] as const) {
    test(`openid-client completes the grant with credentials in ${way}`, async () => {
      const { clientId, clientSecret, redirectUri } = scene.application
      const config = await openid.discovery(
        new URL(scene.at.origin),
        clientId,
        undefined,
        authentication(clientSecret),
        { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
      )
      const pkceCodeVerifier = openid.randomPKCECodeVerifier()
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: STATE,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      })
      const checks = { pkceCodeVerifier, expectedState: STATE }
      const tokens = await openid.authorizationCodeGrant(config, await followed(address), checks)
      assert.equal(tokens.expires_in, 1800)
      await worked(tokens, await openid.refreshTokenGrant(config, tokens.refresh_token ?? ''))
      assert.equal((await openid.tokenIntrospection(config, tokens.access_token)).active, true)
      await openid.tokenRevocation(config, tokens.refresh_token ?? '')
      assert.equal((await openid.tokenIntrospection(config, tokens.access_token)).active, false)
    })
  }
})

describe('oauth4webapi', () => {
  const insecure = { [oauth4webapi.allowInsecureRequests]: true }
  for (const [way, authentication] of [
    ['body', oauth4webapi.ClientSecretPost],
    ['Basic', oauth4webapi.ClientSecretBasic],
  ] as const) {
    test(`oauth4webapi completes the grant with credentials in ${way}`, async () => {
      const { clientId: client_id, clientSecret, redirectUri } = scene.application
      const issuer = new URL(scene.at.origin)
      const discovery = await oauth4webapi.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
      const as = await oauth4webapi.processDiscoveryResponse(issuer, discovery)
      const [client, auth] = [{ client_id }, authentication(clientSecret)]
      const address = new URL(as.authorization_endpoint ?? '')
      const asked = { response_type: 'code', client_id, redirect_uri: redirectUri, scope: SCOPE, state: STATE }
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
      const returned = oauth4webapi.validateAuthResponse(as, client, await followed(address), STATE)
      const exchange = await oauth4webapi.authorizationCodeGrantRequest(
        as,
        client,
        auth,
        returned,
        redirectUri,
        oauth4webapi.nopkce,
        insecure,
      )
      const tokens = await oauth4webapi.processAuthorizationCodeResponse(as, client, exchange)
      const { refresh_token = '' } = tokens
      const refresh = await oauth4webapi.refreshTokenGrantRequest(as, client, auth, refresh_token, insecure)
      await worked(tokens, await oauth4webapi.processRefreshTokenResponse(as, client, refresh))
    })
  }
})

describe('simple-oauth2', () => {
  for (const [authorizationMethod, credentialsEncodingMode] of [
    ['body', 'strict'],
    ['header', 'strict'],
    ['header', 'loose'],
  ]) {
    test(`simple-oauth2 completes the grant with credentials in the ${authorizationMethod}, ${credentialsEncodingMode}`, async () => {
      const { clientId: id, clientSecret: secret, redirectUri: redirect_uri } = scene.application
      const client = new AuthorizationCode({
        client: { id, secret },
        auth: {
          tokenHost: scene.at.origin,
          tokenPath: '/oauth2/code/token/',
          authorizePath: '/oauth2/code/authorize/',
          revokePath: '/oauth2/revoke/',
        },
        options: { authorizationMethod, credentialsEncodingMode },
      })
      const callback = await followed(client.authorizeURL({ redirect_uri, scope: SCOPE, state: STATE }))
      assert.equal(callback.searchParams.get('state'), STATE)
      const first = await client.getToken({ code: callback.searchParams.get('code'), redirect_uri })
      const refreshed = await first.refresh()
      await worked(first.token, refreshed.token)
      await refreshed.revokeAll()
      assert.equal((await scene.at.query(first.token.access_token, '{ echo(text: "hi") }')).status, 401)
    })
  }
})

describe('passport-oauth2', () => {
  /** What Passport does with a strategy: sets its callbacks and passes it the request. */
  const authenticate = (strategy: OAuth2Strategy, request: object): Promise<{ redirect?: string; user?: unknown }> =>
    new Promise((resolve, reject) => {
      const acting = Object.assign(Object.create(strategy) as OAuth2Strategy, {
        redirect: (redirect: string) => resolve({ redirect }),
        success: (user: unknown) => resolve({ user }),
        fail: (challenge: unknown) => reject(new Error(JSON.stringify(challenge))),
        error: reject,
      })
      acting.authenticate(request)
    })

  for (const pkce of [false, true]) {
    test(`passport-oauth2 completes the grant with its own state${pkce ? ' and PKCE' : ''}`, async () => {
      const { clientId: clientID, clientSecret, redirectUri: callbackURL } = scene.application
      const strategy = new OAuth2Strategy(
        {
          authorizationURL: `${scene.at.origin}/oauth2/code/authorize/`,
          tokenURL: `${scene.at.origin}/oauth2/code/token/`,
          clientID,
          clientSecret,
          callbackURL,
          scope: SCOPE.split(' '),
          state: true,
          pkce,
          skipUserProfile: true,
        },
        (access_token, refresh_token, _profile, done) => done(null, { access_token, refresh_token }),
      )
      const session = {}
      const { redirect = '' } = await authenticate(strategy, { session, query: {} })
      const query = Object.fromEntries((await followed(redirect)).searchParams)
      const tokens = (await authenticate(strategy, { session, query })).user as Pair & { refresh_token: string }
      const refreshed = await new Promise<Pair>((resolve, reject) =>
        strategy._oauth2.getOAuthAccessToken(
          tokens.refresh_token,
          { grant_type: 'refresh_token' },
          (error, access_token, refresh_token) => (error ? reject(error) : resolve({ access_token, refresh_token })),
        ),
      )
      await worked(tokens, refreshed)
    })
  }
})

describe('requests-oauthlib', () => {
  /** The library's bytes: Basic, and the same client_id in the body. */
  const post = async (fields: Record<string, string>): Promise<Pair> => {
    const { clientId, clientSecret } = scene.application
    const answer = await fetch(`${scene.at.origin}/oauth2/code/token/`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      },
      body: new URLSearchParams({ ...fields, client_id: clientId }),
    })
    assert.equal(answer.status, 200, await answer.clone().text())
    return (await answer.json()) as Pair
  }

  test('requests-oauthlib completes the grant although it sends Basic and client_id together', async () => {
    const { clientId, redirectUri } = scene.application
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: SCOPE,
      state: STATE,
    })
    const back = await followed(`${scene.at.origin}/oauth2/code/authorize/?${query}`)
    const code = back.searchParams.get('code') ?? ''
    const tokens = await post({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })
    const refresh_token = tokens.refresh_token ?? ''
    await worked(tokens, await post({ grant_type: 'refresh_token', refresh_token, scope: SCOPE }))
  })
})

describe('curl -F', () => {
  const curl = async (...args: string[]): Promise<Pair & { refresh_token: string }> => {
    const { stdout } = await promisify(execFile)('curl', ['--silent', '--show-error', '--fail-with-body', ...args])
    return JSON.parse(stdout)
  }
  for (const way of ['body', 'Basic']) {
    test(`curl -F completes the grant with credentials in ${way}`, async () => {
      const { clientId, clientSecret, redirectUri } = scene.application
      const credentials =
        way === 'body'
          ? ['-F', `client_id=${clientId}`, '-F', `client_secret=${clientSecret}`]
          : ['-u', `${clientId}:${clientSecret}`]
      const endpoint = `${scene.at.origin}/oauth2/code/token/`
      const code = await scene.code(SCOPE)
      const exchange = [
        '-F',
        'grant_type=authorization_code',
        '-F',
        `redirect_uri=${redirectUri}`,
        '-F',
        `code=${code}`,
      ]
      const tokens = await curl(endpoint, ...credentials, ...exchange)
      const refresh = ['-F', 'grant_type=refresh_token', '-F', `refresh_token=${tokens.refresh_token}`]
      await worked(tokens, await curl(endpoint, ...credentials, ...refresh))
    })
  }
})
