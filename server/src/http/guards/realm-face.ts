/** What the identity pages need to stand at an operator's address, in the developer portal or in the support console. */
import type { Realm } from '../../domain/identity/realm.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { WorldAt } from '../../services/world.ts'
import type { Site } from '../answer/page-answer.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { type Doorway, openPage, type PageFacts } from './open.ts'

/** One visit of a page; the world stops when the request ends. */
export interface RealmVisit {
  readonly exchange: Exchange
  readonly realm: Realm
  readonly site: Site
  readonly at: WorldAt
}

export type RealmHandler = (visit: RealmVisit) => Promise<void>

/** The link that a demo shows in place of the mail with it; null where the visitor may not read it, or there is none. */
export type ShownReset = (visit: RealmVisit, email: string) => Promise<string | null>

export interface RealmFace<Door> {
  /** Where a signed-in person lands who asked for no other page. */
  readonly home: string
  /** Whether messages reach people. */
  readonly canSendMail: boolean
  /** Null where mails are really sent. */
  readonly shownReset: ShownReset | null
  readonly openPage: (why: string, facts: PageFacts, handle: RealmHandler) => Route<Door>
}

/** An operator's tenant is the realm of its users. */
export const operatorFace = (doorway: Doorway, more: Omit<RealmFace<Tenant>, 'openPage'>): RealmFace<Tenant> => ({
  ...more,
  openPage: (why, facts, handle) =>
    openPage(doorway, why, facts, ({ exchange, tenant, site, world }) =>
      handle({ exchange, realm: tenant, site, at: world.at(tenant) }),
    ),
})
