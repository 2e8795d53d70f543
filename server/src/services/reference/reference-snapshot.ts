/** Reference data at one moment. A request uses a single snapshot, so that its response is consistent. */
import type { AircraftTypeRecord } from '../../domain/reference/aircraft-type.ts'
import { type AirportRecord, type Airports, airportFinder, byAirportOrder } from '../../domain/reference/airport.ts'
import type { CountryRecord } from '../../domain/reference/country.ts'
import { distanceNm, type Place } from '../../domain/reference/great-circle.ts'
import { NearestAirport } from '../../domain/reference/nearest-airport.ts'
import { nauticalTimezone } from '../../domain/reference/timezone.ts'
import type { TypeRatings } from '../../domain/reference/type-rating.ts'
import { readPlace } from '../../domain/reference/uncoded-place.ts'
import { AircraftTypeSearch } from './aircraft-type-search.ts'
import { type AirportQuery, AirportSearch, type FoundAirports } from './airport-search.ts'

/** The aircraft types, and retired ones, which are found only by id. */
export class AircraftTypeSet {
  readonly #search: AircraftTypeSearch
  readonly #byId: ReadonlyMap<string, AircraftTypeRecord>

  constructor(listed: readonly AircraftTypeRecord[], retired: readonly AircraftTypeRecord[]) {
    this.#search = new AircraftTypeSearch(listed)
    this.#byId = new Map([...retired, ...listed].map((type) => [type.acftTypeId, type]))
  }

  readonly find = (wildcard: string | null | undefined) => this.#search.find(wildcard)
  readonly byId = (acftTypeId: string) => this.#byId.get(acftTypeId)
}

/** International waters, as UN/LOCODE has them. */
const NO_COUNTRY = 'XZ'

/** Less than it is anywhere, so that none is missed at the edge. */
const NM_OF_A_DEGREE = 59.9

/** The place of the first that lies so far north, by halving. */
const firstAtLeast = (northward: readonly Place[], latitude: number): number => {
  let [low, high] = [0, northward.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((northward[middle] as Place).latitude < latitude) low = middle + 1
    else high = middle
  }
  return low
}

/** The airports, and retired ones, which are found only by id. A place without a code is found by its notation. */
export class AirportSet {
  readonly listed: readonly AirportRecord[]
  readonly search: AirportSearch
  readonly #byCode: (code: string) => AirportRecord | undefined
  readonly #byId: ReadonlyMap<string, AirportRecord>
  #nearest: NearestAirport | null = null
  #northward: readonly AirportRecord[] | null = null

  constructor({ airports, aliases }: Airports, retired: readonly AirportRecord[]) {
    this.listed = airports.toSorted(byAirportOrder)
    this.search = new AirportSearch(this.listed)
    this.#byCode = airportFinder({ airports, aliases })
    this.#byId = new Map([...retired, ...airports].map((airport) => [airport.airportId, airport]))
  }

  readonly byCode = (code: string) => this.#byCode(code) ?? this.#placeOf(code)
  readonly byId = (airportId: string) => this.#byId.get(airportId) ?? this.#placeOf(airportId)

  /** Those at most so far away, and how many places were compared for it: those between two latitudes. */
  within(centre: Place, radiusNm: number): { readonly found: readonly AirportRecord[]; readonly compared: number } {
    this.#northward ??= this.listed.toSorted((a, b) => a.latitude - b.latitude)
    const degrees = (radiusNm + 1) / NM_OF_A_DEGREE
    const from = firstAtLeast(this.#northward, centre.latitude - degrees)
    const to = firstAtLeast(this.#northward, centre.latitude + degrees)
    const between = this.#northward.slice(from, to)
    return { found: between.filter((each) => distanceNm(centre, each) <= radiusNm), compared: between.length }
  }

  /** Time and country are those of the nearest airport; far from all of them those of the sea. */
  #placeOf(notation: string): AirportRecord | undefined {
    const place = readPlace(notation)
    if (place === null || typeof place === 'string') return undefined
    this.#nearest ??= new NearestAirport(this.listed)
    const near = this.#nearest.find(place)
    const { id: airportId, name, latitude, longitude } = place
    return {
      airportId,
      iCAO: null,
      iATA: null,
      name,
      city: null,
      countryCode: near?.countryCode ?? NO_COUNTRY,
      latitude,
      longitude,
      elevationFt: null,
      timezone: near?.timezone ?? nauticalTimezone(longitude),
      runwayList: [],
    }
  }
}

export class ReferenceSnapshot {
  readonly countries: readonly CountryRecord[]
  readonly types: AircraftTypeSet
  readonly airportSet: AirportSet
  readonly typeRatings: TypeRatings

  constructor(
    countries: readonly CountryRecord[],
    types: AircraftTypeSet,
    airportSet: AirportSet,
    typeRatings: TypeRatings,
  ) {
    this.countries = countries
    this.types = types
    this.airportSet = airportSet
    this.typeRatings = typeRatings
  }

  aircraftTypes(wildcard: string | null | undefined): readonly AircraftTypeRecord[] {
    return this.types.find(wildcard)
  }

  aircraftTypeById(acftTypeId: string): AircraftTypeRecord | undefined {
    return this.types.byId(acftTypeId)
  }

  airports(search: AirportQuery, most: number): FoundAirports {
    return this.airportSet.search.find(search, most)
  }

  airportByCode(code: string): AirportRecord | undefined {
    return this.airportSet.byCode(code)
  }

  airportById(airportId: string): AirportRecord | undefined {
    return this.airportSet.byId(airportId)
  }
}
