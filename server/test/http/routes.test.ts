/**
 * Lists every route with its guard, and checks slashes and methods (threats row 12). A new route needs a new line
 * here, and a review.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Route } from '../../src/http/listening/route.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { setOperatorSuspendedWithin } from '../../src/services/tenancy/operator-suspension.ts'
import { VERSION } from '../../src/version.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const ROUTES = `
anywhere GET /healthz: open: tells nothing
anywhere GET /readyz: open: tells nothing
operator GET /oauth2/code/authorize/: open: checks the client first, then asks for a sign-in
operator GET /sign-in/: open: asks for the password
operator POST /sign-in/: open: checks the password
operator GET /sign-in/second-step/: open: asks for the code
operator POST /sign-in/second-step/: open: checks the code
operator GET /sign-in/recovery/: open: asks for the code
operator POST /sign-in/recovery/: open: checks the code
operator GET /forgotten/: open: asks for the e-mail address
operator POST /forgotten/: open: mails a link
operator GET /reset/: open: asks for the code of the message
operator POST /reset/: open: checks the code of the message
operator GET /sign-in/set-up/: open: shows the page to a user who gave the right password
operator POST /sign-in/set-up/: open: serves a user who gave the right password
operator POST /sign-in/set-up/passkey/options/: open: makes a challenge for a user who gave the right password
operator POST /sign-out/: open: ends the session of the cookie
operator POST /sign-in/passkey/: open: checks the passkey
operator POST /sign-in/passkey/options/: open: makes a challenge for the sign-in page
operator POST /account/passkey/options/: session
operator GET /account/: session
operator POST /account/: session
operator GET /hand-over/: open: leads to the portal, which asks for a session
operator GET /hand-over/arrival/: open: sends what the portal handed over
operator POST /hand-over/: open: checks what the portal handed over
operator POST /consent/: session
operator GET /confirm/: session
operator POST /confirm/: session
operator GET /invitation/: open: asks for the invitation code
operator POST /invitation/: open: checks the invitation code
operator GET /outbox/: administrator session
operator POST /oauth2/code/token/: client credentials
operator POST /oauth2/revoke/: client credentials
operator POST /oauth2/introspect/: client credentials
operator POST /access_token/refresh/: open: the API key in the body is checked where its token is issued
operator POST /api/graphql/: access token
operator POST /console/graphql/: session
operator GET /: open: leads to the console or to sign-in
operator GET /console/*: open: public files; the page itself leads to sign-in
operator GET /console/explorer/: open: a query needs a token or a session
operator GET /export/*: administrator session
operator GET /.well-known/oauth-authorization-server: open: public metadata
operator GET /.well-known/oauth-protected-resource: open: public metadata
operator GET /.well-known/oauth-protected-resource/api/graphql/: open: public metadata
operator GET /scopes.json: open: public metadata
operator GET /application-logo/*: open: public files
operator PUT /document-uploads/*: access token
operator PUT /page-uploads/*: session
operator GET /document/: open: the link is checked with the rights of who asked for it
operator GET /logbook/: open: the link is checked with the rights of who asked for it
operator GET /logbook/kept/: open: asks for the code of the message
operator POST /logbook/kept/: open: checks the code of the message
operator GET /assets/*: open: public files
suspended GET /sign-in/: open: asks for the password
suspended POST /sign-in/: open: checks the password
suspended GET /sign-in/second-step/: open: asks for the code
suspended POST /sign-in/second-step/: open: checks the code
suspended GET /sign-in/recovery/: open: asks for the code
suspended POST /sign-in/recovery/: open: checks the code
suspended POST /sign-out/: open: ends the session of the cookie
suspended POST /sign-in/passkey/: open: checks the passkey
suspended POST /sign-in/passkey/options/: open: makes a challenge for the sign-in page
suspended GET /assets/*: open: public files
landing GET /: open: public page
landing GET /oauth2/code/authorize/: open: checks the client, then asks for the operator
landing POST /oauth2/which-operator/: open: leads to an operator’s own address
landing GET /demo/start/: open: demo
landing GET /demo/callback/: open: demo
landing POST /demo/callback/: open: demo
landing GET /application-logo/*: open: demo
landing GET /assets/*: open: public files
sandboxLanding GET /oauth2/code/authorize/: open: checks the client, then asks for the operator
sandboxLanding POST /oauth2/which-operator/: open: leads to an operator’s own address
sandboxLanding GET /assets/*: open: public files
developers GET /sign-up/: open: asks for company, name and address
developers POST /sign-up/: open: mails a code
developers GET /sign-up/confirm/: open: asks for the code of the message
developers POST /sign-up/again/: open: mails another code
developers POST /sign-up/confirm/: open: checks the code of the message
developers GET /invitation/: open: asks for the invitation code
developers POST /invitation/: open: checks the invitation code
developers GET /sign-in/: open: asks for the password
developers POST /sign-in/: open: checks the password
developers GET /sign-in/second-step/: open: asks for the code
developers POST /sign-in/second-step/: open: checks the code
developers GET /sign-in/recovery/: open: asks for the code
developers POST /sign-in/recovery/: open: checks the code
developers GET /forgotten/: open: asks for the e-mail address
developers POST /forgotten/: open: mails a link
developers GET /reset/: open: asks for the code of the message
developers POST /reset/: open: checks the code of the message
developers GET /sign-in/set-up/: open: shows the page to a user who gave the right password
developers POST /sign-in/set-up/: open: serves a user who gave the right password
developers POST /sign-in/set-up/passkey/options/: open: makes a challenge for a user who gave the right password
developers POST /sign-out/: open: ends the session of the cookie
developers POST /sign-in/passkey/: open: checks the passkey
developers POST /sign-in/passkey/options/: open: makes a challenge for the sign-in page
developers POST /account/passkey/options/: session
developers GET /account/: session
developers POST /account/: session
developers POST /console/graphql/: member session
developers POST /console/logo/: member session
developers GET /application-logo/*: member session
developers GET /callback/: open: hands the query to the portal’s own page
developers GET /console/hand-over/: member session
developers GET /console/explorer/: open: leads to sign-in; a query needs a session and a token
developers POST /console/explorer/graphql/: member session
developers GET /scopes.json: open: public metadata
developers GET /docs/own.json: open: names the sandbox and application of the session alone
developers GET /docs/search/: open: documentation is public
developers GET /docs: open: leads to the slash
developers GET /docs/search: open: leads to the slash
developers GET /docs/*: open: documentation is public
developers GET /docs.md: open: documentation is public
developers GET /llms.txt: open: documentation is public
developers GET /llms-full.txt: open: documentation is public
developers GET /outbox/: open: tells a stranger no messages of others
developers GET /: open: leads to the console or to sign-in
developers GET /console/*: open: public files; the page itself leads to sign-in
developers GET /assets/*: open: public files
support GET /sign-in/: open: asks for the password
support POST /sign-in/: open: checks the password
support GET /sign-in/second-step/: open: asks for the code
support POST /sign-in/second-step/: open: checks the code
support GET /sign-in/recovery/: open: asks for the code
support POST /sign-in/recovery/: open: checks the code
support GET /forgotten/: open: asks for the e-mail address
support POST /forgotten/: open: mails a link
support GET /reset/: open: asks for the code of the message
support POST /reset/: open: checks the code of the message
support GET /sign-in/set-up/: open: shows the page to a user who gave the right password
support POST /sign-in/set-up/: open: serves a user who gave the right password
support POST /sign-in/set-up/passkey/options/: open: makes a challenge for a user who gave the right password
support POST /sign-out/: open: ends the session of the cookie
support POST /sign-in/passkey/: open: checks the passkey
support POST /sign-in/passkey/options/: open: makes a challenge for the sign-in page
support POST /account/passkey/options/: session
support GET /account/: session
support POST /account/: session
support POST /console/graphql/: staff session
support GET /application-logo/*: staff session
support GET /outbox/: open: tells a stranger no messages of others
support GET /: open: leads to the console or to sign-in
support GET /console/*: open: public files; the page itself leads to sign-in
support GET /assets/*: open: public files
elsewhere GET /assets/*: open: public files
`

const HOSTS: Readonly<Record<string, string>> = {
  anywhere: 'nobody.example',
  operator: 'alpine.localhost',
  suspended: 'closed.localhost',
  landing: 'localhost',
  sandboxLanding: 'sandbox.localhost',
  developers: 'developers.localhost',
  support: 'support.localhost',
  elsewhere: 'unknown.localhost',
}

interface Listed {
  readonly kind: string
  readonly host: string
  readonly method: string
  readonly path: string
  readonly guard: string
}

describe('the routes', () => {
  let server: TestServer
  let routes: Listed[]
  before(async () => {
    // With the demo, so that its pages are on the list as well.
    server = await startServer('sqlite', undefined, { tenants: [], applications: [], platform: null })
    await server.operator('alpine')
    await server.operator('closed')
    const suspension = { operatorId: 'closed', isSuspended: true, reason: 'Unpaid' }
    await server.world.storage.writePlatform((tx) => setOperatorSuspendedWithin(server.world, tx, suspension, HOST))
    routes = Object.entries<readonly Route<never>[]>({ ...server.app.routes }).flatMap(([kind, listed]) =>
      listed.map(({ method, path, guard }) => ({ kind, host: HOSTS[kind] ?? '', method, path, guard })),
    )
  })
  after(() => server.close())

  const exact = () => routes.filter(({ path }) => !path.endsWith('*'))

  test('the server has exactly the listed routes, each with its guard', () => {
    const actual = routes.map(({ kind, method, path, guard }) => `${kind} ${method} ${path}: ${guard}`)
    assert.deepEqual(actual, ROUTES.trim().split('\n'))
  })

  test('every guarded route refuses a request without credentials', async () => {
    for (const { host, method, path, guard } of exact().filter(({ guard }) => !guard.startsWith('open: '))) {
      const { status, body } = await server.client.raw(host, path, { method })
      const answer = `${method} ${path} (${guard}): ${status} ${body.slice(0, 200)}`
      assert.ok(status >= 300 && status < 500, answer)
      if (guard === 'access token') assert.equal(status, 401, answer)
      // A request from another origin is refused before its credentials are checked.
      if (guard === 'session' && method === 'POST') assert.equal(status, 403, answer)
    }
  })

  test('outside of the documentation, a path without its trailing slash is 404, names the right path, and never redirects', async () => {
    // A suspended operator's address has no paths but those that lead to the reason.
    const open = exact().filter(({ kind }) => kind !== 'suspended')
    const slashed = open.filter(({ path }) => path.endsWith('/') && path !== '/' && !path.startsWith('/docs/'))
    assert.ok(slashed.length > 5)
    for (const { host, method, path } of slashed) {
      const answer = await server.client.raw(host, path.slice(0, -1), { method })
      assert.equal(answer.status, 404, path)
      assert.equal(answer.headers.location, undefined)
      assert.match(String(answer.json().error_description), new RegExp(`the path is ${path}$`))
    }
  })

  test('every route answers 405 with Allow to other methods', async () => {
    for (const path of new Set(exact().map((route) => route.path))) {
      const host = routes.find((route) => route.path === path)?.host ?? ''
      const same = routes.filter((route) => route.path === path && route.host === host)
      const allowed = same.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']) {
        if (allowed.includes(method)) continue
        const answer = await server.client.raw(host, path, { method })
        assert.equal(answer.status, 405, `${method} ${path}`)
        assert.equal(answer.headers.allow, allowed.join(', '))
      }
    }
  })

  test('the query endpoint tells a client that sends GET which setting makes it send POST', async () => {
    const answer = await server.client.raw('alpine.localhost', '/api/graphql/', { method: 'GET' })
    assert.match(String(answer.json().error_description), /preferGetMethod: false \(urql\)/)
  })

  test('a route matches its exact spelling only', async () => {
    const { client } = server
    for (const path of ['/API/GRAPHQL/', '//api/graphql/', '/api//graphql/', '/api/graphql//', '/api/graphql/x']) {
      assert.equal((await client.raw('alpine.localhost', path, { method: 'POST' })).status, 404, path)
    }
    for (const path of ['/api%2Fgraphql/', '/api/../api/graphql/', '/api/./graphql/', '/api/graphql/;x']) {
      assert.equal((await client.raw('alpine.localhost', path, { method: 'POST' })).status, 404, path)
    }
  })

  test('/healthz and /readyz answer under any host name', async () => {
    for (const host of ['localhost', 'alpine.localhost', 'unknown.example', '10.0.0.1:8080', 'developers.localhost']) {
      assert.equal((await server.client.raw(host, '/healthz')).status, 200, host)
      const ready = await server.client.raw(host, '/readyz')
      assert.deepEqual(ready.json(), { status: 'ready', store: 'sqlite', version: VERSION })
    }
  })

  test('every GET route without a prefix answers HEAD with the same status and headers, and no body', async () => {
    const readable = exact().filter(({ method }) => method === 'GET')
    assert.ok(readable.length > 30)
    for (const { host, path } of readable) {
      const [head, get] = [
        await server.client.raw(host, path, { method: 'HEAD' }),
        await server.client.raw(host, path, { method: 'GET' }),
      ]
      const names = (answer: typeof get) => Object.keys(answer.headers).toSorted()
      assert.equal(head.status, get.status, `${host}${path}`)
      assert.equal(head.body, '', `${host}${path}`)
      assert.deepEqual(names(head), names(get), `${host}${path}`)
      assert.equal(head.headers['content-type'], get.headers['content-type'], `${host}${path}`)
    }
  })
})
