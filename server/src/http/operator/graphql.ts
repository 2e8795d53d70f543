/** POST /api/graphql/: GraphQL over HTTP for bearer tokens (access-model §7). */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { AccessTokens } from '../../services/oauth/verify.ts'
import { QUERY_PATH } from '../answer/page-paths.ts'
import { bearerRoute } from '../guards/bearer.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { refuseAsker } from '../query/query-answer.ts'
import { answerForToken, metadataOf, type TokenQueries } from '../query/token-query.ts'

export const queryRoute = (tokens: AccessTokens, asked: TokenQueries): Route<Tenant> => {
  const refuse = (exchange: Exchange, tenant: Tenant, error: unknown) =>
    refuseAsker(exchange, error, metadataOf(asked.surroundings, tenant))
  return bearerRoute(
    tokens,
    { method: 'POST', path: QUERY_PATH, endpoint: 'query', refuse },
    (exchange, tenant, principal, since) => answerForToken(asked, exchange, tenant, { principal, since }),
  )
}
