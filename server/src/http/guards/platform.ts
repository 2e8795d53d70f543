/**
 * Routes of the developer portal and the support console. The handler gets the provider's member or the member of
 * staff; a session of another address does not count here, because the store looks it up in the address's own realm.
 */
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { signedIn } from '../../services/identity/sessions.ts'
import { type SignedInMember, signedInMember } from '../../services/providers/members.ts'
import type { Route } from '../listening/route.ts'
import type { Doorway } from './open.ts'
import { realmRoute, type SessionFacts, type SessionVisit } from './session.ts'

/** Members of a provider, at the developer portal. */
export const memberRoute = (
  doorway: Doorway,
  facts: SessionFacts,
  handle: (visit: SessionVisit<SignedInMember>) => void | Promise<void>,
): Route<Tenant> =>
  realmRoute(doorway, { guard: 'member session', audiences: ['member'], personAt: signedInMember }, facts, handle)

/** Staff, at the support console: their realm requires a second step, so nobody without one is signed in. */
export const staffRoute = (
  doorway: Doorway,
  facts: SessionFacts,
  handle: (visit: SessionVisit) => void | Promise<void>,
): Route<Tenant> =>
  realmRoute(doorway, { guard: 'staff session', audiences: ['staff'], personAt: signedIn }, facts, handle)
