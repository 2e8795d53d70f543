/** Aircraft types by wildcard (data §1.2). A search that is repeated is answered from the last one. */
import { type AircraftTypeRecord, byTypeOrder } from '../../domain/reference/aircraft-type.ts'
import { compileFoldedWildcard, foldCase } from '../../domain/wildcard.ts'

const SEARCHES_KEPT = 200
const SEARCH_LENGTH_KEPT = 40

interface Searchable {
  readonly record: AircraftTypeRecord
  readonly texts: readonly string[]
}

export class AircraftTypeSearch {
  readonly #all: readonly AircraftTypeRecord[]
  readonly #searchable: readonly Searchable[]
  readonly #lately = new Map<string, readonly AircraftTypeRecord[]>()

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
    if (wildcard.length <= SEARCH_LENGTH_KEPT) this.#keep(wildcard, found)
    return found
  }

  #keep(wildcard: string, found: readonly AircraftTypeRecord[]): void {
    if (this.#lately.size >= SEARCHES_KEPT) this.#lately.delete(this.#lately.keys().next().value as string)
    this.#lately.set(wildcard, found)
  }
}
