/** Revocation (RFC 7009) and introspection (RFC 7662): a client can see and revoke only its own tokens. */

import {
  effectiveScopes,
  isInTime,
  isRefreshTokenValid,
  type RefreshTokenFacts,
  validUntil,
} from '../../domain/oauth/token-validity.ts'
import { joinScopes } from '../../domain/scopes.ts'
import { type SecretKind, secretHash, secretKind } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { findAccessToken, revokeAccessToken } from '../../storage/oauth/access-tokens.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { findRefreshToken, revokeRefreshToken } from '../../storage/oauth/refresh-tokens.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { brakeSender } from '../request-brake.ts'
import type { WorldAt } from '../world.ts'

const isOwn = (facts: RefreshTokenFacts | undefined, client: ApplicationRow): facts is RefreshTokenFacts =>
  facts !== undefined && facts.clientId === client.client_id

/**
 * Answers an unknown or foreign token like a revoked one. A revocation makes every process forget what it remembers of
 * the tenant, so a client may not do it in a loop.
 */
export const revokeToken = async (
  at: WorldAt<Tenant>,
  client: ApplicationRow,
  token: string,
  actor: Actor,
): Promise<void> => {
  const message = 'This client revokes too often: wait, then try again'
  brakeSender(at, `client ${client.client_id}`, message)
  await at.write(async (tx) => {
    const hash = secretHash(token)
    const kind = secretKind(token)
    const facts = await ownTokenFacts(tx, client, kind, hash)
    if (!facts) return
    const isRevoked =
      kind === 'at' ? await revokeAccessToken(tx, hash) : await revokeRefreshToken(tx, facts.refreshTokenId)
    if (!isRevoked) return
    const action = kind === 'at' ? 'access-token.revoked' : 'refresh-token.revoked'
    const subject = { kind: 'refresh-token', id: facts.refreshTokenId }
    await recordAudit(at, tx, actor, { action, subject, detail: { clientId: client.client_id } })
  })
}

const ownTokenFacts = async (
  tx: TenantTx,
  client: ApplicationRow,
  kind: SecretKind | null,
  hash: string,
): Promise<RefreshTokenFacts | undefined> => {
  if (kind !== 'at' && kind !== 'rt') return undefined
  const facts = kind === 'at' ? await findAccessToken(tx, hash) : await findRefreshToken(tx, hash)
  return isOwn(facts, client) ? facts : undefined
}

export type Introspection =
  | { readonly active: false }
  | {
      readonly active: true
      readonly scope: string
      readonly client_id: string
      readonly token_type: 'Bearer' | 'refresh_token'
      readonly exp: number
      readonly iat?: number
      readonly sub?: string
    }

const INACTIVE: Introspection = { active: false }

const seconds = (timeMs: number): number => Math.floor(timeMs / 1000)

const subjectClaim = (facts: RefreshTokenFacts) => (facts.userId === null ? {} : { sub: facts.userId })

export const introspectToken = async (
  at: WorldAt<Tenant>,
  client: ApplicationRow,
  token: string,
): Promise<Introspection> => {
  const reader = at.read
  const now = at.now()
  const hash = secretHash(token)
  if (secretKind(token) === 'at') {
    const facts = await findAccessToken(reader, hash)
    const isLive =
      facts !== undefined && facts.tokenRevokedAt === null && isInTime(facts.tokenIssuedAt, facts.tokenExpiresAt, now)
    if (!isLive || !isOwn(facts, client) || !isRefreshTokenValid(facts, now)) return INACTIVE
    return {
      active: true,
      scope: joinScopes(effectiveScopes(facts, facts.tokenScopes, now)),
      client_id: client.client_id,
      token_type: 'Bearer',
      exp: seconds(validUntil(facts, facts.tokenExpiresAt)),
      iat: seconds(facts.tokenIssuedAt),
      ...subjectClaim(facts),
    }
  }
  const facts = secretKind(token) === 'rt' ? await findRefreshToken(reader, hash) : undefined
  if (!isOwn(facts, client) || !isRefreshTokenValid(facts, now)) return INACTIVE
  return {
    active: true,
    scope: joinScopes(effectiveScopes(facts, facts.scopes, now)),
    client_id: client.client_id,
    token_type: 'refresh_token',
    exp: seconds(facts.expiresAt ?? 0),
    ...subjectClaim(facts),
  }
}
