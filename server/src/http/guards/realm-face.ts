/** What the identity pages need to stand at an operator's address, in the developer portal or in the support console. */
import type { Realm } from '../../domain/identity/realm.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { World } from '../../services/world.ts'
import type { Site } from '../answer/page-answer.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { openPage, type PageFacts } from './open.ts'

export type RealmHandler = (exchange: Exchange, realm: Realm, site: Site) => Promise<void>

export interface RealmFace<Door> {
  readonly world: World
  /** Where somebody lands who is signed in and asked for nothing else. */
  readonly home: string
  /** Whether messages reach people. */
  readonly canSendMail: boolean
  readonly openPage: (why: string, facts: PageFacts, handle: RealmHandler) => Route<Door>
}

/** An operator's tenant is the realm of its users. */
export const operatorFace = (
  world: World,
  publicUrl: URL,
  more: Pick<RealmFace<Tenant>, 'home' | 'canSendMail'>,
): RealmFace<Tenant> => ({
  world,
  ...more,
  openPage: (why, facts, handle) => openPage(publicUrl, why, facts, handle),
})
