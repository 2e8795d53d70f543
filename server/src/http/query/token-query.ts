/** Answers a query for an access token and counts it for the application or key behind it. */
import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { newContext, type QueryContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryService } from '../../graphql/query-service.ts'
import type { FeedWaits } from '../../services/events/feed-waits.ts'
import { requireNetwork } from '../../services/oauth/key-networks.ts'
import type { AccessTokens } from '../../services/oauth/verify.ts'
import type { Principal } from '../../services/principal.ts'
import { tokenAtAnswer } from '../../services/rights-at-answer.ts'
import { QUERY_PATH, resourceMetadataUrl } from '../answer/page-paths.ts'
import type { Exchange } from '../listening/exchange.ts'
import { answerQuery } from './query-answer.ts'

export interface TokenQueries {
  readonly queries: QueryService
  readonly tokens: AccessTokens
  readonly feedWaits: FeedWaits
  readonly surroundings: Surroundings
}

/** A token, and the generation of the watch before it was verified. */
export interface VerifiedToken {
  readonly principal: Principal
  readonly since: number
}

/** How to get a token for the queries of a tenant. */
export const metadataOf = (
  { publicUrl }: Pick<Surroundings, 'publicUrl'>,
  { operatorId, environment }: Tenant,
): string => resourceMetadataUrl(originOf(publicUrl, operatorId, environment), QUERY_PATH)

/**
 * Waits without a place among requests at work and without the request's deadline; the token is verified again before
 * the request goes on, and while it waits whenever validity has changed (events row 78).
 */
const afterWaiting = async (
  { tokens, feedWaits, surroundings }: TokenQueries,
  exchange: Exchange,
  earlier: QueryContext,
): Promise<{ readonly context: QueryContext; readonly since: number } | null> => {
  const { admission, lifetime, requestId, clientAddress: address } = exchange
  const { tenant, principal, feedQuestions, trace } = earlier
  const wait = feedQuestions?.wait ?? null
  if (wait === null || !feedWaits.hasPlace(principal)) return null
  const verify = async () => {
    const current = await tokens.again(tenant, principal)
    requireNetwork(current.networks, address)
    return current
  }
  admission.end()
  lifetime.waitWithoutDeadline()
  const from = performance.now()
  try {
    await feedWaits.wait({ principal, lifetime, verify }, wait)
  } finally {
    exchange.waitedMs = performance.now() - from
    trace.recordWait(exchange.waitedMs)
  }
  await admission.workAgain()
  lifetime.answerInTime()
  const since = tokens.watch.generation
  const asking = { tenant, principal: await verify(), requestId, address, lifetime, earlier }
  return { context: newContext(surroundings, asking), since }
}

export const answerForToken = async (
  asked: TokenQueries,
  exchange: Exchange,
  tenant: Tenant,
  { principal, since }: VerifiedToken,
): Promise<void> => {
  const { queries, surroundings, tokens } = asked
  const { requestId, clientAddress: address, lifetime, req } = exchange
  const context = newContext(surroundings, { tenant, principal, requestId, address, lifetime })
  let asking = { context, since }
  try {
    await answerQuery(exchange, queries, context, {
      resourceMetadata: () => metadataOf(surroundings, tenant),
      afterWaiting: async (earlier) => {
        const later = await afterWaiting(asked, exchange, earlier)
        if (later !== null) asking = later
        return later?.context ?? null
      },
      verifyAgain: () => {
        const { principal, needed } = asking.context
        return tokenAtAnswer(tokens, asking.since, { tenant, principal, address, needed: needed.scopes })
      },
    })
  } finally {
    const agent = req.headers['user-agent']
    if (!context.trace.leavesNoTrace)
      surroundings.usage.countRequest(principal, context.trace.countedRequest({ requestId, address, agent }))
  }
}
