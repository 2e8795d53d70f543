/** A bounded cache of answers from the store. An entry is valid until validity changes in one of its areas. */
import { LRUCache } from 'lru-cache'
import type { ValidityArea } from '../domain/validity-area.ts'
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

export class Remembered<K extends string, V> {
  readonly #watch: ValidityWatch
  readonly #areasOf: (value: V) => readonly ValidityArea[]
  readonly #entries: LRUCache<K, Entry<V>>
  #hits = 0
  #misses = 0

  constructor(watch: ValidityWatch, maxEntries: number, areasOf: (value: V) => readonly ValidityArea[]) {
    this.#watch = watch
    this.#entries = new LRUCache({ max: maxEntries })
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
  async fill(key: K, read: () => Promise<V | undefined>): Promise<V | undefined> {
    const { generation } = this.#watch
    const value = await read()
    if (value === undefined) return undefined
    const areas = this.#areasOf(value)
    if (!this.#watch.hasChanged(areas, generation)) this.#entries.set(key, { value, areas, generation })
    return value
  }

  forget(key: K): void {
    this.#entries.delete(key)
  }
}
