/**
 * Batches the look-ups of one request: what the rows of a page need is fetched together, so that the number of
 * statements does not grow with the rows. Rows that need the same id wait for one value.
 */
import { Pauses } from '../storage/engines/turns/pauses.ts'
import { Later } from './later.ts'

type Fetch<T> = (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>

const IDS_PER_STATEMENT = 500

class Batch<T> {
  readonly #fetch: Fetch<T>
  /** The value for an id that was not found. */
  readonly #absent: T | undefined
  readonly #known = new Map<string, Later<T | undefined>>()
  #waiting = new Map<string, Later<T | undefined>>()

  constructor(fetch: Fetch<T>, absent: T | undefined) {
    this.#fetch = fetch
    this.#absent = absent
  }

  load(id: string): Later<T | undefined> {
    const known = this.#known.get(id)
    if (known) return known
    const later = new Later<T | undefined>()
    this.#known.set(id, later)
    if (this.#waiting.size === 0) soon(() => this.#dispatch())
    this.#waiting.set(id, later)
    return later
  }

  /** Of records that were read with others. What is already asked for comes as it was asked. */
  bring(found: ReadonlyMap<string, T>): void {
    for (const [id, value] of found) {
      if (this.#known.has(id)) continue
      const later = new Later<T | undefined>()
      later.come(value)
      this.#known.set(id, later)
    }
  }

  #dispatch(): void {
    const waiting = this.#waiting
    this.#waiting = new Map()
    const ids = [...waiting.keys()]
    for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
      void this.#settle(ids.slice(at, at + IDS_PER_STATEMENT), waiting)
    }
  }

  async #settle(ids: readonly string[], waiting: ReadonlyMap<string, Later<T | undefined>>): Promise<void> {
    let found: ReadonlyMap<string, T>
    try {
      found = await this.#fetch(ids)
    } catch (error) {
      for (const id of ids) waiting.get(id)?.fail(error)
      return
    }
    for (const id of ids) waiting.get(id)?.come(found.get(id) ?? this.#absent)
  }
}

/** Runs after every promise that is already settled, when all rows of a level have added their ids. */
const soon = (job: () => void): void => {
  void Promise.resolve().then(() => process.nextTick(job))
}

export class Loaders {
  readonly #batches = new Map<string, Batch<unknown>>()
  #last: Promise<unknown> = Promise.resolve()
  readonly #pauses: Pauses

  constructor({ tenantId }: { readonly tenantId: string }) {
    this.#pauses = new Pauses(tenantId)
  }

  /** `name` identifies a kind of batch, including its arguments. */
  load<T>(name: string, id: string, fetch: Fetch<T>): Later<T | undefined> {
    return this.#batch(name, fetch, undefined).load(id)
  }

  /** For a field that is never null: a missing record makes the field fail. */
  loadExisting<T>(name: string, id: string, fetch: Fetch<T>): Later<T> {
    return this.load(name, id, fetch) as Later<T>
  }

  /** The values of an id; an empty list if there are none. */
  loadList<T>(name: string, id: string, fetch: Fetch<T[]>): Later<T[]> {
    return this.#batch(name, fetch, []).load(id) as Later<T[]>
  }

  /** Spares the look-ups of records that were read beside others. */
  bring<T>(name: string, found: ReadonlyMap<string, T>, fetch: Fetch<T>): void {
    this.#batch(name, fetch, undefined).bring(found)
  }

  /**
   * For what takes long or much memory, of which a request may ask for many: one after another, with a turn for others
   * in between (threats row 232).
   */
  inTurn<T>(job: () => T | Promise<T>): Promise<T> {
    const next = this.#last.then(() => (this.#pauses.isDue ? this.#pauses.take() : undefined)).then(job)
    this.#last = next.catch(() => {})
    return next
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
