/** POST /oauth2/revoke/ (RFC 7009) and POST /oauth2/introspect/ (RFC 7662): a client and its own tokens. */

import { Failure } from '../../domain/failure.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import { introspectToken, revokeToken } from '../../services/oauth/revocation.ts'
import type { World } from '../../services/world.ts'
import { type Exchange, type Route, sendJson } from '../listening/exchange.ts'
import { sendFailure } from '../listening/failure-answer.ts'
import { basicChallenge, type ClientRequest, clientRequest, requiredField } from '../request/client-credentials.ts'

const clientRoute = (
  clients: Clients,
  path: string,
  endpoint: 'revoke' | 'introspect',
  handle: (exchange: Exchange, tenant: Tenant, request: ClientRequest) => Promise<void>,
): Route<Tenant> => ({
  method: 'POST',
  path,
  guard: 'client credentials',
  endpoint,
  handle: async (exchange, tenant) => {
    try {
      await handle(exchange, tenant, await clientRequest(clients, exchange, tenant))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      sendFailure(exchange, error, endpoint, basicChallenge(exchange, error))
    }
  },
})

export const revokeRoute = (world: World, clients: Clients): Route<Tenant> =>
  clientRoute(clients, '/oauth2/revoke/', 'revoke', async (exchange, tenant, { fields, client, actor }) => {
    await revokeToken(world, tenant, client, requiredField(fields, 'token'), actor)
    sendJson(exchange, 200, {})
  })

export const introspectRoute = (world: World, clients: Clients, publicUrl: URL): Route<Tenant> =>
  clientRoute(clients, '/oauth2/introspect/', 'introspect', async (exchange, tenant, { fields, client }) => {
    const found = await introspectToken(world, tenant, client, requiredField(fields, 'token'))
    const iss = originOf(publicUrl, tenant.operatorId, tenant.environment)
    sendJson(exchange, 200, found.active ? { ...found, iss } : found)
  })
