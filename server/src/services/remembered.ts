/** A bounded cache of answers from the store. An entry is valid until validity changes in one of its areas. */
import { Failure } from '../domain/failure.ts'
import type { ValidityArea } from '../domain/validity-area.ts'
import type { Storage } from '../storage/storage.ts'
import { BoundedCache } from './bounded-cache.ts'
import { EndableLifetime } from './endable-lifetime.ts'
import type { ValidityWatch } from './validity-watch.ts'

interface Entry<V> {
  readonly value: V
  readonly areas: readonly ValidityArea[]
  /** The generation of the watch up to which none of the entry's areas is known to have changed. */
  generation: number
}

/** How often what was asked for was there, and how much is. */
export interface MemoryCounts {
  readonly hits: number
  readonly misses: number
  readonly entries: number
}

/** A store that takes longer is treated as one that is away (threats row 50). */
const MAX_READ_MS = 5_000

const noAnswer = (): Failure =>
  new Failure('temporarily_unavailable', 'The store does not answer in time: try again', { retryAfterSeconds: 1 })

export class Remembered<K extends string, V> {
  readonly #storage: Storage
  readonly #watch: ValidityWatch
  readonly #areasOf: (value: V) => readonly ValidityArea[]
  readonly #entries: BoundedCache<Entry<V>>
  #hits = 0
  #misses = 0

  constructor(
    storage: Storage,
    watch: ValidityWatch,
    maxEntries: number,
    areasOf: (value: V) => readonly ValidityArea[],
  ) {
    this.#storage = storage
    this.#watch = watch
    this.#entries = new BoundedCache(maxEntries)
    this.#areasOf = areasOf
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry !== undefined && this.#watch.isFresh) {
      if (this.#isCurrent(entry)) {
        this.#hits++
        return entry.value
      }
      this.#entries.delete(key)
    }
    this.#misses++
    return undefined
  }

  get counts(): MemoryCounts {
    return { hits: this.#hits, misses: this.#misses, entries: this.#entries.size }
  }

  /** Usually nothing has changed anywhere since the entry was last used, and one comparison shows that. */
  #isCurrent(entry: Entry<V>): boolean {
    const { generation } = this.#watch
    if (entry.generation === generation) return true
    if (this.#watch.hasChanged(entry.areas, entry.generation)) return false
    entry.generation = generation
    return true
  }

  /** Reads from the store, and caches the answer only if none of its areas changed during the read. */
  async fill(key: K, read: (storage: Storage) => Promise<V | undefined>): Promise<V | undefined> {
    const { generation } = this.#watch
    const value = await this.#inTime(read)
    if (value === undefined) return undefined
    const areas = this.#areasOf(value)
    if (!this.#watch.hasChanged(areas, generation)) this.#entries.set(key, { value, areas, generation })
    return value
  }

  async #inTime(read: (storage: Storage) => Promise<V | undefined>): Promise<V | undefined> {
    const inTime = new EndableLifetime()
    const timer = setTimeout(() => inTime.endBecause(noAnswer()), MAX_READ_MS)
    try {
      return await read(this.#storage.during(inTime, 'reserve'))
    } finally {
      clearTimeout(timer)
    }
  }

  forget(key: K): void {
    this.#entries.delete(key)
  }
}
