/** Who is asking: the application, key or person behind a request, and what they may do. */

import type { RefreshTokenFacts } from '../domain/oauth/token-validity.ts'
import type { ApplicationKind, ScopeSet } from '../domain/scopes.ts'
import type { ValidityEpochs } from '../storage/validity-epochs.ts'

/** One application (and person, where personal) or key: what buckets, idempotency keys and usage are kept by. */
export const actorKeyOf = (facts: Pick<RefreshTokenFacts, 'keyId' | 'clientId' | 'userId'>): string =>
  facts.keyId ?? `${facts.clientId}${facts.userId === null ? '' : `/${facts.userId}`}`

export const bucketKeyOf = (tenantId: string, actorKey: string): string => `${tenantId}/${actorKey}`

/** What let them in: by it their rights are read again before anything they change is committed (`rights-at-write`). */
export type Credential =
  | { readonly kind: 'access-token'; readonly hash: string; readonly epochs: ValidityEpochs }
  | { readonly kind: 'session'; readonly hash: string }

export interface Principal {
  readonly tenantId: string
  /** That of `actorKeyOf`, or the user's id. */
  readonly actorKey: string
  /** Tenant and actor in one, spelled once: each request looks up by it what it may spend. */
  readonly bucketKey: string
  readonly credential: Credential
  readonly kind: 'application' | 'api-key' | 'user'
  readonly scopes: ScopeSet
  /** When what lets them in was issued; 0 for a session, which has its own rules. */
  readonly issuedAt: number
  readonly expiresAt: number
  /** The application that asks; null where a key or a user does. */
  readonly clientId: string | null
  readonly applicationName: string | null
  readonly applicationKind: ApplicationKind | null
  readonly isPersonal: boolean
  /** The person whose own records a personal application sees, or who is signed in. */
  readonly userId: string | null
  /** The aircraft a key is limited to; null where it is not. */
  readonly aircraftIds: readonly string[] | null
}
