/** Searches aircraft types by wildcard (data §1.2). A repeated search is answered from a cache. */
import { LRUCache } from 'lru-cache'
import { type AircraftTypeRecord, byTypeOrder } from '../../domain/reference/aircraft-type.ts'
import { compileFoldedWildcard, foldCase } from '../../domain/wildcard.ts'

const MAX_SEARCHES = 200
const MAX_SEARCH_LENGTH = 40

interface Searchable {
  readonly record: AircraftTypeRecord
  readonly texts: readonly string[]
}

export class AircraftTypeSearch {
  readonly #all: readonly AircraftTypeRecord[]
  readonly #searchable: readonly Searchable[]
  readonly #lately = new LRUCache<string, readonly AircraftTypeRecord[]>({ max: MAX_SEARCHES })

  constructor(records: readonly AircraftTypeRecord[]) {
    this.#all = records.toSorted(byTypeOrder)
    this.#searchable = this.#all.map((record) => ({
      record,
      texts: [record.iCAO, record.manufacturer, record.model].map(foldCase),
    }))
  }

  find(wildcard: string | null | undefined): readonly AircraftTypeRecord[] {
    if (!wildcard) return this.#all
    const known = this.#lately.get(wildcard)
    if (known) return known
    const matches = compileFoldedWildcard(wildcard)
    const found = this.#searchable.filter(({ texts }) => texts.some(matches)).map(({ record }) => record)
    if (wildcard.length <= MAX_SEARCH_LENGTH) this.#lately.set(wildcard, found)
    return found
  }
}
