/**
 * Counts the usage of applications and keys. A request adds to a tally in memory and waits for nothing; every two
 * seconds, and when the server stops, the tallies are written to the store. If the store cannot be reached they are
 * kept and tried again.
 */

import { NO_SCOPES } from '../../domain/scopes.ts'
import {
  addRequests,
  type DocumentRow,
  keepLatestRequests,
  noteDocuments,
  type RequestRow,
} from '../../storage/usage/request-log.ts'
import { addUsageCounts, noteActors } from '../../storage/usage/usage.ts'
import type { Principal } from '../principal.ts'
import type { World } from '../world.ts'
import { ActorTally, type CountedRequest, MAX_REQUESTS_KEPT, type RequestSeen, requestRow } from './usage-tally.ts'

const FLUSH_MS = 2_000
const MINUTE_MS = 60_000
/** Bounds the memory of counts while the store cannot be reached. */
const MAX_TALLIES = 20_000
const MAX_NAMED_REQUESTS = 1000
export const RECENT_REQUESTS = 50
/** Of one application or key so many requests are logged at most, however busy it is. */
export const MAX_REQUESTS_LOGGED = 20_000
const PRUNED_EVERY = 1000

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
  #timer: NodeJS.Timeout | null = null

  constructor(world: World, warn: (err: unknown) => void) {
    this.#world = world
    this.#warn = warn
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush().catch(this.#warn), FLUSH_MS)
    this.#timer.unref()
  }

  countRequest(principal: Pick<Principal, 'tenantId' | 'actorKey' | 'bucketKey'>, request: CountedRequest): void {
    const { tenantId, actorKey, bucketKey } = principal
    const at = this.#world.now(tenantId)
    let tally = this.#latest.get(bucketKey)
    if (tally === undefined || at - tally.minute >= MINUTE_MS || at < tally.minute) {
      tally = this.#tally(tenantId, actorKey, at)
      this.#latest.set(bucketKey, tally)
    }
    tally.request(request, at, namedEach(this.#tallies.size))
  }

  countToken(tenantId: string, actorKey: string, activeTokens: number): void {
    this.#tally(tenantId, actorKey, this.#world.now(tenantId)).token(activeTokens)
  }

  /** Counts a token request that met the cap. */
  countRefusedToken(
    tenantId: string,
    actorKey: string,
    seen: Pick<RequestSeen, 'requestId' | 'code' | 'tookMs'>,
  ): void {
    const at = this.#world.now(tenantId)
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
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write())
    return this.#flushing
  }

  async #write(): Promise<void> {
    if (this.#tallies.size === 0) return
    const taken = this.#tallies
    this.#tallies = new Map()
    this.#latest.clear()
    const named = namedEach(taken.size)
    try {
      for (const tallies of byTenant(taken.values())) {
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

  /** One transaction per tenant, so that no request waits for the counts of all tenants. */
  #store(tallies: readonly ActorTally[], named: number): Promise<void> {
    return this.#world.storage.writeTenant(tallies[0]?.tenantId ?? '', async (tx) => {
      const ordered = tallies.toSorted((a, b) => compare(a.actor, b.actor) || a.minute - b.minute)
      const counts = ordered.flatMap((tally) => tally.counts())
      await addUsageCounts(tx, counts)
      const seen = ordered.filter((tally) => tally.hasRequests)
      await noteActors(tx, lastPerActor(seen))
      const requests = seen.flatMap((tally) => tally.logged(named).map((request) => requestRow(tally.actor, request)))
      await noteDocuments(tx, documentsOf(seen.flatMap((tally) => tally.logged(named))))
      await addRequests(tx, requests)
      for (const actor of this.#overfull(requests)) await keepLatestRequests(tx, actor, MAX_REQUESTS_LOGGED)
    })
  }

  /** Actors with enough new recorded requests that the old ones are due for removal. */
  #overfull(requests: readonly RequestRow[]): string[] {
    if (this.#written.size > MAX_TALLIES) this.#written.clear()
    const overfull: string[] = []
    for (const [actor, { length }] of Map.groupBy(requests, (row) => row.actor)) {
      const written = (this.#written.get(actor) ?? 0) + length
      this.#written.set(actor, written >= PRUNED_EVERY ? 0 : written)
      if (written >= PRUNED_EVERY) overfull.push(actor)
    }
    return overfull
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.flush().catch(this.#warn)
  }
}

/** A token request runs no operation. */
const NOTHING_ASKED = { cost: null, needed: NO_SCOPES, address: null, agent: null, document: null } as const
const REFUSED_TOKEN = { operation: 'token', outcome: 'throttled' } as const

/** Each text once, in one order, so that two processes never wait for each other in a circle. */
const documentsOf = (requests: readonly RequestSeen[]): DocumentRow[] => {
  const rows = new Map<string, DocumentRow>()
  for (const { document, at } of requests) {
    if (document) rows.set(document.documentId, { document_id: document.documentId, text: document.text, seen_at: at })
  }
  return [...rows.values()].toSorted((a, b) => compare(a.document_id, b.document_id))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const keyOf = ({ tenantId, actor, minute }: Pick<ActorTally, 'tenantId' | 'actor' | 'minute'>): string =>
  `${tenantId} ${actor} ${minute}`

const byTenant = (tallies: Iterable<ActorTally>): ActorTally[][] => [
  ...Map.groupBy(tallies, ({ tenantId }) => tenantId).values(),
]

/** With many tallies each records fewer requests, so that one flush writes a bounded number. */
const namedEach = (tallies: number): number =>
  Math.max(1, Math.min(MAX_REQUESTS_KEPT, Math.floor(MAX_NAMED_REQUESTS / tallies)))

/** A statement may contain each actor only once. */
const lastPerActor = (tallies: readonly ActorTally[]) =>
  [...Map.groupBy(tallies, ({ actor }) => actor)].map(([actor, all]) => ({
    actor,
    first_at: all[0]?.first.at ?? 0,
    first_request_id: all[0]?.first.requestId ?? '',
    last_at: Math.max(...all.map(({ lastAt }) => lastAt)),
  }))
