/**
 * What a signed-in person may do in the console, by role: the same scopes and the same gate as for tokens, plus the
 * scopes that nobody can grant. `own:*` are for personal applications and held by nobody here.
 */
import { isPersonalScope, SCOPES, type Scope, type ScopeSet, scopeSet } from '../scopes.ts'

/** Enough for the data pages and the person's own account. */
const EVERYBODY: readonly Scope[] = [
  'aircraft:read',
  'flight:read',
  'crew:read',
  'contact:read',
  'account:read',
  'account:write',
]

const USER_SCOPES = scopeSet(EVERYBODY)
const ADMINISTRATOR_SCOPES = scopeSet(SCOPES.filter((scope) => !isPersonalScope(scope)))

export const userScopes = (isAdmin: boolean): ScopeSet => (isAdmin ? ADMINISTRATOR_SCOPES : USER_SCOPES)
