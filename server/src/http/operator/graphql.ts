/** POST /api/graphql/: GraphQL over HTTP for bearer tokens (access-model §7). */

import { Failure } from '../../domain/failure.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { newContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryService } from '../../graphql/query-service.ts'
import type { AccessTokens } from '../../services/oauth/verify.ts'
import type { Principal } from '../../services/principal.ts'
import { answerQuery } from '../answer/query-answer.ts'
import type { Route } from '../listening/exchange.ts'
import { bearerToken } from '../request/bearer.ts'

const refuseMissingToken = (): never => {
  throw new Failure('missing_token', 'Send the access token as Authorization: Bearer <ACCESS_TOKEN>')
}

export const queryRoute = (tokens: AccessTokens, queries: QueryService, surroundings: Surroundings): Route<Tenant> => ({
  method: 'POST',
  path: '/api/graphql/',
  guard: 'access token',
  endpoint: 'query',
  handle: (exchange, tenant) =>
    answerQuery(
      exchange,
      queries,
      () => {
        const token = bearerToken(exchange.req.rawHeaders, exchange.req.url ?? '') ?? refuseMissingToken()
        const contextOf = (principal: Principal) =>
          newContext(surroundings, tenant, principal, exchange.requestId, exchange.clientAddress)
        const verified = tokens.verify(tenant, token)
        return verified instanceof Promise ? verified.then(contextOf) : contextOf(verified)
      },
      ({ principal, trace, usage }) => usage.countRequest(principal, trace.counted(exchange.requestId)),
    ),
})
