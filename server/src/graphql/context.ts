/** What a resolver is given: who asks, in which tenant, and a store that shows what they may see of it. */
import type { Principal } from '../access/principal.ts'
import { viewOf } from '../access/view.ts'
import type { World } from '../access/world.ts'
import type { Tenant } from '../domain/tenant.ts'
import { readingAs, type ViewReader } from '../storage/view.ts'
import { Loaders } from './loaders.ts'
import type { ReferenceData } from './reference-data.ts'

export interface QueryContext {
  readonly tenant: Tenant
  readonly principal: Principal
  readonly reader: ViewReader
  readonly loaders: Loaders
  readonly world: World
  readonly reference: ReferenceData
  readonly requestId: string
  readonly address: string | null
}

export type Surroundings = Pick<QueryContext, 'world' | 'reference'>

/** One request's context; its loaders remember nothing beyond it. */
export const newContext = (
  surroundings: Surroundings,
  tenant: Tenant,
  principal: Principal,
  requestId: string,
  address: string | null,
): QueryContext => ({
  ...surroundings,
  tenant,
  principal,
  reader: readingAs(surroundings.world.storage.tenant(tenant.tenantId), viewOf(principal)),
  loaders: new Loaders(),
  requestId,
  address,
})
