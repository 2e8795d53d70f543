/** Who is asking: the application, key or person behind a request, and what they may do. */
import type { ApplicationKind, ScopeSet } from '../domain/scopes.ts'

export interface Principal {
  readonly tenantId: string
  /** What buckets, idempotency keys and usage are kept by: one application (and person, where personal), key or user. */
  readonly actorKey: string
  readonly kind: 'application' | 'api-key' | 'user'
  readonly scopes: ScopeSet
  readonly expiresAt: number
  readonly applicationName: string | null
  readonly applicationKind: ApplicationKind | null
  readonly isPersonal: boolean
  /** The person whose own records a personal application sees, or who is signed in. */
  readonly userId: string | null
  /** The aircraft a key is limited to; null where it is not. */
  readonly aircraftIds: readonly string[] | null
}
