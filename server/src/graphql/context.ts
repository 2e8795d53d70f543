/** What a resolver is given: who asks, in which tenant, and a store that shows what they may see of it. */
import type { Principal } from '../access/principal.ts'
import type { SignedIn } from '../access/sessions.ts'
import type { Usage } from '../access/usage.ts'
import { viewOf } from '../access/view.ts'
import type { World } from '../access/world.ts'
import type { Tenant } from '../domain/tenant.ts'
import { readingAs, type ViewReader } from '../storage/view.ts'
import { Loaders } from './loaders.ts'
import { QueryTrace } from './query-trace.ts'
import type { ReferenceData } from './reference-data.ts'

export interface QueryContext {
  readonly tenant: Tenant
  readonly principal: Principal
  /** Who is signed in; null where an application or key asks. */
  readonly person: SignedIn | null
  readonly reader: ViewReader
  readonly loaders: Loaders
  readonly world: World
  readonly reference: ReferenceData
  readonly usage: Usage
  readonly publicUrl: URL
  readonly mail: Mail
  readonly trace: QueryTrace
  readonly requestId: string
  readonly address: string | null
}

/** Whether messages reach people, and where a demo shows them instead. */
export interface Mail {
  readonly canSend: boolean
  readonly outboxPath: string | null
}

export type Surroundings = Pick<QueryContext, 'world' | 'reference' | 'usage' | 'publicUrl' | 'mail'>

/** One request's context; its loaders remember nothing beyond it. */
export const newContext = (
  surroundings: Surroundings,
  tenant: Tenant,
  principal: Principal,
  requestId: string,
  address: string | null,
  person: SignedIn | null = null,
): QueryContext => ({
  ...surroundings,
  tenant,
  principal,
  person,
  trace: new QueryTrace(),
  reader: readingAs(surroundings.world.storage.tenant(tenant.tenantId), viewOf(principal)),
  loaders: new Loaders(),
  requestId,
  address,
})
