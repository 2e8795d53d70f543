/** A map that drops its oldest half when the bytes its values are estimated to hold run over. */

const RECOUNT_EVERY = 100

export class BoundedMap<V> {
  readonly #mostBytes: number
  readonly #entries = new Map<string, { readonly value: V; readonly bytes: () => number }>()
  #bytes = 0
  #addedSinceRecount = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)?.value
  }

  /** `bytes` is asked again now and then: an operation grows when it is compiled. */
  set(key: string, value: V, bytes: () => number): void {
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes()
    if (++this.#addedSinceRecount >= RECOUNT_EVERY || this.#bytes > this.#mostBytes) this.#recount()
  }

  #recount(): void {
    this.#addedSinceRecount = 0
    this.#bytes = 0
    for (const entry of this.#entries.values()) this.#bytes += entry.bytes()
    if (this.#bytes <= this.#mostBytes) return
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#mostBytes / 2) return
      this.#entries.delete(key)
      this.#bytes -= entry.bytes()
    }
  }
}
