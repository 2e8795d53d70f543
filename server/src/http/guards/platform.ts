/**
 * Routes of the developer portal and the support console. The handler gets the provider's member or the member of
 * staff; a session of another address is none here, because the store looks it up in the address's own realm.
 */
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type SignedIn, signedIn } from '../../services/identity/sessions.ts'
import { type SignedInMember, signedInMember } from '../../services/providers/members.ts'
import { siteOf } from '../answer/page-answer.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import type { Doorway } from './open.ts'
import { type RealmFacts, realmRoute } from './session.ts'

/** Members of a provider, at the developer portal. */
export const memberRoute = (
  { world, publicUrl }: Doorway,
  facts: RealmFacts<Tenant>,
  handle: (exchange: Exchange, realm: Tenant, member: SignedInMember) => void | Promise<void>,
): Route<Tenant> =>
  realmRoute(
    {
      guard: 'member session',
      originAt: (realm) => siteOf(publicUrl, realm).origin,
      personAt: (realm, secret) => signedInMember(world.at(realm), secret),
    },
    facts,
    handle,
  )

/** Staff, at the support console: their realm requires a second step, so nobody without one is signed in. */
export const staffRoute = (
  { world, publicUrl }: Doorway,
  facts: RealmFacts<Tenant>,
  handle: (exchange: Exchange, realm: Tenant, staff: SignedIn) => void | Promise<void>,
): Route<Tenant> =>
  realmRoute(
    {
      guard: 'staff session',
      originAt: (realm) => siteOf(publicUrl, realm).origin,
      personAt: (realm, secret) => signedIn(world.at(realm), secret),
    },
    facts,
    handle,
  )
