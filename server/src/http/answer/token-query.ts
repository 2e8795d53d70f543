/** Answers a query for an access token and counts it for the application or key behind it. */
import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { newContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryService } from '../../graphql/query-service.ts'
import type { Principal } from '../../services/principal.ts'
import type { Exchange } from '../listening/exchange.ts'
import { QUERY_PATH, resourceMetadataUrl } from './page-paths.ts'
import { answerQuery } from './query-answer.ts'

export interface TokenQueries {
  readonly queries: QueryService
  readonly surroundings: Surroundings
}

/** How to get a token for the queries of a tenant. */
export const metadataOf = (
  { publicUrl }: Pick<Surroundings, 'publicUrl'>,
  { operatorId, environment }: Tenant,
): string => resourceMetadataUrl(originOf(publicUrl, operatorId, environment), QUERY_PATH)

export const answerForToken = async (
  { queries, surroundings }: TokenQueries,
  exchange: Exchange,
  tenant: Tenant,
  principal: Principal,
): Promise<void> => {
  const { requestId, clientAddress: address, lifetime, req } = exchange
  const context = newContext(surroundings, { tenant, principal, requestId, address, lifetime })
  try {
    await answerQuery(exchange, queries, context, () => metadataOf(surroundings, tenant))
  } finally {
    const agent = req.headers['user-agent']
    surroundings.usage.countRequest(principal, context.trace.countedRequest({ requestId, address, agent }))
  }
}
