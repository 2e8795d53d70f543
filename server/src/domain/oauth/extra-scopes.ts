/**
 * Scopes that support allows one application beyond the ceiling of its kind, until a day (data §2, ADR 200). They count
 * only while that day lasts: whoever asks what an application may have names the moment.
 */
import { type ApplicationKind, NO_SCOPES, parseScopes, type ScopeSet, scopeCeilingSet, union } from '../scopes.ts'

export interface Widened {
  readonly kind: ApplicationKind
  readonly personal: number
  /** Space-delimited. */
  readonly extra_scopes: string
  /** The first moment at which they no longer count; null where none are allowed. */
  readonly extra_scopes_until: number | null
}

type Extra = Pick<Widened, 'extra_scopes' | 'extra_scopes_until'>

export const extraScopesAt = ({ extra_scopes, extra_scopes_until }: Extra, now: number): ScopeSet =>
  extra_scopes_until !== null && extra_scopes_until > now ? parseScopes(extra_scopes) : NO_SCOPES

/** The most that anybody can allow the application at that moment. */
export const ceilingAt = (application: Widened, now: number): ScopeSet =>
  union(scopeCeilingSet(application.kind, application.personal === 1), extraScopesAt(application, now))
