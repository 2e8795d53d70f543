/** Counts token responses: tokens issued, and requests refused by the cap. */

import { graphqlCode } from '../../domain/error-catalogue.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type IssuedToken, TokenCapReached } from '../../services/oauth/issue.ts'
import type { TokenHolder } from '../../services/usage/token-counts.ts'
import type { Usage } from '../../services/usage/usage.ts'
import type { Exchange } from '../listening/exchange.ts'
import { asFailure } from '../listening/failure-answer.ts'

export const countIssued = (usage: Usage, { tenantId }: Tenant, issued: IssuedToken, holder: TokenHolder): void => {
  usage.tokens.issued[holder]++
  usage.countToken(tenantId, issued.actorKey, issued.activeTokens)
}

export const countRefused = (usage: Usage, { tenantId }: Tenant, { requestId }: Exchange, error: unknown): void => {
  usage.tokens.refuse(asFailure(error).code)
  if (!(error instanceof TokenCapReached)) return
  usage.countRefusedToken(tenantId, error.actorKey, { requestId, code: graphqlCode(error.code), tookMs: 0 })
}
