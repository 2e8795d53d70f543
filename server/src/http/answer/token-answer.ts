/** The token response of RFC 6749 §5.1, with the number of active tokens. */
import type { OutgoingHttpHeaders } from 'node:http'
import { ACCESS_TOKEN_TTL_SECONDS, MAX_ACTIVE_ACCESS_TOKENS } from '../../domain/limits.ts'
import { joinScopes } from '../../domain/scopes.ts'
import type { IssuedToken } from '../../services/oauth/issue.ts'

const POLICY = `"active-tokens";q=${MAX_ACTIVE_ACCESS_TOKENS};w=${ACCESS_TOKEN_TTL_SECONDS}`

export const allowanceHeaders = (remaining: number, resetSeconds: number): OutgoingHttpHeaders => ({
  ratelimit: `"active-tokens";r=${remaining};t=${resetSeconds}`,
  'ratelimit-policy': POLICY,
})

export const issuedHeaders = (issued: IssuedToken): OutgoingHttpHeaders =>
  allowanceHeaders(MAX_ACTIVE_ACCESS_TOKENS - issued.activeTokens, issued.slotFreesInSeconds)

export const tokenResponse = (issued: IssuedToken, refreshToken: string) => ({
  token_type: 'Bearer',
  expires_in: issued.expiresInSeconds,
  access_token: issued.accessToken,
  refresh_token: refreshToken,
  scope: joinScopes(issued.scopes),
})
