/** POST /api/graphql/: GraphQL over HTTP for bearer tokens (access-model §7). */

import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { newContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryService } from '../../graphql/query-service.ts'
import type { AccessTokens } from '../../services/oauth/verify.ts'
import { QUERY_PATH, resourceMetadataUrl } from '../answer/page-paths.ts'

import { answerQuery, refuseAsker } from '../answer/query-answer.ts'
import { bearerRoute } from '../guards/bearer.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'

export const queryRoute = (tokens: AccessTokens, queries: QueryService, surroundings: Surroundings): Route<Tenant> => {
  const refuse = (exchange: Exchange, { operatorId, environment }: Tenant, error: unknown) =>
    refuseAsker(
      exchange,
      error,
      resourceMetadataUrl(originOf(surroundings.publicUrl, operatorId, environment), QUERY_PATH),
    )
  return bearerRoute(
    tokens,
    { method: 'POST', path: QUERY_PATH, endpoint: 'query', refuse },
    async (exchange, tenant, principal) => {
      const { requestId, clientAddress: address, lifetime, req } = exchange
      const context = newContext(surroundings, { tenant, principal, requestId, address, lifetime })
      try {
        await answerQuery(exchange, queries, context)
      } finally {
        const agent = req.headers['user-agent']
        surroundings.usage.countRequest(principal, context.trace.countedRequest({ requestId, address, agent }))
      }
    },
  )
}
