/** The context of resolvers: the principal, the tenant, and a reader limited to what the principal may see. */

import { LOOK_AT_FEED_COST } from '../domain/limits.ts'
import { originOf } from '../domain/tenancy/address.ts'
import type { Tenant } from '../domain/tenancy/tenant.ts'
import type { FeedQuestions } from '../services/events/feed-questions.ts'
import type { WebhookQueries } from '../services/events/webhook-query.ts'
import type { SignedIn } from '../services/identity/sessions.ts'
import type { Clients } from '../services/oauth/client-authentication.ts'
import type { Principal } from '../services/principal.ts'
import type { ReferenceData } from '../services/reference/reference-data.ts'
import type { ReferenceSnapshot } from '../services/reference/reference-snapshot.ts'
import { type NeededRights, NO_RIGHTS, worldOf } from '../services/rights-at-write.ts'
import type { Usage } from '../services/usage/usage.ts'
import { viewOf } from '../services/view.ts'
import { countedBy, during, type World, type WorldAt } from '../services/world.ts'
import { countingRows, LookedThrough } from '../storage/counted-search.ts'
import type { Lifetime } from '../storage/engines/turns/store-use.ts'
import { readingAs, type ViewReader } from '../storage/view.ts'
import { Loaders } from './loaders.ts'
import { type AskedColumns, EVERY_COLUMN } from './operation/asked-columns.ts'
import { QueryTrace } from './query-trace.ts'
import { WorkMeter } from './work-meter.ts'

export interface QueryContext {
  readonly tenant: Tenant
  readonly principal: Principal
  /** The signed-in user; null for an application or key. */
  readonly person: SignedIn | null
  /** The user was found present: a password is checked once in a request, however many mutations it has. */
  isPresent: boolean
  readonly reader: ViewReader
  /** The work on the request before it runs. */
  readonly work: WorkMeter
  /** What the searches of the request looked through. */
  readonly looked: LookedThrough
  readonly loaders: Loaders
  /** The columns of each kind of row that the operation needs. Set before it runs. */
  columns: AskedColumns
  /** Commits only while the principal may write: its rights are read again before each COMMIT. */
  readonly world: World
  /** The same for a job that takes seconds and never locks a user's row. */
  readonly worldOfLongJob: World
  /** The same world bound to the tenant. */
  readonly at: WorldAt<Tenant>
  /** What the operation needs. Set before it runs. */
  needed: NeededRights
  /** What was paid for the operation, as far as it counts where it is run again after waiting. */
  paid: number
  /** How many objects it had answered when it was broken off; else 0. */
  objects: number
  /** How many characters of its answer were counted by then. */
  characters: number
  /** What the operation would wait for, where it found nothing. */
  feedQuestions: FeedQuestions | null
  readonly reference: ReferenceSnapshot
  readonly usage: Usage
  readonly publicUrl: URL
  /** The address of the tenant or realm, for links and passkeys. */
  readonly origin: string
  readonly mail: Mail
  readonly webhooks: WebhookSettings
  /** How many days this host keeps the request log. */
  readonly requestDays: number
  /** Null in operators' graph. */
  readonly portal: PortalParts | null
  readonly trace: QueryTrace
  readonly requestId: string
  readonly address: string | null
  /** Null for work that no request waits for. */
  readonly lifetime: Lifetime | null
}

/** What the developer portal needs beside the store. */
export interface PortalParts {
  /** Whether codes by SMS are delivered. */
  readonly canSendSms: boolean
  readonly clients: Clients
}

export interface WebhookSettings {
  /** Whether events are sent to this machine too. */
  readonly allowsLoopback: boolean
  readonly queries: WebhookQueries
}

/** Whether e-mails are delivered, and where a demo shows them instead. */
export interface Mail {
  readonly canSend: boolean
  readonly outboxPath: string | null
}

export interface Surroundings
  extends Pick<QueryContext, 'world' | 'usage' | 'publicUrl' | 'mail' | 'webhooks' | 'requestDays'> {
  readonly reference: ReferenceData
  readonly portal?: PortalParts
}

/** One request: its principal, its tenant and its lifetime. */
export interface Asking {
  readonly tenant: Tenant
  readonly principal: Principal
  readonly requestId: string
  readonly address: string | null
  /** Null for work that no request waits for. */
  readonly lifetime: Lifetime | null
  readonly person?: SignedIn
  /** Given where a request is run again after waiting: it is counted once, and its look at the feed paid once. */
  readonly earlier?: QueryContext
}

/** The context of one request. Store, reader and loaders are created on first use, because many queries need none. */
class RequestContext implements QueryContext {
  readonly tenant: Tenant
  readonly principal: Principal
  readonly requestId: string
  readonly address: string | null
  readonly person: SignedIn | null
  readonly trace: QueryTrace
  readonly work = new WorkMeter()
  readonly looked: LookedThrough
  columns = EVERY_COLUMN
  isPresent = false
  needed = NO_RIGHTS
  paid: number
  objects = 0
  characters = 0
  feedQuestions: FeedQuestions | null = null
  readonly #surroundings: Surroundings
  readonly lifetime: Lifetime | null
  #unguardedWorld: World | null = null
  #world: World | null = null
  #at: WorldAt<Tenant> | null = null
  #reference: ReferenceSnapshot | null = null
  #reader: ViewReader | null = null
  #loaders: Loaders | null = null

  constructor(
    surroundings: Surroundings,
    { tenant, principal, requestId, address, lifetime, person, earlier }: Asking,
  ) {
    this.#surroundings = surroundings
    this.lifetime = lifetime
    this.looked = earlier?.feedQuestions?.lookedWaiting.copyFor(lifetime) ?? new LookedThrough(lifetime)
    this.tenant = tenant
    this.principal = principal
    this.requestId = requestId
    this.address = address
    this.person = person ?? null
    this.trace = earlier?.trace ?? new QueryTrace()
    this.paid = Math.min(earlier?.paid ?? 0, LOOK_AT_FEED_COST)
  }

  get usage(): Usage {
    return this.#surroundings.usage
  }

  get publicUrl(): URL {
    return this.#surroundings.publicUrl
  }

  get origin(): string {
    return originOf(this.publicUrl, this.tenant.operatorId, this.tenant.environment)
  }

  get mail(): Mail {
    return this.#surroundings.mail
  }

  get webhooks(): WebhookSettings {
    return this.#surroundings.webhooks
  }

  get requestDays(): number {
    return this.#surroundings.requestDays
  }

  get portal(): PortalParts | null {
    return this.#surroundings.portal ?? null
  }

  /** Statements of the store stop when the request ends. */
  #boundWorld(): World {
    const { world } = this.#surroundings
    this.#unguardedWorld ??= countedBy(this.lifetime === null ? world : during(world, this.lifetime), this.looked)
    return this.#unguardedWorld
  }

  get world(): World {
    this.#world ??= worldOf(this.#boundWorld(), this, () => this.needed)
    return this.#world
  }

  get worldOfLongJob(): World {
    return worldOf(this.#boundWorld(), this, () => this.needed, false)
  }

  get at(): WorldAt<Tenant> {
    this.#at ??= this.world.at(this.tenant)
    return this.#at
  }

  /** One snapshot for the whole request, even if an import runs meanwhile. */
  get reference(): ReferenceSnapshot {
    this.#reference ??= this.#surroundings.reference.current
    return this.#reference
  }

  get reader(): ViewReader {
    this.#reader ??= countingRows(
      readingAs(this.#boundWorld().storage.tenant(this.tenant.tenantId), viewOf(this.principal)),
      this.looked,
    )
    return this.#reader
  }

  /** Loaders keep nothing beyond the request. */
  get loaders(): Loaders {
    this.#loaders ??= new Loaders(this.tenant)
    return this.#loaders
  }
}

export const newContext = (surroundings: Surroundings, asking: Asking): QueryContext =>
  new RequestContext(surroundings, asking)
