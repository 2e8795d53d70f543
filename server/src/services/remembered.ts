/** A bounded memory of what the store answered. An entry counts until validity changes in one of its areas. */
import type { ValidityArea } from '../domain/validity-area.ts'
import type { ValidityWatch } from './validity-watch.ts'

interface Entry<V> {
  readonly value: V
  readonly areas: readonly ValidityArea[]
  /** The watch's generation up to which nothing of its areas is known to have changed. */
  generation: number
}

export class Remembered<K, V> {
  readonly #watch: ValidityWatch
  readonly #maxEntries: number
  readonly #areasOf: (value: V) => readonly ValidityArea[]
  readonly #entries = new Map<K, Entry<V>>()

  constructor(watch: ValidityWatch, maxEntries: number, areasOf: (value: V) => readonly ValidityArea[]) {
    this.#watch = watch
    this.#maxEntries = maxEntries
    this.#areasOf = areasOf
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || !this.#watch.isFresh) return undefined
    if (this.#isCurrent(entry)) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  /** Mostly nothing has changed anywhere since the entry was last used, and one comparison tells. */
  #isCurrent(entry: Entry<V>): boolean {
    const { generation } = this.#watch
    if (entry.generation === generation) return true
    if (this.#watch.hasChanged(entry.areas, entry.generation)) return false
    entry.generation = generation
    return true
  }

  /** Asks the store, and keeps the answer only if nothing of its areas changed while it was being read. */
  async fill(key: K, read: () => Promise<V | undefined>): Promise<V | undefined> {
    const { generation } = this.#watch
    const value = await read()
    if (value === undefined) return undefined
    const areas = this.#areasOf(value)
    if (!this.#watch.hasChanged(areas, generation)) this.#keep(key, { value, areas, generation })
    return value
  }

  #keep(key: K, entry: Entry<V>): void {
    if (this.#entries.size >= this.#maxEntries) this.#entries.delete(this.#entries.keys().next().value as K)
    this.#entries.set(key, entry)
  }

  forget(key: K): void {
    this.#entries.delete(key)
  }
}
