/**
 * Counts what applications and keys do. A request adds to a tally in memory and waits for nothing; every two seconds,
 * and when the server stops, the tallies go to the store in one transaction. Where the store cannot be reached they
 * are kept and tried again.
 */
import { addRequests, addUsageCounts, keepLatestRequests, noteActors } from '../storage/usage.ts'
import type { Principal } from './principal.ts'
import { ActorTally, type CountedRequest, type RequestSeen } from './usage-tally.ts'
import type { World } from './world.ts'

const FLUSH_MS = 2_000
const MINUTE_MS = 60_000
/** While the store is away, what is counted stays bounded. */
const TALLIES_MOST = 20_000
export const RECENT_REQUESTS = 50

/** An application counts as one, however many people it is personal to. */
const actorOf = (actorKey: string): string => {
  const slash = actorKey.indexOf('/')
  return slash < 0 ? actorKey : actorKey.slice(0, slash)
}

export class Usage {
  readonly #world: World
  readonly #warn: (err: unknown) => void
  #tallies = new Map<string, ActorTally>()
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

  countRequest(principal: Pick<Principal, 'tenantId' | 'actorKey'>, request: CountedRequest): void {
    const at = this.#world.now(principal.tenantId)
    this.#tally(principal.tenantId, principal.actorKey, at).request({ ...request, at })
  }

  countToken(tenantId: string, actorKey: string, activeTokens: number): void {
    this.#tally(tenantId, actorKey, this.#world.now(tenantId)).token(activeTokens)
  }

  /** A token request that met the cap. */
  countRefusedToken(
    tenantId: string,
    actorKey: string,
    seen: Pick<RequestSeen, 'requestId' | 'code' | 'tookMs'>,
  ): void {
    const at = this.#world.now(tenantId)
    this.#tally(tenantId, actorKey, at).refusedToken({ ...seen, at, operation: 'token', outcome: 'throttled' })
  }

  #tally(tenantId: string, actorKey: string, now: number): ActorTally {
    const actor = actorOf(actorKey)
    const minute = now - (now % MINUTE_MS)
    const key = `${tenantId} ${actor} ${minute}`
    const known = this.#tallies.get(key)
    if (known) return known
    if (this.#tallies.size >= TALLIES_MOST) this.#tallies.delete(this.#tallies.keys().next().value as string)
    const tally = new ActorTally(tenantId, actor, minute)
    this.#tallies.set(key, tally)
    return tally
  }

  /** Everything counted so far is in the store once this is done. One at a time: a second flush waits for the first. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write())
    return this.#flushing
  }

  async #write(): Promise<void> {
    if (this.#tallies.size === 0) return
    const taken = this.#tallies
    this.#tallies = new Map()
    try {
      await this.#store([...taken.values()])
    } catch (error) {
      for (const [key, tally] of this.#tallies) taken.set(key, taken.get(key)?.merged(tally) ?? tally)
      this.#tallies = taken
      throw error
    }
  }

  #store(tallies: readonly ActorTally[]): Promise<void> {
    const byTenant = Object.entries(Object.groupBy(tallies, ({ tenantId }) => tenantId)).sort(byKey)
    return this.#world.storage.writePlatform(async (platform) => {
      for (const [tenantId, all] of byTenant) {
        const tx = platform.inTenant(tenantId)
        const ordered = (all ?? []).toSorted((a, b) => compare(a.actor, b.actor) || a.minute - b.minute)
        await addUsageCounts(
          tx,
          ordered.flatMap((tally) => tally.counts()),
        )
        const seen = ordered.filter((tally) => tally.requests.length > 0)
        await noteActors(tx, lastPerActor(seen))
        await addRequests(
          tx,
          seen.flatMap((tally) => tally.requestRows()),
        )
        for (const actor of new Set(seen.map((tally) => tally.actor))) {
          await keepLatestRequests(tx, actor, RECENT_REQUESTS)
        }
      }
    })
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.flush().catch(this.#warn)
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byKey = (a: [string, unknown], b: [string, unknown]): number => compare(a[0], b[0])

/** A statement may name each actor once. */
const lastPerActor = (tallies: readonly ActorTally[]) =>
  [...Map.groupBy(tallies, ({ actor }) => actor)].map(([actor, all]) => ({
    actor,
    first_at: all[0]?.first.at ?? 0,
    first_request_id: all[0]?.first.requestId ?? '',
    last_at: Math.max(...all.map((tally) => tally.last.at)),
  }))
