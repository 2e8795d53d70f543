/** What a resolver is given: who asks, in which tenant, and a store that shows what they may see of it. */

import { NO_SCOPES, type ScopeSet } from '../domain/scopes.ts'
import type { Tenant } from '../domain/tenancy/tenant.ts'
import type { SignedIn } from '../services/identity/sessions.ts'
import type { Principal } from '../services/principal.ts'
import type { ReferenceData } from '../services/reference/reference-data.ts'
import type { ReferenceSnapshot } from '../services/reference/reference-snapshot.ts'
import { worldOf } from '../services/rights-at-write.ts'
import type { Usage } from '../services/usage/usage.ts'
import { viewOf } from '../services/view.ts'
import type { World } from '../services/world.ts'
import { readingAs, type ViewReader } from '../storage/view.ts'
import { Loaders } from './loaders.ts'
import { type AskedColumns, EVERY_COLUMN } from './operation/asked-columns.ts'
import { QueryTrace } from './query-trace.ts'

export interface QueryContext {
  readonly tenant: Tenant
  readonly principal: Principal
  /** Who is signed in; null where an application or key asks. */
  readonly person: SignedIn | null
  readonly reader: ViewReader
  readonly loaders: Loaders
  /** What is to be read of each kind of row: the columns that the operation asks for. Set before it runs. */
  columns: AskedColumns
  /** Writes only while the principal may: their rights are read again before each COMMIT. */
  readonly world: World
  /** The scopes that the operation needs. Set before it runs. */
  neededScopes: ScopeSet
  readonly reference: ReferenceSnapshot
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

export interface Surroundings extends Pick<QueryContext, 'world' | 'usage' | 'publicUrl' | 'mail'> {
  readonly reference: ReferenceData
}

/** One request's context. The store is reached, and batches are kept, only by those who ask for them. */
class RequestContext implements QueryContext {
  readonly usage: Usage
  readonly publicUrl: URL
  readonly mail: Mail
  readonly tenant: Tenant
  readonly principal: Principal
  readonly requestId: string
  readonly address: string | null
  readonly person: SignedIn | null
  readonly trace = new QueryTrace()
  columns = EVERY_COLUMN
  neededScopes = NO_SCOPES
  readonly #unguardedWorld: World
  #world: World | null = null
  readonly #referenceData: ReferenceData
  #reference: ReferenceSnapshot | null = null
  #reader: ViewReader | null = null
  #loaders: Loaders | null = null

  constructor(
    { world, reference, usage, publicUrl, mail }: Surroundings,
    tenant: Tenant,
    principal: Principal,
    requestId: string,
    address: string | null,
    person: SignedIn | null = null,
  ) {
    this.#unguardedWorld = world
    this.#referenceData = reference
    this.usage = usage
    this.publicUrl = publicUrl
    this.mail = mail
    this.tenant = tenant
    this.principal = principal
    this.requestId = requestId
    this.address = address
    this.person = person
  }

  get world(): World {
    this.#world ??= worldOf(this.#unguardedWorld, this.principal, () => this.neededScopes)
    return this.#world
  }

  /** The same for all of the request, whatever is imported meanwhile. */
  get reference(): ReferenceSnapshot {
    this.#reference ??= this.#referenceData.current
    return this.#reference
  }

  get reader(): ViewReader {
    this.#reader ??= readingAs(this.#unguardedWorld.storage.tenant(this.tenant.tenantId), viewOf(this.principal))
    return this.#reader
  }

  /** They remember nothing beyond the request. */
  get loaders(): Loaders {
    this.#loaders ??= new Loaders()
    return this.#loaders
  }
}

export const newContext = (...parts: ConstructorParameters<typeof RequestContext>): QueryContext =>
  new RequestContext(...parts)
