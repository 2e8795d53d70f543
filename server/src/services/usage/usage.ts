/**
 * Counts the usage of applications and keys. A request adds to a tally in memory and waits for nothing; every two
 * seconds, and when the server stops, the tallies are written to the store. If the store cannot be reached they are
 * kept and tried again.
 */

import { MINUTE_MS } from '../../domain/interval.ts'
import { NO_SCOPES } from '../../domain/scopes.ts'
import { keepLatestRequests } from '../../storage/usage/request-log.ts'
import type { Principal } from '../principal.ts'
import type { World } from '../world.ts'
import { FlushCounts } from './flush-counts.ts'
import { TokenCounts } from './token-counts.ts'
import { requestsIn, type TenantRequest, writeTallies } from './usage-rows.ts'
import { ActorTally, type CountedRequest, MAX_REQUESTS_KEPT, type RequestSeen } from './usage-tally.ts'

const FLUSH_MS = 2_000
/** Bounds the memory of counts while the store cannot be reached. */
const MAX_TALLIES = 20_000
const MAX_NAMED_REQUESTS = 1000
export const RECENT_REQUESTS = 50
/** Of one application or key so many requests are logged at most, however busy it is. */
export const MAX_REQUESTS_LOGGED = 20_000
const PRUNED_EVERY = 1000
/** On the embedded store statements run in this process, so a transaction takes fewer and requests come in between. */
const TALLIES_PER_TRANSACTION = { sqlite: 250, postgres: 5_000 } as const

/** A personal application counts as one actor for all its users. */
const actorOf = (actorKey: string): string => {
  const slash = actorKey.indexOf('/')
  return slash < 0 ? actorKey : actorKey.slice(0, slash)
}

export class Usage {
  readonly #world: World
  readonly #warn: (err: unknown) => void
  #tallies = new Map<string, ActorTally>()
  /** The tally each principal used last, found without building its key. */
  readonly #latest = new Map<string, ActorTally>()
  /** Requests recorded per actor since its earlier ones were last removed. */
  readonly #written = new Map<string, number>()
  #flushing: Promise<void> = Promise.resolve()
  readonly tokens = new TokenCounts()
  readonly flushes = new FlushCounts()
  #timer: NodeJS.Timeout | null = null

  constructor(world: World, warn: (err: unknown) => void) {
    this.#world = world
    this.#warn = warn
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush().catch(this.#warn), FLUSH_MS)
    this.#timer.unref()
  }

  countRequest(principal: Pick<Principal, 'tenantId' | 'actorKey' | 'tallyKey'>, request: CountedRequest): void {
    const { tenantId, actorKey, tallyKey } = principal
    const at = this.#world.realNow(tenantId)
    let tally = this.#latest.get(tallyKey)
    if (tally === undefined || at - tally.minute >= MINUTE_MS || at < tally.minute) {
      tally = this.#tally(tenantId, actorKey, at)
      this.#latest.set(tallyKey, tally)
    }
    tally.request(request, at, namedEach(this.#tallies.size))
  }

  countToken(tenantId: string, actorKey: string, activeTokens: number): void {
    this.#tally(tenantId, actorKey, this.#world.realNow(tenantId)).token(activeTokens)
  }

  /** Counts a token request that met the cap. */
  countRefusedToken(
    tenantId: string,
    actorKey: string,
    seen: Pick<RequestSeen, 'requestId' | 'code' | 'tookMs'>,
  ): void {
    const at = this.#world.realNow(tenantId)
    this.#tally(tenantId, actorKey, at).refusedToken({ ...NOTHING_ASKED, ...seen, ...REFUSED_TOKEN }, at)
  }

  #tally(tenantId: string, actorKey: string, now: number): ActorTally {
    const actor = actorOf(actorKey)
    const minute = now - (now % MINUTE_MS)
    const key = keyOf({ tenantId, actor, minute })
    const known = this.#tallies.get(key)
    if (known) return known
    if (this.#tallies.size >= MAX_TALLIES) this.#dropOldest()
    const tally = new ActorTally(tenantId, actor, minute)
    this.#tallies.set(key, tally)
    return tally
  }

  #dropOldest(): void {
    this.#tallies.delete(this.#tallies.keys().next().value as string)
    this.#latest.clear()
  }

  /** Resolves once everything counted so far is in the store. A second flush waits for the first. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.flushes.measure(() => this.#write()))
    return this.#flushing
  }

  /** Counts that are not in the store yet. */
  get waiting(): number {
    return this.#tallies.size
  }

  async #write(): Promise<void> {
    if (this.#tallies.size === 0) return
    const taken = this.#tallies
    this.#tallies = new Map()
    this.#latest.clear()
    const named = namedEach(taken.size)
    try {
      const ordered = [...taken.values()].toSorted(inOneOrder)
      const most = TALLIES_PER_TRANSACTION[this.#world.storage.kind]
      for (let start = 0; start < ordered.length; start += most) {
        const tallies = ordered.slice(start, start + most)
        await this.#store(tallies, named)
        for (const tally of tallies) taken.delete(keyOf(tally))
      }
    } catch (error) {
      for (const [key, tally] of this.#tallies) taken.set(key, taken.get(key)?.merge(tally) ?? tally)
      this.#tallies = taken
      this.#latest.clear()
      throw error
    }
  }

  /** One transaction with four statements, however many tenants there are. */
  #store(tallies: readonly ActorTally[], named: number): Promise<void> {
    return this.#world.storage.writePlatform(async (tx) => {
      await writeTallies(tx, tallies, named)
      for (const { tenant_id, actor } of this.#overfull(requestsIn(tallies, named)))
        await keepLatestRequests(tx.inTenant(tenant_id), actor, MAX_REQUESTS_LOGGED)
    })
  }

  /** Actors with enough new recorded requests that the old ones are due for removal. */
  #overfull(requests: readonly TenantRequest[]): TenantRequest[] {
    if (this.#written.size > MAX_TALLIES) this.#written.clear()
    const overfull: TenantRequest[] = []
    for (const [key, rows] of Map.groupBy(requests, ({ tenant_id, actor }) => `${tenant_id} ${actor}`)) {
      const written = (this.#written.get(key) ?? 0) + rows.length
      this.#written.set(key, written >= PRUNED_EVERY ? 0 : written)
      if (written >= PRUNED_EVERY && rows[0]) overfull.push(rows[0])
    }
    return overfull
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.flush().catch(this.#warn)
  }
}

/** A token request runs no operation. */
const NOTHING_ASKED = {
  cost: null,
  needed: NO_SCOPES,
  address: null,
  agent: null,
  path: null,
  reason: null,
  document: null,
} as const
const REFUSED_TOKEN = { operation: 'token', outcome: 'throttled' } as const

/** Every process writes in this order, so that two of them never wait for each other in a circle. */
const inOneOrder = (a: ActorTally, b: ActorTally): number =>
  compare(a.tenantId, b.tenantId) || compare(a.actor, b.actor) || a.minute - b.minute

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const keyOf = ({ tenantId, actor, minute }: Pick<ActorTally, 'tenantId' | 'actor' | 'minute'>): string =>
  `${tenantId} ${actor} ${minute}`

/** With many tallies each records fewer requests, so that one flush writes a bounded number. */
const namedEach = (tallies: number): number =>
  Math.max(1, Math.min(MAX_REQUESTS_KEPT, Math.floor(MAX_NAMED_REQUESTS / tallies)))
