/** Routes for bearer tokens (RFC 6750). The handler gets the principal of the access token. */
import { Failure } from '../../domain/failure.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { requireNetwork } from '../../services/oauth/key-networks.ts'
import type { AccessTokens } from '../../services/oauth/verify.ts'
import type { Principal } from '../../services/principal.ts'
import type { Exchange } from '../listening/exchange.ts'
import { guardedRoute, type Route, type RouteFacts } from '../listening/route.ts'
import { bearerToken } from '../request/bearer.ts'

const refuseMissingToken = (): never => {
  throw new Failure('missing_token', 'Send the access token as Authorization: Bearer <ACCESS_TOKEN>')
}

interface BearerFacts extends RouteFacts {
  /** How this endpoint writes a refusal. */
  readonly refuse: (exchange: Exchange, tenant: Tenant, error: unknown) => void | Promise<void>
}

/**
 * A cached token is verified without a promise, because this is the hottest path. `since` is the generation of the watch
 * before that (`services/rights-at-answer`).
 */
export const bearerRoute = (
  tokens: AccessTokens,
  { refuse, ...facts }: BearerFacts,
  handle: (exchange: Exchange, tenant: Tenant, principal: Principal, since: number) => Promise<void>,
): Route<Tenant> =>
  guardedRoute('access token', facts, (exchange, tenant) => {
    try {
      const token = bearerToken(exchange.req.rawHeaders, exchange.req.url ?? '') ?? refuseMissingToken()
      const since = tokens.watch.generation
      const verified = tokens.verify(tenant, token)
      if (!(verified instanceof Promise)) {
        requireNetwork(verified.networks, exchange.clientAddress)
        return handle(exchange, tenant, verified, since)
      }
      const allowed = verified.then((principal) => {
        requireNetwork(principal.networks, exchange.clientAddress)
        return principal
      })
      return allowed.then(
        (principal) => handle(exchange, tenant, principal, since),
        (error) => refuse(exchange, tenant, error),
      )
    } catch (error) {
      return refuse(exchange, tenant, error)
    }
  })
