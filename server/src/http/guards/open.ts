/**
 * Routes without authentication. Each says why: because its content is public, or because the request itself contains
 * what the handler checks (a password, a code, a key).
 */
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { requireShortQuery } from '../../services/oauth/authorization-query.ts'
import { forStranger, type World } from '../../services/world.ts'
import { answerAsPage, type Site, siteOf } from '../answer/page-answer.ts'
import type { Exchange } from '../listening/exchange.ts'
import { guardedRoute, type Route, type RouteFacts } from '../listening/route.ts'
import { requireSameOrigin } from '../request/same-origin.ts'

export const openRoute = <Door>(why: string, facts: RouteFacts, handle: Route<Door>['handle']): Route<Door> =>
  guardedRoute(`open: ${why}`, facts, handle)

export type PageFacts = Omit<RouteFacts, 'endpoint'> & Partial<Pick<RouteFacts, 'endpoint'>>

/** What every guard of an operator's users and visitors needs. */
export interface Doorway {
  readonly world: World
  readonly publicUrl: URL
}

/** One visit of an open page. */
export interface OpenVisit {
  readonly exchange: Exchange
  readonly tenant: Tenant
  readonly site: Site
  /** Stops when the request ends (threats row 97). */
  readonly world: World
}

/** A page that anybody may open; its form is accepted only from a page of the same address. */
export const openPage = (
  { world, publicUrl }: Doorway,
  why: string,
  facts: PageFacts,
  handle: (visit: OpenVisit) => Promise<void>,
): Route<Tenant> =>
  openRoute(why, { endpoint: 'pages', ...facts }, (exchange, tenant) => {
    const site = siteOf(publicUrl, tenant)
    return answerAsPage(exchange, site, async () => {
      requireShortQuery(exchange.query)
      if (facts.method === 'POST') requireSameOrigin(exchange.req, site.origin)
      await handle({ exchange, tenant, site, world: forStranger(world, exchange.lifetime) })
    })
  })
