/** The principal: the application, key or user behind a request, and its rights. */

import type { BlockList } from 'node:net'
import type { RefreshTokenFacts } from '../domain/oauth/token-validity.ts'
import type { ApplicationKind, ScopeSet } from '../domain/scopes.ts'
import type { Tenant } from '../domain/tenancy/tenant.ts'
import type { Author } from '../domain/versioned.ts'
import type { ValidityEpochs } from '../storage/validity-epochs.ts'

/**
 * Identifies one application (and user, where personal) or key; cost buckets, idempotency keys and usage are kept by
 * it.
 */
export const actorKeyOf = (facts: Pick<RefreshTokenFacts, 'keyId' | 'clientId' | 'userId'>): string =>
  facts.keyId ?? `${facts.clientId}${facts.userId === null ? '' : `/${facts.userId}`}`

/** Everything at a provider's sandbox is paid from one bucket (portals row 73). */
const SHARED_PAYER = 'sandbox'

export type Keys = Pick<Principal, 'tenantId' | 'actorKey' | 'tallyKey' | 'payer' | 'bucketKey'>

/** Whose cost bucket pays. */
export type Payer = Omit<Keys, 'tallyKey'>

export const keysOf = (tenant: Pick<Tenant, 'tenantId' | 'sharesBudget'>, actorKey: string): Keys => {
  const { tenantId, sharesBudget } = tenant
  const tallyKey = `${tenantId}/${actorKey}`
  return sharesBudget
    ? { tenantId, actorKey, tallyKey, payer: SHARED_PAYER, bucketKey: `${tenantId}/${SHARED_PAYER}` }
    : { tenantId, actorKey, tallyKey, payer: actorKey, bucketKey: tallyKey }
}

/**
 * What the principal authenticated with. Its rights are read again by it before a change is committed
 * (`rights-at-write`).
 */
export type Credential =
  | { readonly kind: 'access-token'; readonly hash: string; readonly epochs: ValidityEpochs }
  | { readonly kind: 'session'; readonly hash: string }

export interface Principal {
  readonly tenantId: string
  /** The result of `actorKeyOf`, or the user's id. */
  readonly actorKey: string
  /** Tenant and actor in one string, built once because every request is counted under it. */
  readonly tallyKey: string
  /** Whose cost bucket pays: the actor's own, or the one that all share. */
  readonly payer: string
  /** Tenant and payer in one string, built once because every request looks up its cost budget by it. */
  readonly bucketKey: string
  readonly credential: Credential
  readonly kind: 'application' | 'api-key' | 'user'
  readonly scopes: ScopeSet
  /** When the credential was issued; 0 for a session, which has its own rules. */
  readonly issuedAt: number
  readonly expiresAt: number
  /** When some of its scopes end while the credential goes on: it is read again then; null where none does (ADR 200). */
  readonly narrowsAt: number | null
  /** The application; null for a key or a user. */
  readonly clientId: string | null
  readonly applicationName: string | null
  readonly applicationKind: ApplicationKind | null
  readonly isPersonal: boolean
  /** The user whose own records a personal application sees, or the signed-in user. */
  readonly userId: string | null
  /** The aircraft that a key is limited to; null if it is not limited. */
  readonly aircraftIds: readonly string[] | null
  /** The networks that a key may come from; null if from anywhere. */
  readonly networks: BlockList | null
}

/** The principal as the author of what it writes: an application, a key or a user. */
export const authorOf = ({ kind, clientId, actorKey }: Pick<Principal, 'kind' | 'clientId' | 'actorKey'>): Author => {
  if (kind === 'application') return { kind: 'APPLICATION', id: clientId }
  return { kind: kind === 'api-key' ? 'API_KEY' : 'USER', id: actorKey }
}
