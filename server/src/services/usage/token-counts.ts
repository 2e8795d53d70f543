/** How many access tokens this process issued, and how many it refused and why: plain numbers for the metrics. */
import type { FailureCode } from '../../domain/error-catalogue.ts'

/** Whom a token is issued to: an API key, or an application with a grant. */
export type TokenHolder = 'api-key' | 'application'

export class TokenCounts {
  readonly issued: Record<TokenHolder, number> = { 'api-key': 0, application: 0 }
  readonly refused = new Map<FailureCode, number>([
    ['too_many_active_tokens', 0],
    ['invalid_grant', 0],
    ['invalid_client', 0],
    ['temporarily_unavailable', 0],
  ])

  refuse(code: FailureCode): void {
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1)
  }
}
