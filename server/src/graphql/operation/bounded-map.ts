/** A map that drops its oldest entries, down to half, when the bytes its values are estimated to hold run over. */
export class BoundedMap<V> {
  readonly #mostBytes: number
  readonly #entries = new Map<string, { readonly value: V; readonly bytes: number }>()
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)?.value
  }

  /** Set again, a key counts with its new bytes and as the youngest. */
  set(key: string, value: V, bytes: number): void {
    this.#drop(key)
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    if (this.#bytes > this.#mostBytes) this.#dropOldest()
  }

  #dropOldest(): void {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes / 2) return
      this.#drop(key)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
