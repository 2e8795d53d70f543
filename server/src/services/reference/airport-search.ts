/**
 * Searches airports by wildcard, country and runway. What is compared is made once, on the first search that needs it:
 * the texts of all airports stand in one, where a part of the pattern is looked for before any airport is looked at.
 */
import { type AirportRecord, longestRunwayFt } from '../../domain/reference/airport.ts'
import { compileFoldedWildcard, foldCase } from '../../domain/wildcard.ts'

export interface AirportQuery {
  readonly wildcard?: string | null | undefined
  readonly countryCode?: string | null | undefined
  readonly minRunwayFt?: number | null | undefined
}

export interface FoundAirports {
  readonly found: readonly AirportRecord[]
  readonly compared: number
}

const textsOf = ({ iCAO, iATA, name, city }: AirportRecord): string[] =>
  [iCAO, iATA, name, city].filter((text) => text !== null).map(foldCase)

/** Stands between texts; in a pattern it is looked for in each text alone. */
const BETWEEN = '\n'

interface Texts {
  readonly of: readonly (readonly string[])[]
  /** All of them, one after another, and where those of each airport begin. */
  readonly joined: string
  readonly begins: readonly number[]
}

const joinedTexts = (listed: readonly AirportRecord[]): Texts => {
  const of = listed.map(textsOf)
  const begins: number[] = []
  let at = 0
  for (const texts of of) {
    begins.push(at)
    for (const text of texts) at += text.length + BETWEEN.length
  }
  return { of, joined: of.flat().join(BETWEEN), begins }
}

/** The longest part without a wildcard: whatever matches has it. */
const longestPart = (pattern: string): string =>
  foldCase(pattern)
    .split(/[*?]/)
    .reduce((one, other) => (other.length > one.length ? other : one))

/** Longer than any text, where nothing matches. */
const MAX_PART = 1_000

export class AirportSearch {
  readonly #listed: readonly AirportRecord[]
  #texts: Texts | null = null
  #runways: readonly number[] | null = null

  constructor(listed: readonly AirportRecord[]) {
    this.#listed = listed
  }

  /**
   * The first `most` that match, in the order of the list, and how many were looked at: those that a part of the pattern
   * was found in, or all. A pattern is compared last. An airport with unknown runways matches no runway.
   */
  find({ wildcard, countryCode, minRunwayFt }: AirportQuery, most: number): FoundAirports {
    const country = countryCode?.toUpperCase()
    const matches = wildcard ? this.#matcher(wildcard) : null
    const found: AirportRecord[] = []
    let compared = 0
    for (const at of wildcard ? this.#candidates(wildcard) : this.#listed.keys()) {
      const airport = this.#listed[at] as AirportRecord
      compared++
      if (country && airport.countryCode !== country) continue
      if (minRunwayFt && this.#longestRunway(at) < minRunwayFt) continue
      if (matches && !matches(at)) continue
      found.push(airport)
      if (found.length >= most) break
    }
    return { found, compared }
  }

  #longestRunway(at: number): number {
    this.#runways ??= this.#listed.map((airport) => longestRunwayFt(airport) ?? 0)
    return this.#runways[at] ?? 0
  }

  #matcher(wildcard: string): (at: number) => boolean {
    this.#texts ??= joinedTexts(this.#listed)
    const { of } = this.#texts
    const matches = compileFoldedWildcard(wildcard)
    return (at) => of[at]?.some(matches) === true
  }

  /** The airports with a text that has the longest part of the pattern. */
  *#candidates(wildcard: string): Generator<number> {
    this.#texts ??= joinedTexts(this.#listed)
    const { joined, begins } = this.#texts
    const part = wildcard.length > MAX_PART ? '' : longestPart(wildcard)
    if (part === '' || part.includes(BETWEEN)) return yield* this.#listed.keys()
    let airport = 0
    for (let at = joined.indexOf(part); at >= 0; ) {
      while ((begins[airport + 1] ?? Number.POSITIVE_INFINITY) <= at) airport++
      yield airport
      const next = begins[airport + 1]
      if (next === undefined) return
      at = joined.indexOf(part, next)
    }
  }
}
