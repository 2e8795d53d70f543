/** Type and class ratings: which designators each covers, and how many pilots its types need at least (data §14). */
import { type AircraftTypeRecord, isTypeRated } from './aircraft-type.ts'

export interface TypeRatingRecord {
  readonly ratingCode: string
  readonly label: string
  readonly iCAOList: readonly string[]
  readonly minFlightCrew: number | null
}

/** Letters, digits and the signs that authorities write in codes: C525, A320, GVII-G500, BE300/1900. */
export const RATING_CODE = /^[A-Z0-9][A-Z0-9/-]{0,19}$/

const byCode = (a: TypeRatingRecord, b: TypeRatingRecord): number =>
  a.ratingCode < b.ratingCode ? -1 : a.ratingCode > b.ratingCode ? 1 : 0

export class TypeRatings {
  /** By code. */
  readonly list: readonly TypeRatingRecord[]
  readonly #byCode: ReadonlyMap<string, TypeRatingRecord>
  readonly #byDesignator = new Map<string, TypeRatingRecord>()

  constructor(list: readonly TypeRatingRecord[]) {
    this.list = list.toSorted(byCode)
    this.#byCode = new Map(this.list.map((rating) => [rating.ratingCode, rating]))
    for (const rating of this.list) {
      for (const iCAO of rating.iCAOList) {
        if (!this.#byDesignator.has(iCAO)) this.#byDesignator.set(iCAO, rating)
      }
    }
  }

  /** The rating of this code, or the one that covers the type of this designator. */
  find(codeOrDesignator: string): TypeRatingRecord | undefined {
    const text = codeOrDesignator.trim().toUpperCase()
    return this.#byCode.get(text) ?? this.#byDesignator.get(text)
  }

  /** One code for every way to write the same rating; a code or designator that no table has is returned unchanged. */
  codeOf(codeOrDesignator: string): string {
    return this.find(codeOrDesignator)?.ratingCode ?? codeOrDesignator.trim().toUpperCase()
  }

  /** Whether who holds this rating, by code or by the designator of one of its types, may fly the type. */
  covers(codeOrDesignator: string, iCAO: string): boolean {
    const held = codeOrDesignator.trim().toUpperCase()
    if (held === iCAO) return true
    return this.find(held)?.iCAOList.includes(iCAO) ?? false
  }

  /** The code of the rating that flies the type; null where none is needed. */
  codeForType(type: Pick<AircraftTypeRecord, 'iCAO' | 'engineType' | 'species'>): string | null {
    const rating = this.#byDesignator.get(type.iCAO)
    if (rating) return rating.ratingCode
    return isTypeRated(type) ? type.iCAO : null
  }

  /** Pilots that the type needs at least: what the type says itself, else its rating; 1 where neither does. */
  minFlightCrew(type: Pick<AircraftTypeRecord, 'iCAO' | 'minFlightCrew'>): number {
    return type.minFlightCrew ?? this.#byDesignator.get(type.iCAO)?.minFlightCrew ?? 1
  }
}
