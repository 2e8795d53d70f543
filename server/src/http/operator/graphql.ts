/** POST /api/graphql/: GraphQL over HTTP for bearer tokens (access-model §7). */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { newContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryService } from '../../graphql/query-service.ts'
import type { AccessTokens } from '../../services/oauth/verify.ts'
import { answerQuery, refuseAsker } from '../answer/query-answer.ts'
import { bearerRoute } from '../guards/bearer.ts'
import type { Route } from '../listening/route.ts'

export const queryRoute = (tokens: AccessTokens, queries: QueryService, surroundings: Surroundings): Route<Tenant> =>
  bearerRoute(
    tokens,
    { method: 'POST', path: '/api/graphql/', endpoint: 'query', refuse: refuseAsker },
    async (exchange, tenant, principal) => {
      const context = newContext(surroundings, tenant, principal, exchange.requestId, exchange.clientAddress)
      try {
        await answerQuery(exchange, queries, context)
      } finally {
        surroundings.usage.countRequest(principal, context.trace.counted(exchange.requestId))
      }
    },
  )
