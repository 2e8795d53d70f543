/**
 * Tells whoever remembers something about validity when to forget it. A change made by this process counts as
 * soon as it committed, one made elsewhere with NOTIFY or at the next poll of the epoch, always within a second
 * (access-model §13). While the store cannot be asked, nothing remembered is trusted.
 */
import type { Clock } from '../domain/clock.ts'
import { REVOCATION_REACH_MS } from '../domain/limits.ts'
import type { Storage } from '../storage/storage.ts'
import { readEpoch } from '../storage/validity-epoch.ts'

const POLL_MS = 250

export class ValidityWatch {
  readonly #storage: Storage
  readonly #clock: Clock
  #generation = 0
  #epoch = -1
  #confirmedAt = Number.NEGATIVE_INFINITY
  #skewMs = 0
  #timer: NodeJS.Timeout | null = null
  #stopped = false
  readonly #listeners: (() => void)[] = []

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage
    this.#clock = clock
    storage.onValidityChange(() => this.#moveOn())
  }

  /** Told whenever something that may concern what is remembered has changed somewhere. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  #moveOn(): void {
    this.#generation++
    for (const listener of this.#listeners) listener()
  }

  /** What was read under one generation must not be believed, or remembered, under another. */
  get generation(): number {
    return this.#generation
  }

  get isFresh(): boolean {
    return performance.now() - this.#confirmedAt < REVOCATION_REACH_MS
  }

  /** The store's time as this process last saw it: the clocks of processes differ, the store has one. */
  readonly now = (tenantId: string): number => this.#clock.now(tenantId) + this.#skewMs

  async start(): Promise<void> {
    await this.#poll()
    this.#schedule()
  }

  #schedule(): void {
    if (this.#stopped) return
    this.#timer = setTimeout(async () => {
      await this.#poll().catch(() => {})
      this.#schedule()
    }, POLL_MS)
    this.#timer.unref()
  }

  async #poll(): Promise<void> {
    const askedAt = performance.now()
    const clockWhenAsked = this.#clock.now()
    const { epoch, now } = await readEpoch(this.#storage.platform)
    const tookMs = performance.now() - askedAt
    const hasMoved = epoch !== this.#epoch
    this.#epoch = epoch
    if (hasMoved) this.#moveOn()
    if (this.#storage.kind === 'postgres') this.#skewMs = Math.round(now - clockWhenAsked - tookMs / 2)
    this.#confirmedAt = askedAt
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }
}
