/**
 * What a person wants done once: its key goes along with every try, so that after a lost answer sending again does not
 * do it twice. A form has one while it stays open; after success the next thing is another intent (ADR 23).
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
