/**
 * What a signed-in user may do in the console, by role: the same scopes and the same gate as for tokens, plus the
 * scopes that nobody can grant. Everybody sees their own records; colleagues' papers need the role for them.
 */
import { SCOPES, type Scope, type ScopeSet, scopeSet, union } from '../scopes.ts'
import type { Role } from './roles.ts'

/** The fleet, the flights without names, and the user's own account, roster, papers and logbook. */
const EVERYBODY: readonly Scope[] = [
  'aircraft:read',
  'flight:read',
  'own:profile',
  'own:roster',
  'own:logbook:read',
  'own:logbook:write',
  'own:safety',
  'account:read',
  'account:write',
]

const BY_ROLE: Record<Role, readonly Scope[]> = {
  // Who reported is for the safety office alone (data §11.2).
  ADMIN: SCOPES.filter((scope) => !scope.startsWith('own:') && scope !== 'safety:reporter:read'),
  OPS: [
    'crew:read',
    'contact:read',
    'passenger:read',
    'document:read',
    'document:write',
    'service:read',
    'service:write',
  ],
  SALES: ['availability:read', 'sales:read', 'sales:write', 'contact:read', 'passenger:read'],
  MAINTENANCE: ['log:read', 'document:read'],
  SAFETY: ['safety:read', 'safety:write', 'safety:reporter:read'],
  CREW: ['document:read'],
}

const SETS = new Map(Object.entries(BY_ROLE).map(([role, scopes]) => [role, scopeSet(scopes)]))
const EVERYBODY_SET = scopeSet(EVERYBODY)

export const userScopes = (roles: readonly string[]): ScopeSet =>
  roles.reduce((held, role) => union(held, SETS.get(role) ?? EVERYBODY_SET), EVERYBODY_SET)
