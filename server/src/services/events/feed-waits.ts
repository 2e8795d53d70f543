/**
 * Requests that wait for changes (events §1). A request that waits holds no connection to the store and none of the
 * places of requests at work; what it may take instead is bounded here, so that nobody's waiting takes another's place
 * (events row 78). One whose token ends is woken and refused. Some are woken in a turn of the loop, and operators have
 * turns one after another: a hundred that one change wakes are a tenth of a second of work (threats row 542).
 */
import { MAX_WAITS_PER_OPERATOR, MAX_WAITS_PER_PRINCIPAL, MAX_WAITS_PER_PROCESS } from '../../domain/limits.ts'
import { RoundRobin } from '../../storage/engines/turns/round-robin.ts'
import type { Lifetime } from '../../storage/engines/turns/store-use.ts'
import { hasNarrowed, validityAreasOf } from '../oauth/verify.ts'
import type { Principal } from '../principal.ts'
import type { ValidityWatch } from '../validity-watch.ts'
import type { World } from '../world.ts'
import type { FeedNews, FeedWatcher } from './feed-news.ts'

/** How often it is looked whether the rights of those who wait have changed. */
const RIGHTS_MS = 250
/** A feed that grows by what the request does not see is looked at again after this, and ever less often. */
const MIN_PAUSE_MS = 50
const MAX_PAUSE_MS = 1_000
/** Each is looked at and answered in one turn, where there is something for it. */
const WOKEN_IN_A_TURN = 8

/** What a request waits for. */
export interface AskedWait {
  readonly seconds: number
  /** The head of the feed when nothing was found. */
  readonly head: number
  /** Whether there is something for the request between what it knows and this head. */
  readonly hasNews: (head: number) => Promise<boolean>
}

/** Who waits, for how long, and how it is found out whether they still may. */
export interface Waiting {
  readonly principal: Principal
  readonly lifetime: Lifetime
  /** Throws if the token has ended. */
  readonly verify: () => Promise<Principal>
}

type Wake = 'grown' | 'rights' | 'over'

/** What is known when it begins. */
interface Begun {
  readonly principal: Principal
  readonly head: number
  readonly generation: number
}

/** Those to be woken, some with each turn of the loop. No more than there are waits. */
class Alarm {
  readonly #toWake = new RoundRobin<Waiter>(Number.POSITIVE_INFINITY)
  #isSet = false

  add(waiter: Waiter): void {
    this.#toWake.add(waiter.tenantId, waiter)
    this.#set()
  }

  #set(): void {
    if (this.#isSet) return
    this.#isSet = true
    setImmediate(() => this.#ring())
  }

  #ring(): void {
    this.#isSet = false
    for (let count = 0; count < WOKEN_IN_A_TURN; count++) this.#toWake.next()?.rise()
    if (this.#toWake.size > 0) this.#set()
  }
}

/** One request while it waits. Several things may wake it before it looks; the most urgent counts. */
class Waiter implements FeedWatcher {
  readonly tenantId: string
  seen: number
  generation: number
  readonly principal: Principal
  readonly #alarm: Alarm
  readonly #over = Promise.withResolvers<void>()
  #woken: Wake | null = null
  #wake: (() => void) | null = null
  #rises = false

  constructor(alarm: Alarm, { principal, head, generation }: Begun) {
    this.#alarm = alarm
    this.principal = principal
    this.tenantId = principal.tenantId
    this.seen = head
    this.generation = generation
  }

  readonly grown = (): void => this.wake('grown')

  readonly end = (): void => {
    this.#over.resolve()
    this.wake('over')
  }

  wake(why: Wake): void {
    if (this.#woken === null || why === 'over' || (why === 'rights' && this.#woken === 'grown')) this.#woken = why
    if (why === 'over') this.#wake?.()
    else this.#setAlarm()
  }

  #setAlarm(): void {
    if (this.#wake === null || this.#rises) return
    this.#rises = true
    this.#alarm.add(this)
  }

  /** It is its turn. */
  rise(): void {
    this.#rises = false
    this.#wake?.()
  }

  /** Lets the time pass, unless the wait is over before. */
  async pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    await Promise.race([promise, this.#over.promise])
    clearTimeout(timer)
  }

  async woken(): Promise<Wake> {
    if (this.#woken !== 'over') {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        if (this.#woken !== null) this.#setAlarm()
      })
      this.#wake = null
    }
    const why = this.#woken ?? 'grown'
    this.#woken = why === 'over' ? 'over' : null
    return why
  }
}

/** Who waits under each name, up to a limit; those who came first are first. */
class Places {
  readonly #most: number
  readonly #taken = new Map<string, Set<Waiter>>()

  constructor(most: number) {
    this.#most = most
  }

  isFull(name: string): boolean {
    return this.countOf(name) >= this.#most
  }

  countOf(name: string): number {
    return this.#taken.get(name)?.size ?? 0
  }

  add(name: string, waiter: Waiter): void {
    const waiters = this.#taken.get(name) ?? new Set()
    this.#taken.set(name, waiters.add(waiter))
  }

  remove(name: string, waiter: Waiter): void {
    const waiters = this.#taken.get(name)
    waiters?.delete(waiter)
    if (waiters?.size === 0) this.#taken.delete(name)
  }

  /** Those of the name that has most. */
  largest(): ReadonlySet<Waiter> {
    let most: ReadonlySet<Waiter> = new Set()
    for (const waiters of this.#taken.values()) if (waiters.size > most.size) most = waiters
    return most
  }
}

export class FeedWaits {
  readonly #world: World
  readonly #watch: ValidityWatch
  readonly #news: FeedNews
  readonly #alarm = new Alarm()
  readonly #waiters = new Set<Waiter>()
  readonly #byPrincipal = new Places(MAX_WAITS_PER_PRINCIPAL)
  readonly #byTenant = new Places(MAX_WAITS_PER_OPERATOR)
  #rightsTimer: NodeJS.Timeout | null = null
  #stopped = false

  constructor(world: World, watch: ValidityWatch, news: FeedNews) {
    this.#world = world
    this.#watch = watch
    this.#news = news
  }

  /** How many wait. */
  get size(): number {
    return this.#waiters.size
  }

  hasPlace({ tenantId, tallyKey }: Principal): boolean {
    if (this.#stopped || this.#byTenant.isFull(tenantId) || this.#byPrincipal.isFull(tallyKey)) return false
    return !this.#isFull || this.#byTenant.largest().size > this.#byTenant.countOf(tenantId) + 1
  }

  get #isFull(): boolean {
    return this.#waiters.size >= MAX_WAITS_PER_PROCESS
  }

  /** Waits until there is something, the time is over, the client has left or the server stops. */
  async wait({ principal, lifetime, verify }: Waiting, { seconds, head, hasNews }: AskedWait): Promise<void> {
    const waiter = new Waiter(this.#alarm, { principal, head, generation: this.#watch.generation })
    const timer = setTimeout(waiter.end, seconds * 1000)
    lifetime.onOver(waiter.end)
    this.#add(waiter)
    let pauseMs = MIN_PAUSE_MS
    try {
      for (let why = await waiter.woken(); why !== 'over'; why = await waiter.woken()) {
        if (why === 'rights') await verify()
        if (await hasNews(waiter.seen)) return
        if (why === 'rights') continue
        // Woken for nothing: its next look waits, the longer the more often that happens.
        await waiter.pause(pauseMs)
        pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)
      }
    } finally {
      clearTimeout(timer)
      lifetime.offOver(waiter.end)
      this.#remove(waiter)
    }
  }

  #add(waiter: Waiter): void {
    if (this.#isFull) this.#makeRoom()
    this.#waiters.add(waiter)
    this.#byPrincipal.add(waiter.principal.tallyKey, waiter)
    this.#byTenant.add(waiter.tenantId, waiter)
    this.#news.add(waiter)
    if (this.#stopped) waiter.end()
    this.#rightsTimer ??= setInterval(() => this.#lookAtRights(), RIGHTS_MS).unref()
  }

  /** Some operators together could take every place: the one that has most gives up its oldest (threats row 331). */
  #makeRoom(): void {
    const [oldest] = this.#byTenant.largest()
    if (!oldest) return
    this.#remove(oldest)
    oldest.end()
  }

  #remove(waiter: Waiter): void {
    if (!this.#waiters.delete(waiter)) return
    this.#byPrincipal.remove(waiter.principal.tallyKey, waiter)
    this.#byTenant.remove(waiter.tenantId, waiter)
    this.#news.remove(waiter)
    if (this.#waiters.size > 0 || this.#rightsTimer === null) return
    clearInterval(this.#rightsTimer)
    this.#rightsTimer = null
  }

  #lookAtRights(): void {
    const { generation } = this.#watch
    for (const waiter of this.#waiters) {
      const { principal } = waiter
      const hasChanged = this.#watch.hasChanged(validityAreasOf(principal), waiter.generation)
      waiter.generation = generation
      const now = this.#world.now(waiter.tenantId)
      if (hasChanged || now >= principal.expiresAt || hasNarrowed(principal, now)) waiter.wake('rights')
    }
  }

  /** Ends every wait: the server is about to stop. */
  stop(): void {
    this.#stopped = true
    for (const waiter of this.#waiters) waiter.end()
  }
}
