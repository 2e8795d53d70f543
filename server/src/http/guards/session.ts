/**
 * Routes for signed-in users. The handler gets the user; what changes something must come from a page of the same address before
 * anything else is checked. `realmRoute` is the only guard; an operator's users, its administrators, providers' members
 * and staff are realms of it.
 */
import { Failure } from '../../domain/failure.ts'
import type { Audience } from '../../domain/identity/audience.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type SignedIn, signedIn } from '../../services/identity/sessions.ts'
import { worldOfUser } from '../../services/rights-at-write.ts'
import { during, type World, type WorldAt } from '../../services/world.ts'
import { answerAsPage, type Site, seeOther, sendProblem, siteOf } from '../answer/page-answer.ts'
import { signInToReach, withQuery } from '../answer/page-paths.ts'
import type { Exchange } from '../listening/exchange.ts'
import { noteFailure } from '../listening/failure-answer.ts'
import { type Guard, guardedRoute, type Route, type RouteFacts } from '../listening/route.ts'
import { sessionSecret } from '../request/cookies.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import type { Doorway, PageFacts } from './open.ts'

/** Whom one kind of session lets in. */
export interface Admitted<Person extends SignedIn> {
  readonly guard: Guard
  /** Whom its forms are for: read again in the transaction that writes. */
  readonly audiences?: readonly Audience[]
  readonly personAt: (at: WorldAt, sessionSecret: string | null) => Promise<Person | null>
}

export interface SessionFacts extends RouteFacts {
  /** How this endpoint writes a refusal; without it the edge responds with JSON. */
  readonly refuse?: (exchange: Exchange, tenant: Tenant, error: unknown) => void | Promise<void>
}

export interface SessionVisit<Person extends SignedIn = SignedIn> {
  readonly exchange: Exchange
  readonly tenant: Tenant
  readonly user: Person
  /** Commits only while the user is signed in (`rights-at-write`), and stops when the request ends (threats row 97). */
  readonly world: World
}

/** Like a token, a session is looked up in the lane that requests cannot fill, and only as long as the request lasts. */
export const realmRoute = <Person extends SignedIn>(
  { world, publicUrl }: Doorway,
  { guard, audiences, personAt }: Admitted<Person>,
  { refuse, ...facts }: SessionFacts,
  handle: (visit: SessionVisit<Person>) => void | Promise<void>,
): Route<Tenant> => {
  const enter = async (exchange: Exchange, tenant: Tenant): Promise<Person> => {
    if (facts.method !== 'GET') requireSameOrigin(exchange.req, siteOf(publicUrl, tenant).origin)
    const at = during(world, exchange.lifetime, 'reserve').at(tenant)
    const person = await personAt(at, sessionSecret(exchange.req))
    if (!person) throw new Failure('not_signed_in', 'Nobody is signed in at this address: sign in and try again')
    return person
  }
  return guardedRoute(guard, facts, async (exchange, tenant) => {
    let user: Person
    try {
      user = await enter(exchange, tenant)
    } catch (error) {
      if (!refuse) throw error
      return refuse(exchange, tenant, error)
    }
    await handle({ exchange, tenant, user, world: during(worldOfUser(world, user, audiences), exchange.lifetime) })
  })
}

const USERS: Admitted<SignedIn> = { guard: 'session', personAt: signedIn }

const ADMINISTRATORS: Admitted<SignedIn> = {
  guard: 'administrator session',
  personAt: async (at, secret) => {
    const user = await signedIn(at, secret)
    if (user && !user.isAdmin) throw new Failure('forbidden', 'This page is for administrators')
    return user
  },
}

export const sessionRoute = (
  doorway: Doorway,
  facts: SessionFacts,
  handle: (visit: SessionVisit) => void | Promise<void>,
): Route<Tenant> => realmRoute(doorway, USERS, facts, handle)

export interface PageVisit extends SessionVisit {
  readonly site: Site
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
  admitted: Admitted<SignedIn>,
  doorway: Doorway,
  { whenSignedOut = 'sign-in', ...facts }: SessionPageFacts,
  handle: PageHandler,
): Route<Tenant> => {
  const refuse = (exchange: Exchange, tenant: Tenant, error: unknown) => {
    const site = siteOf(doorway.publicUrl, tenant)
    const isSignedOut = error instanceof Failure && error.code === 'not_signed_in'
    // A form from elsewhere is forbidden too; a page that is only looked at is forbidden for want of a role.
    if (error instanceof Failure && error.code === 'forbidden' && facts.method === 'GET') {
      noteFailure(exchange, error)
      const home = { label: 'Go to your first page', href: '/' }
      return sendProblem(exchange, site, { kind: 'for-administrators' }, { status: 403, code: error.code, home })
    }
    if (!isSignedOut) return answerAsPage(exchange, site, () => Promise.reject(error))
    if (whenSignedOut === 'sign-in') return seeOther(exchange, signInToReach(withQuery(exchange.path, exchange.query)))
    return sendProblem(exchange, site, { kind: 'stale-form' }, { status: 403, code: 'forbidden' })
  }
  return realmRoute(doorway, admitted, { endpoint: 'pages', refuse, ...facts }, (visit) => {
    const site = siteOf(doorway.publicUrl, visit.tenant)
    return answerAsPage(visit.exchange, site, async () => handle({ ...visit, site }))
  })
}

export const sessionPage = (doorway: Doorway, facts: SessionPageFacts, handle: PageHandler): Route<Tenant> =>
  realmPage(USERS, doorway, facts, handle)

export const adminPage = (doorway: Doorway, facts: PageFacts, handle: PageHandler): Route<Tenant> =>
  realmPage(ADMINISTRATORS, doorway, facts, handle)
