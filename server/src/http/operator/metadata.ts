/** Describes this address to programs: RFC 8414 and RFC 9728 metadata from the configuration, and the scopes as data. */

import { isOffered, SCOPES } from '../../domain/scopes.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { QUERY_PATH, RESOURCE_METADATA_PATH } from '../answer/page-paths.ts'
import { openRoute } from '../guards/open.ts'
import { send } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' }
const OFFERED = SCOPES.filter(isOffered)
const CLIENT_METHODS = ['client_secret_post', 'client_secret_basic']

const authorizationServer = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/oauth2/code/authorize/`,
  token_endpoint: `${origin}/oauth2/code/token/`,
  revocation_endpoint: `${origin}/oauth2/revoke/`,
  introspection_endpoint: `${origin}/oauth2/introspect/`,
  scopes_supported: OFFERED,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: CLIENT_METHODS,
  revocation_endpoint_auth_methods_supported: CLIENT_METHODS,
  introspection_endpoint_auth_methods_supported: CLIENT_METHODS,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})

const protectedResource = (origin: string, resource = origin) => ({
  resource,
  authorization_servers: [origin],
  scopes_supported: OFFERED,
  bearer_methods_supported: ['header'],
})

const wellKnown = (publicUrl: URL, path: string, describe: (origin: string) => object): Route<Tenant> =>
  openRoute('public metadata', { method: 'GET', path, endpoint: 'pages' }, (exchange, { operatorId, environment }) =>
    send(exchange, 200, HEADERS, JSON.stringify(describe(originOf(publicUrl, operatorId, environment)))),
  )

export const scopesRoute = (scopesText: string): Route<Tenant> =>
  openRoute('public metadata', { method: 'GET', path: '/scopes.json', endpoint: 'pages' }, (exchange) =>
    send(exchange, 200, HEADERS, scopesText),
  )

export const metadataRoutes = (publicUrl: URL, scopesText: string): readonly Route<Tenant>[] => [
  wellKnown(publicUrl, '/.well-known/oauth-authorization-server', authorizationServer),
  wellKnown(publicUrl, RESOURCE_METADATA_PATH, protectedResource),
  wellKnown(publicUrl, `${RESOURCE_METADATA_PATH}${QUERY_PATH}`, (origin) =>
    protectedResource(origin, `${origin}${QUERY_PATH}`),
  ),
  scopesRoute(scopesText),
]
