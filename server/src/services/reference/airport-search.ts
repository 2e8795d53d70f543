/** Searches airports by wildcard, country and runway. The texts are folded once, on the first search by wildcard. */
import { type AirportRecord, longestRunwayFt } from '../../domain/reference/airport.ts'
import { compileFoldedWildcard, foldCase, type TextMatcher } from '../../domain/wildcard.ts'

export interface AirportQuery {
  readonly wildcard?: string | null | undefined
  readonly countryCode?: string | null | undefined
  readonly minRunwayFt?: number | null | undefined
}

const textsOf = ({ iCAO, iATA, name, city }: AirportRecord): string[] =>
  [iCAO, iATA, name, city].filter((text) => text !== null).map(foldCase)

export class AirportSearch {
  readonly #listed: readonly AirportRecord[]
  #texts: readonly (readonly string[])[] | null = null

  constructor(listed: readonly AirportRecord[]) {
    this.#listed = listed
  }

  /** The first `most` that match, in the order of the list. An airport with unknown runways matches no runway. */
  find({ wildcard, countryCode, minRunwayFt }: AirportQuery, most: number): AirportRecord[] {
    const country = countryCode?.toUpperCase()
    const matches = wildcard ? this.#matcher(compileFoldedWildcard(wildcard)) : null
    const found: AirportRecord[] = []
    for (let at = 0; at < this.#listed.length && found.length < most; at++) {
      const airport = this.#listed[at] as AirportRecord
      if (country && airport.countryCode !== country) continue
      if (minRunwayFt && (longestRunwayFt(airport) ?? 0) < minRunwayFt) continue
      if (matches === null || matches(at)) found.push(airport)
    }
    return found
  }

  #matcher(matches: TextMatcher): (at: number) => boolean {
    this.#texts ??= this.#listed.map(textsOf)
    const texts = this.#texts
    return (at) => texts[at]?.some(matches) ?? false
  }
}
