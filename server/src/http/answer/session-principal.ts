/** The principal of a signed-in person. */
import type { ScopeSet } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type SignedIn, sessionEnd } from '../../services/identity/sessions.ts'
import { keysOf, type Principal } from '../../services/principal.ts'

export const sessionPrincipal = (
  { tenantId }: Pick<Tenant, 'tenantId'>,
  { user, session }: SignedIn,
  scopes: ScopeSet,
): Principal => ({
  // People who click have a bucket each, also where applications and keys share one.
  ...keysOf({ tenantId, sharesBudget: false }, user.user_id),
  credential: { kind: 'session', hash: session.hash },
  kind: 'user',
  scopes,
  issuedAt: 0,
  expiresAt: sessionEnd(session),
  narrowsAt: null,
  clientId: null,
  applicationName: null,
  applicationKind: null,
  isPersonal: false,
  userId: user.user_id,
  aircraftIds: null,
  networks: null,
})
