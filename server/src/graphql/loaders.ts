/**
 * Batches of one request: what the rows of a page ask for one by one is fetched together, so that the statements
 * of a request do not grow with its rows. Works the same whether an operation is interpreted or compiled.
 */
type Fetch<T> = (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>

interface Waiting<T> {
  readonly resolve: (value: T | undefined) => void
  readonly reject: (reason: unknown) => void
}

const IDS_PER_STATEMENT = 500

class Batch<T> {
  readonly #fetch: Fetch<T>
  readonly #known = new Map<string, Promise<T | undefined>>()
  #waiting = new Map<string, Waiting<T>>()

  constructor(fetch: Fetch<T>) {
    this.#fetch = fetch
  }

  load(id: string): Promise<T | undefined> {
    const known = this.#known.get(id)
    if (known) return known
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
    this.#known.set(id, promise)
    if (this.#waiting.size === 0) soon(() => this.#dispatch())
    this.#waiting.set(id, { resolve, reject })
    return promise
  }

  #dispatch(): void {
    const waiting = this.#waiting
    this.#waiting = new Map()
    const ids = [...waiting.keys()]
    for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
      void this.#settle(ids.slice(at, at + IDS_PER_STATEMENT), waiting)
    }
  }

  async #settle(ids: readonly string[], waiting: ReadonlyMap<string, Waiting<T>>): Promise<void> {
    try {
      const found = await this.#fetch(ids)
      for (const id of ids) waiting.get(id)?.resolve(found.get(id))
    } catch (error) {
      for (const id of ids) waiting.get(id)?.reject(error)
    }
  }
}

/** Behind every promise that is settled already: all rows of a level have asked by then. */
const soon = (job: () => void): void => {
  void Promise.resolve().then(() => process.nextTick(job))
}

export class Loaders {
  readonly #batches = new Map<string, Batch<unknown>>()

  /** `name` tells one kind of batch from another, its arguments included. */
  load<T>(name: string, id: string, fetch: Fetch<T>): Promise<T | undefined> {
    let batch = this.#batches.get(name) as Batch<T> | undefined
    if (!batch) {
      batch = new Batch(fetch)
      this.#batches.set(name, batch as Batch<unknown>)
    }
    return batch.load(id)
  }

  forget(): void {
    this.#batches.clear()
  }
}
