/**
 * Batches the look-ups of one request: what the rows of a page need is fetched together, so that the number of
 * statements does not grow with the rows. Rows that need the same id share a promise.
 */
type Fetch<T> = (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>

interface Waiting<T> {
  readonly resolve: (value: T | undefined) => void
  readonly reject: (reason: unknown) => void
}

const IDS_PER_STATEMENT = 500

class Batch<T> {
  readonly #fetch: Fetch<T>
  /** The value for an id that was not found. */
  readonly #absent: T | undefined
  readonly #known = new Map<string, Promise<T | undefined>>()
  #waiting = new Map<string, Waiting<T>>()

  constructor(fetch: Fetch<T>, absent: T | undefined) {
    this.#fetch = fetch
    this.#absent = absent
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
      for (const id of ids) waiting.get(id)?.resolve(found.get(id) ?? this.#absent)
    } catch (error) {
      for (const id of ids) waiting.get(id)?.reject(error)
    }
  }
}

/** Runs after every promise that is already settled, when all rows of a level have added their ids. */
const soon = (job: () => void): void => {
  void Promise.resolve().then(() => process.nextTick(job))
}

export class Loaders {
  readonly #batches = new Map<string, Batch<unknown>>()

  /** `name` identifies a kind of batch, including its arguments. */
  load<T>(name: string, id: string, fetch: Fetch<T>): Promise<T | undefined> {
    return this.#batch(name, fetch, undefined).load(id)
  }

  /** For a field that is never null: a missing record makes the field fail. */
  loadExisting<T>(name: string, id: string, fetch: Fetch<T>): Promise<T> {
    return this.load(name, id, fetch) as Promise<T>
  }

  /** The values of an id; an empty list if there are none. */
  loadList<T>(name: string, id: string, fetch: Fetch<T[]>): Promise<T[]> {
    return this.#batch(name, fetch, []).load(id) as Promise<T[]>
  }

  #batch<T>(name: string, fetch: Fetch<T>, absent: T | undefined): Batch<T> {
    const known = this.#batches.get(name) as Batch<T> | undefined
    if (known) return known
    const batch = new Batch(fetch, absent)
    this.#batches.set(name, batch as Batch<unknown>)
    return batch
  }

  forget(): void {
    this.#batches.clear()
  }
}
