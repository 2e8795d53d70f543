/** POST /oauth2/revoke/ (RFC 7009) and POST /oauth2/introspect/ (RFC 7662), for a client's own tokens. */

import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import { introspectToken, revokeToken } from '../../services/oauth/revocation.ts'
import { during, type World } from '../../services/world.ts'
import { clientRoute } from '../guards/client.ts'
import { sendJson } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { requiredField } from '../request/client-credentials.ts'

export const revokeRoute = (world: World, clients: Clients): Route<Tenant> =>
  clientRoute(
    clients,
    { path: '/oauth2/revoke/', endpoint: 'revoke' },
    async (exchange, tenant, { fields, client, actor }) => {
      await revokeToken(
        during(world, exchange.lifetime, 'reserve').at(tenant),
        client,
        requiredField(fields, 'token'),
        actor,
      )
      sendJson(exchange, 200, {})
    },
  )

export const introspectRoute = (world: World, clients: Clients, publicUrl: URL): Route<Tenant> =>
  clientRoute(
    clients,
    { path: '/oauth2/introspect/', endpoint: 'introspect' },
    async (exchange, tenant, { fields, client }) => {
      const found = await introspectToken(
        during(world, exchange.lifetime, 'reserve').at(tenant),
        client,
        requiredField(fields, 'token'),
      )
      const iss = originOf(publicUrl, tenant.operatorId, tenant.environment)
      sendJson(exchange, 200, found.active ? { ...found, iss } : found)
    },
  )
