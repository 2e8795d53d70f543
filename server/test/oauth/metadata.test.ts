/** Metadata of an operator's address, made from the configuration alone (RFC 8414, RFC 9728; access-model §1, §11). */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { SCOPES } from '../../src/domain/scopes.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

let server: TestServer
let tenants: TestTenant[]
before(async () => {
  server = await startServer('sqlite')
  tenants = Object.values(await server.operator('alpine'))
})
after(() => server.close())

const describes = async (origin: string, name: string, headers = {}) => {
  const answer = await server.client.ask(`${origin}/.well-known/${name}`, { headers })
  assert.equal(answer.status, 200)
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
  return answer.json<Record<string, unknown>>()
}

test('authorization server metadata names the endpoints and only supported features (RFC 8414)', async () => {
  for (const { origin } of tenants) {
    const { scopes_supported, ...metadata } = await describes(origin, 'oauth-authorization-server')
    const methods = ['client_secret_post', 'client_secret_basic']
    assert.deepEqual(metadata, {
      issuer: origin,
      authorization_endpoint: `${origin}/oauth2/code/authorize/`,
      token_endpoint: `${origin}/oauth2/code/token/`,
      revocation_endpoint: `${origin}/oauth2/revoke/`,
      introspection_endpoint: `${origin}/oauth2/introspect/`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_methods_supported: methods,
      introspection_endpoint_auth_methods_supported: methods,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
    assert.ok((scopes_supported as string[]).includes('own:profile'))
    assert.equal((scopes_supported as string[]).includes('api-key:read'), false)
  }
})

test('protected resource metadata names its authorization server (RFC 9728)', async () => {
  for (const { origin } of tenants) {
    const { scopes_supported: _, ...metadata } = await describes(origin, 'oauth-protected-resource')
    assert.deepEqual(metadata, {
      resource: origin,
      authorization_servers: [origin],
      bearer_methods_supported: ['header'],
    })
  }
})

test('metadata of the query endpoint is served under its path (RFC 9728 §3.1)', async () => {
  for (const { origin } of tenants) {
    const { resource, authorization_servers } = await describes(origin, 'oauth-protected-resource/api/graphql/')
    assert.deepEqual([resource, authorization_servers], [`${origin}/api/graphql/`, [origin]])
  }
})

test('no request header changes the metadata', async () => {
  const [{ origin } = { origin: '' }] = tenants
  const told = {
    host: 'ALPINE.localhost.:1234',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '444',
    forwarded: 'host=evil.example;proto=https',
    'x-original-host': 'evil.example',
    'x-host': 'evil.example',
  }
  for (const name of ['oauth-authorization-server', 'oauth-protected-resource']) {
    assert.deepEqual(await describes(origin, name, told), await describes(origin, name))
  }
})

test('an unknown operator has no metadata', async () => {
  const answer = await server.client.ask('http://nobody.localhost/.well-known/oauth-authorization-server')
  assert.equal(answer.status, 404)
})

test('scopes.json is served to everyone and equals the committed file', async () => {
  for (const { origin } of tenants) {
    const answer = await server.client.ask(`${origin}/scopes.json`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
    assert.equal(
      answer.body,
      readFileSync(new URL('../../scopes.json', import.meta.url), 'utf8'),
      'run: npm run generate',
    )
    const { scopes } = answer.json<{ scopes: Record<string, { access: string; nodes: string[] }> }>()
    assert.deepEqual(Object.keys(scopes), SCOPES)
    assert.equal(scopes['flight:write']?.access, 'write')
    assert.ok(scopes['flight:read']?.nodes.includes('Query.flightList'))
    assert.ok(scopes['crew:read']?.nodes.includes('FlightFilter.crewMemberId'))
    assert.ok(scopes['contact:read']?.nodes.includes('Query.changeList(entityList:)'))
  }
})
