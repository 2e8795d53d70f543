/** A bounded memory of what the store answered, emptied whenever validity changes anywhere. */
import type { ValidityWatch } from './validity-watch.ts'

export class Remembered<K, V> {
  readonly #watch: ValidityWatch
  readonly #most: number
  readonly #values = new Map<K, V>()
  #generation = -1

  constructor(watch: ValidityWatch, most: number) {
    this.#watch = watch
    this.#most = most
  }

  get(key: K): V | undefined {
    if (this.#generation !== this.#watch.generation) {
      this.#values.clear()
      this.#generation = this.#watch.generation
    }
    return this.#watch.isFresh ? this.#values.get(key) : undefined
  }

  /** Asks the store, and keeps the answer only if nothing changed while it was being read. */
  async fill(key: K, read: () => Promise<V | undefined>): Promise<V | undefined> {
    const generation = this.#watch.generation
    const value = await read()
    if (value !== undefined && generation === this.#watch.generation && generation === this.#generation) {
      if (this.#values.size >= this.#most) this.#values.delete(this.#values.keys().next().value as K)
      this.#values.set(key, value)
    }
    return value
  }

  forget(key: K): void {
    this.#values.delete(key)
  }
}
