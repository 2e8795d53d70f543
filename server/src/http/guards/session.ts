/**
 * Routes for signed-in users. The handler gets the user; a POST must come from a page of the same address before
 * anything else is checked. `realmRoute` is the only guard; an operator's users, its administrators, providers' members
 * and staff are realms of it.
 */
import { Failure } from '../../domain/failure.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type SignedIn, signedIn } from '../../services/identity/sessions.ts'
import { worldOfUser } from '../../services/rights-at-write.ts'
import { during, type World } from '../../services/world.ts'
import { answerAsPage, type Site, seeOther, sendProblem, siteOf } from '../answer/page-answer.ts'
import { SIGN_IN_PATH } from '../answer/page-paths.ts'
import type { Exchange } from '../listening/exchange.ts'
import { type Guard, guardedRoute, type Route, type RouteFacts } from '../listening/route.ts'
import { sessionSecret } from '../request/cookies.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import type { Doorway, PageFacts } from './open.ts'

/** How one kind of address finds the user of a session, and its origin. */
export interface Realm<Door, Person> {
  readonly guard: Guard
  readonly originAt: (door: Door) => string
  readonly personAt: (door: Door, sessionSecret: string | null) => Promise<Person | null>
}

export interface RealmFacts<Door> extends RouteFacts {
  /** How this endpoint writes a refusal; without it the edge responds with JSON. */
  readonly refuse?: (exchange: Exchange, door: Door, error: unknown) => void | Promise<void>
}

export const realmRoute = <Door, Person>(
  realm: Realm<Door, Person>,
  { refuse, ...facts }: RealmFacts<Door>,
  handle: (exchange: Exchange, door: Door, person: Person) => void | Promise<void>,
): Route<Door> => {
  const enter = async (exchange: Exchange, door: Door): Promise<Person> => {
    if (facts.method === 'POST') requireSameOrigin(exchange.req, realm.originAt(door))
    const person = await realm.personAt(door, sessionSecret(exchange.req))
    if (!person) throw new Failure('not_signed_in', 'Nobody is signed in at this address: sign in and try again')
    return person
  }
  return guardedRoute(realm.guard, facts, async (exchange, door) => {
    let person: Person
    try {
      person = await enter(exchange, door)
    } catch (error) {
      if (!refuse) throw error
      return refuse(exchange, door, error)
    }
    await handle(exchange, door, person)
  })
}

const usersOf = ({ world, publicUrl }: Doorway): Realm<Tenant, SignedIn> => ({
  guard: 'session',
  originAt: (tenant) => siteOf(publicUrl, tenant).origin,
  personAt: (tenant, secret) => signedIn(world.at(tenant), secret),
})

const administratorsOf = (doorway: Doorway): Realm<Tenant, SignedIn> => ({
  ...usersOf(doorway),
  guard: 'administrator session',
  personAt: async (tenant, secret) => {
    const user = await signedIn(doorway.world.at(tenant), secret)
    if (user && !user.isAdmin) throw new Failure('forbidden', 'This page is for administrators')
    return user
  },
})

export const sessionRoute = (
  doorway: Doorway,
  facts: RealmFacts<Tenant>,
  handle: (exchange: Exchange, tenant: Tenant, user: SignedIn) => void | Promise<void>,
): Route<Tenant> => realmRoute(usersOf(doorway), facts, handle)

export interface PageVisit {
  readonly exchange: Exchange
  readonly tenant: Tenant
  readonly site: Site
  readonly user: SignedIn
  /** Commits only while the user is signed in (`rights-at-write`), and stops when the request ends. */
  readonly world: World
}

interface SessionPageFacts extends PageFacts {
  /**
   * What to do without a session: a form that decides something is refused as stale; other pages redirect to sign-in.
   */
  readonly whenSignedOut?: 'sign-in' | 'stale-form'
}

type PageHandler = (visit: PageVisit) => void | Promise<void>

/** A page for signed-in users. Every error is shown as a page. */
const realmPage = (
  realm: Realm<Tenant, SignedIn>,
  { world, publicUrl }: Doorway,
  { whenSignedOut = 'sign-in', ...facts }: SessionPageFacts,
  handle: PageHandler,
): Route<Tenant> => {
  const refuse = (exchange: Exchange, tenant: Tenant, error: unknown) => {
    const site = siteOf(publicUrl, tenant)
    const isSignedOut = error instanceof Failure && error.code === 'not_signed_in'
    if (!isSignedOut) return answerAsPage(exchange, site, () => Promise.reject(error))
    if (whenSignedOut === 'sign-in') return seeOther(exchange, SIGN_IN_PATH)
    return sendProblem(exchange, site, { kind: 'stale-form' }, { status: 403, code: 'forbidden' })
  }
  return realmRoute(realm, { endpoint: 'pages', refuse, ...facts }, (exchange, tenant, user) => {
    const site = siteOf(publicUrl, tenant)
    return answerAsPage(exchange, site, async () =>
      handle({ exchange, tenant, site, user, world: during(worldOfUser(world, user), exchange.lifetime) }),
    )
  })
}

export const sessionPage = (doorway: Doorway, facts: SessionPageFacts, handle: PageHandler): Route<Tenant> =>
  realmPage(usersOf(doorway), doorway, facts, handle)

export const adminPage = (doorway: Doorway, facts: PageFacts, handle: PageHandler): Route<Tenant> =>
  realmPage(administratorsOf(doorway), doorway, facts, handle)
