/**
 * Issues an access token from a refresh token: locks the refresh token's row, checks its validity, counts the active
 * tokens, inserts. At most 500 are active at any moment, exactly, with any number of processes (access-model §5). A
 * refused request takes no slot and extends no expiry.
 */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import {
  ACCESS_TOKEN_TTL_SECONDS,
  GRANT_REFRESH_TOKEN_IDLE_SECONDS,
  MAX_ACTIVE_ACCESS_TOKENS,
} from '../../domain/limits.ts'
import { effectiveScopes, isRefreshTokenValid, type RefreshTokenFacts } from '../../domain/oauth/token-validity.ts'
import { holdsAll, intersection, joinScopes, NO_SCOPES, OFFERED_SCOPES, type ScopeSet } from '../../domain/scopes.ts'
import { makeSecret, secretHash } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { activeAccessTokens, insertAccessToken } from '../../storage/oauth/access-tokens.ts'
import { lockRefreshToken, markRefreshTokenUsed } from '../../storage/oauth/refresh-tokens.ts'
import { actorKeyOf } from '../principal.ts'
import type { WorldAt } from '../world.ts'

export interface IssuedToken {
  /** The actor that it was issued to, for usage counts. */
  readonly actorKey: string
  readonly accessToken: string
  readonly expiresInSeconds: number
  readonly scopes: ScopeSet
  /** The number of active access tokens of the refresh token, including this one. */
  readonly activeTokens: number
  /** Seconds until the earliest active token expires. */
  readonly slotFreesInSeconds: number
}

/** A key's last use is only displayed: a precision of one minute saves a write at most issues. */
const KEY_USE_PRECISION_MS = 60_000

/** Never longer than a token's lifetime, even if the clock was changed (threats row 53). */
const secondsUntil = (time: number, now: number): number =>
  Math.min(ACCESS_TOKEN_TTL_SECONDS, Math.ceil((time - now) / 1000))

/** Retry-After is exact in whole seconds: a retry one second earlier still fails, a retry at that time succeeds. */
export class TokenCapReached extends Failure {
  readonly actorKey: string
  constructor(actorKey: string, earliestExpiry: number, now: number) {
    super(
      'too_many_active_tokens',
      `${MAX_ACTIVE_ACCESS_TOKENS} access tokens of this refresh token are active: reuse them for their whole validity, or retry when one has expired`,
      { retryAfterSeconds: secondsUntil(earliestExpiry, now) },
    )
    this.actorKey = actorKey
  }
}

const refreshTokenExpiry = (facts: RefreshTokenFacts, usedAt: number): number | null =>
  facts.grantId === null ? facts.expiresAt : addSeconds(usedAt, GRANT_REFRESH_TOKEN_IDLE_SECONDS)

const recordUse = async (tx: TenantTx, facts: RefreshTokenFacts, usedAt: number): Promise<void> => {
  if (facts.keyId !== null && facts.lastUsedAt !== null && usedAt - facts.lastUsedAt < KEY_USE_PRECISION_MS) return
  await markRefreshTokenUsed(tx, facts.refreshTokenId, usedAt, refreshTokenExpiry(facts, usedAt))
}

interface Issue {
  readonly facts: RefreshTokenFacts & { readonly now: number }
  readonly scopes: ScopeSet
}

/** The caller has locked the refresh token and found it valid at `facts.now`. */
export const issueAccessToken = async (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  { facts, scopes }: Issue,
): Promise<IssuedToken> => {
  const { now } = facts
  const { count, earliestExpiry } = await activeAccessTokens(tx, facts.refreshTokenId, now)
  const actorKey = actorKeyOf(facts)
  if (count >= MAX_ACTIVE_ACCESS_TOKENS && earliestExpiry !== null) {
    throw new TokenCapReached(actorKey, earliestExpiry, now)
  }
  const accessToken = makeSecret('at', at.realm.environment, at.randomBytes)
  const expiresAt = addSeconds(now, ACCESS_TOKEN_TTL_SECONDS)
  await insertAccessToken(tx, {
    hash: secretHash(accessToken),
    refreshTokenId: facts.refreshTokenId,
    scopes: joinScopes(scopes),
    issuedAt: now,
    expiresAt,
  })
  await recordUse(tx, facts, now)
  return {
    actorKey,
    accessToken,
    expiresInSeconds: ACCESS_TOKEN_TTL_SECONDS,
    scopes,
    activeTokens: count + 1,
    slotFreesInSeconds: secondsUntil(Math.min(earliestExpiry ?? expiresAt, expiresAt), now),
  }
}

/** RFC 6749 §6: `scope` may narrow a refresh, never widen it. */
const narrowed = (held: ScopeSet, asked: ScopeSet | null): ScopeSet => {
  if (asked === null) return held
  const wanted = intersection(asked, OFFERED_SCOPES)
  if (!holdsAll(held, wanted)) throw new Failure('invalid_scope', 'scope asks for more than the refresh token holds')
  return wanted
}

export interface RefreshRequest {
  readonly hash: string
  /** True if the requester may use this refresh token; validity is checked separately. */
  readonly belongs: (facts: RefreshTokenFacts) => boolean
  /** Refuses a valid refresh token for another reason. */
  readonly requireMore?: (facts: RefreshTokenFacts) => void
  readonly askedScopes: ScopeSet | null
}

export const refreshAccessToken = (at: WorldAt<Tenant>, request: RefreshRequest): Promise<IssuedToken> =>
  at.write(async (tx) => {
    const facts = await lockRefreshToken(tx, request.hash)
    if (!facts || !request.belongs(facts) || !isRefreshTokenValid(facts, facts.now)) {
      throw new Failure('invalid_grant', 'The refresh token is unknown, expired or revoked')
    }
    request.requireMore?.(facts)
    const scopes = narrowed(effectiveScopes(facts, facts.scopes, facts.now), request.askedScopes)
    // A later consent has none of the token's scopes left: an error shows that, a token without scopes would hide it.
    if (scopes === NO_SCOPES) {
      throw new Failure('invalid_grant', 'None of the scopes of this refresh token is allowed any more: connect again')
    }
    return issueAccessToken(at, tx, { facts, scopes })
  })
