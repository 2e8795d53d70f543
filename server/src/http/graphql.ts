/** POST /api/graphql/: GraphQL over HTTP for bearer tokens (access-model §7). */
import type { AccessTokens } from '../access/verify.ts'
import { Failure } from '../domain/failure.ts'
import type { Tenant } from '../domain/tenant.ts'
import { newContext, type Surroundings } from '../graphql/context.ts'
import type { QueryService } from '../graphql/query-service.ts'
import { bearerToken } from './bearer.ts'
import type { Route } from './exchange.ts'
import { answerQuery } from './query-answer.ts'

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
      async () => {
        const token = bearerToken(exchange.req.rawHeaders, exchange.req.url ?? '') ?? refuseMissingToken()
        const principal = await tokens.verify(tenant, token)
        return newContext(surroundings, tenant, principal, exchange.requestId, exchange.clientAddress)
      },
      ({ principal, trace, usage }) => usage.countRequest(principal, trace.counted(exchange.requestId)),
    ),
})
