/** Counts token requests wherever they are made: tokens issued, and requests that were refused. */
import { graphqlCode } from '../../domain/error-catalogue.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { asFailure } from '../as-failure.ts'
import { type IssuedToken, TokenCapReached } from '../oauth/issue.ts'
import type { TokenHolder } from './token-counts.ts'
import type { Usage } from './usage.ts'

export const countIssued = (usage: Usage, { tenantId }: Tenant, issued: IssuedToken, holder: TokenHolder): void => {
  usage.tokens.issued[holder]++
  usage.countToken(tenantId, issued.actorKey, issued.activeTokens)
}

/** Every refusal is in the metrics; one by the cap is also among the requests of the application or key. */
export const countRefused = (usage: Usage, { tenantId }: Tenant, requestId: string, error: unknown): void => {
  usage.tokens.refuse(asFailure(error).code)
  if (!(error instanceof TokenCapReached)) return
  usage.countRefusedToken(tenantId, error.actorKey, { requestId, code: graphqlCode(error.code), tookMs: 0 })
}
