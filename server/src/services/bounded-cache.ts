/**
 * A cache of a bounded number of entries in two generations. What is used moves to the recent one; where that is full
 * it becomes the earlier one, and what was not used since the change before is gone. A look-up in the recent one is
 * all that a request usually pays: keeping every use in order took twice as long.
 */
export class BoundedCache<V> {
  readonly #entriesPerGeneration: number
  #recent = new Map<string, V>()
  #earlier = new Map<string, V>()

  /** Keeps the last `entriesPerGeneration` that were used, and less than twice as many. */
  constructor(entriesPerGeneration: number) {
    this.#entriesPerGeneration = entriesPerGeneration
  }

  get(key: string): V | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const earlier = this.#earlier.get(key)
    if (earlier !== undefined) this.set(key, earlier)
    return earlier
  }

  /** Without counting as a use. */
  peek(key: string): V | undefined {
    return this.#recent.get(key) ?? this.#earlier.get(key)
  }

  set(key: string, value: V): void {
    this.#earlier.delete(key)
    this.#recent.set(key, value)
    if (this.#recent.size < this.#entriesPerGeneration) return
    this.#earlier = this.#recent
    this.#recent = new Map()
  }

  delete(key: string): void {
    this.#recent.delete(key)
    this.#earlier.delete(key)
  }

  get size(): number {
    return this.#recent.size + this.#earlier.size
  }
}
