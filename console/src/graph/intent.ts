/**
 * An intended change and its idempotency key: every try sends the same key, so that a retry after a lost response does
 * not repeat the change. A form keeps its intent while it is open; after success it gets a new one (ADR 23).
 */
export class Intent {
  #key = crypto.randomUUID()

  get key(): string {
    return this.#key
  }

  renew(): void {
    this.#key = crypto.randomUUID()
  }
}
