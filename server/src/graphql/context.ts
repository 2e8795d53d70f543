/** What a resolver is given: who asks, in which tenant, and the stores bound to it. */
import type { Principal } from '../access/principal.ts'
import type { World } from '../access/world.ts'
import type { Tenant } from '../domain/tenant.ts'
import type { TenantReader } from '../storage/storage.ts'
import type { ReferenceData } from './reference-data.ts'

export interface QueryContext {
  readonly tenant: Tenant
  readonly principal: Principal
  readonly reader: TenantReader
  readonly world: World
  readonly reference: ReferenceData
  readonly requestId: string
  readonly address: string | null
}
