/**
 * Tells caches when what they hold about validity is outdated. A change made by this process counts as soon as it is
 * committed, one made elsewhere with NOTIFY or at the next poll of the epochs, always within a second. A change drops
 * only entries of its own areas. While the store cannot be reached, no cached entry is trusted. Where nobody has asked
 * for a while the watch rests: it polls seldom, nothing cached is trusted meanwhile, and the first who asks wakes it
 * (ADR 145).
 */
import type { Clock } from '../domain/clock.ts'
import { REVOCATION_REACH_MS } from '../domain/limits.ts'
import type { ChangedAreas, ValidityArea } from '../domain/validity-area.ts'
import type { Storage } from '../storage/storage.ts'
import { RECENT_CHANGE_MS, type RecentChanges, recentChanges } from '../storage/validity-epochs.ts'
import { StoreClock } from './store-clock.ts'

const POLL_MS = 250
/** Nobody asked for so long: the process is idle. */
const REST_AFTER_MS = 30_000
/** Well below half of RECENT_CHANGE_MS, so that nothing is missed between two polls. */
const RESTING_POLL_MS = 5_000
/** Beyond this many areas everything is dropped and the list starts anew. */
const MAX_AREAS_TOLD_APART = 100_000

export class ValidityWatch {
  readonly #storage: Storage
  readonly #clock: Clock
  /** Rises with every change that this process learns of. */
  #generation = 0
  /** The generation at which everything was last dropped. */
  #everythingChangedAt = 0
  /** How often everything was dropped. */
  #wholeChanges = 0
  readonly #areaChangedAt = new Map<ValidityArea, number>()
  #lastPoll: RecentChanges | null = null
  readonly #storeClock = new StoreClock()
  #timer: NodeJS.Timeout | null = null
  /** When somebody last asked what has changed. */
  #askedAt = performance.now()
  /** The next poll is a seldom one. */
  #isResting = false
  #stopped = false
  readonly #listeners: { readonly area: ValidityArea; readonly listener: () => void }[] = []

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage
    this.#clock = clock
    storage.onValidityChange((areas) => this.#change(areas))
  }

  /** Calls the listener whenever this area has changed, or may have. */
  onChange(area: ValidityArea, listener: () => void): void {
    this.#listeners.push({ area, listener })
  }

  #change(areas: ChangedAreas): void {
    this.#generation++
    if (areas === 'everything' || this.#areaChangedAt.size + areas.length > MAX_AREAS_TOLD_APART) {
      this.#everythingChangedAt = this.#generation
      this.#areaChangedAt.clear()
      this.#wholeChanges++
    } else for (const area of areas) this.#areaChangedAt.set(area, this.#generation)
    for (const { area, listener } of this.#listeners) if (this.#knowsChange([area], this.#generation - 1)) listener()
  }

  get generation(): number {
    return this.#generation
  }

  /** True if one of these areas changed after that generation: what was read at it must not be used. */
  hasChanged(areas: readonly ValidityArea[], since: number): boolean {
    this.#noteAsked(performance.now())
    return this.#knowsChange(areas, since)
  }

  #knowsChange(areas: readonly ValidityArea[], since: number): boolean {
    if (this.#everythingChangedAt > since) return true
    for (const area of areas) if ((this.#areaChangedAt.get(area) ?? 0) > since) return true
    return false
  }

  /** Of the changes that the generation counts, those that dropped everything. */
  get wholeChanges(): number {
    return this.#wholeChanges
  }

  /** Whether what is cached can be trusted now. */
  get isFresh(): boolean {
    const now = performance.now()
    this.#noteAsked(now)
    return this.#lastPoll !== null && now - this.#lastPoll.sentAt < REVOCATION_REACH_MS
  }

  /** Whether the epochs are read as often as they should be; nobody is told to trust anything. */
  get isReading(): boolean {
    const mayRestMs = this.#isResting ? RESTING_POLL_MS : 0
    return this.#lastPoll !== null && performance.now() - this.#lastPoll.sentAt < mayRestMs + REVOCATION_REACH_MS
  }

  #noteAsked(now: number): void {
    this.#askedAt = now
    if (!this.#isResting) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#pollNow()
  }

  /** The store's time as last seen by this process. Clocks of processes differ; the store has one. */
  readonly now = (tenantId: string): number =>
    this.#clock.now(tenantId) + this.#storeClock.skewMs + this.#storage.testOffsetMs(tenantId)

  async start(): Promise<void> {
    await this.#poll()
    this.#schedule()
  }

  #schedule(): void {
    if (this.#stopped) return
    this.#isResting = performance.now() - this.#askedAt > REST_AFTER_MS
    this.#timer = setTimeout(() => this.#pollNow(), this.#isResting ? RESTING_POLL_MS : POLL_MS)
    this.#timer.unref()
  }

  #pollNow(): void {
    this.#isResting = false
    void this.#poll()
      .catch(() => {})
      .then(() => this.#schedule())
  }

  async #poll(): Promise<void> {
    const last = this.#lastPoll
    const changes = await this.#storage.onOneConnection(recentChanges)
    this.#lastPoll = changes
    const changed = changedBetween(last, changes)
    if (changed.length > 0) this.#change(changed)
    if (this.#storage.kind === 'postgres') this.#setClock(changes)
  }

  #setClock({ at, sentAt, tookMs }: RecentChanges): void {
    const clockNow = this.#clock.now() - this.#clock.offsetMs()
    this.#storeClock.note({ sentAt: clockNow - (performance.now() - sentAt), tookMs, storeAt: at })
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }
}

/**
 * A poll returns what changed within the last minute by the store's clock. Everything counts as changed if that may be
 * incomplete: the last poll is too long ago, or the store's clock was set meanwhile.
 */
const changedBetween = (last: RecentChanges | null, { at, sentAt, epochs }: RecentChanges): ChangedAreas => {
  if (last === null) return 'everything'
  const elapsedMs = sentAt - last.sentAt
  const clockSetByMs = Math.abs(at - last.at - elapsedMs)
  if (elapsedMs + clockSetByMs > RECENT_CHANGE_MS / 2) return 'everything'
  return [...epochs].flatMap(([area, epoch]) => (last.epochs.get(area) === epoch ? [] : [area]))
}
