/**
 * The one rule of validity: a token is valid when the token, its refresh token, its grant or key, the application
 * and the tenant all are (access-model §3). Issuing, verifying and introspecting all ask here; nothing looks at a
 * token's row alone.
 */

import { addSeconds } from '../clock.ts'
import { MAX_CLOCK_DIFFERENCE_SECONDS } from '../limits.ts'
import {
  type ApplicationKind,
  GRANTABLE_SCOPES,
  holdsAll,
  intersection,
  parseScopes,
  type ScopeSet,
  scopeCeilingSet,
} from '../scopes.ts'
import type { Environment } from '../tenancy/tenant.ts'
import type { ApplicationMode } from './application-mode.ts'
import { ceilingAt } from './extra-scopes.ts'

export interface RefreshTokenFacts {
  readonly environment: Environment
  readonly tenantClosedAt: number | null
  readonly refreshTokenId: string
  readonly scopes: string
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
  readonly keyId: string | null
  readonly keyLabel: string | null
  readonly keyScopes: string | null
  readonly keyAircraftIds: string | null
  /** JSON array; null where the key may come from anywhere. */
  readonly keyNetworks: string | null
  readonly keyExpiresAt: number | null
  readonly keyRevokedAt: number | null
  readonly keySuspendedAt: number | null
  readonly grantId: string | null
  readonly grantScopes: string | null
  readonly grantEndedAt: number | null
  readonly grantSuspendedAt: number | null
  readonly userId: string | null
  readonly userRemovedAt: number | null
  readonly userSuspendedAt: number | null
  readonly clientId: string | null
  readonly applicationName: string | null
  readonly applicationKind: ApplicationKind | null
  readonly applicationPersonal: number | null
  readonly applicationMode: ApplicationMode | null
  readonly applicationExtraScopes: string | null
  readonly applicationExtraScopesUntil: number | null
}

const isPast = (time: number | null, now: number): boolean => time !== null && time <= now

/** An application works in production only in production mode, and nowhere while it is suspended (access-model §8). */
export const mayWorkIn = (mode: ApplicationMode, environment: Environment): boolean =>
  mode !== 'suspended' && (environment === 'sandbox' || mode === 'production')

type KeyFacts = Pick<RefreshTokenFacts, 'keyExpiresAt' | 'keyRevokedAt' | 'keySuspendedAt'>

export const keyIsValid = (facts: KeyFacts, now: number): boolean =>
  facts.keyRevokedAt === null && facts.keySuspendedAt === null && !isPast(facts.keyExpiresAt, now)

type GrantFacts = Pick<
  RefreshTokenFacts,
  'environment' | 'grantEndedAt' | 'grantSuspendedAt' | 'userRemovedAt' | 'userSuspendedAt' | 'applicationMode'
>

export const grantIsValid = (facts: GrantFacts): boolean =>
  facts.grantEndedAt === null &&
  facts.grantSuspendedAt === null &&
  facts.userRemovedAt === null &&
  facts.userSuspendedAt === null &&
  facts.applicationMode !== null &&
  mayWorkIn(facts.applicationMode, facts.environment)

export const isRefreshTokenValid = (facts: RefreshTokenFacts, now: number): boolean =>
  facts.tenantClosedAt === null &&
  facts.revokedAt === null &&
  !isPast(facts.expiresAt, now) &&
  (facts.keyId === null ? grantIsValid(facts) : keyIsValid(facts, now))

/**
 * Whether a token's half hour is now. One from the future was issued before the clock was set back, and may have
 * expired since: it stays refused, and those that expired longer ago than a token lives are gone (threats row 53).
 */
export const isInTime = (issuedAt: number, expiresAt: number, now: number): boolean =>
  expiresAt > now && issuedAt <= addSeconds(now, MAX_CLOCK_DIFFERENCE_SECONDS)

/**
 * access token ∩ refresh token ∩ grant or key ∩ ceiling of the application's kind, with what support allows it beyond
 * that now, without the scopes that only a signed-in user has.
 */
export const effectiveScopes = (facts: RefreshTokenFacts, tokenScopes: string, now: number): ScopeSet => {
  const token = intersection(intersection(parseScopes(tokenScopes), parseScopes(facts.scopes)), GRANTABLE_SCOPES)
  if (facts.keyId !== null) return intersection(token, parseScopes(facts.keyScopes ?? ''))
  return intersection(intersection(token, parseScopes(facts.grantScopes ?? '')), ceilingAt(widenedOf(facts), now))
}

const widenedOf = (facts: RefreshTokenFacts) => ({
  kind: facts.applicationKind ?? 'other',
  personal: facts.applicationPersonal ?? 0,
  extra_scopes: facts.applicationExtraScopes ?? '',
  extra_scopes_until: facts.applicationExtraScopesUntil,
})

/** When some of the effective scopes end by themselves while the token goes on; null where none does. */
export const narrowsAt = (facts: RefreshTokenFacts, effective: ScopeSet): number | null => {
  if (facts.keyId !== null) return null
  const { kind, personal, extra_scopes_until } = widenedOf(facts)
  return holdsAll(scopeCeilingSet(kind, personal === 1), effective) ? null : extra_scopes_until
}

/** Until when a token that is valid now stays so if nobody changes anything. */
export const validUntil = (facts: RefreshTokenFacts, tokenExpiresAt: number): number =>
  Math.min(tokenExpiresAt, facts.expiresAt ?? Number.POSITIVE_INFINITY, facts.keyExpiresAt ?? Number.POSITIVE_INFINITY)
