/** Finds the airport that is nearest to a place and not far from it. Airports are kept by squares of one degree. */
import type { AirportRecord } from './airport.ts'
import { distanceNm, type Place } from './great-circle.ts'

/** Farther away a place has nothing to do with an airport. */
const NEAR_NM = 60

const squareOf = (latitude: number, longitude: number): string => `${latitude} ${((longitude + 540) % 360) - 180}`

/** How many degrees of longitude NEAR_NM are at most, there and one degree closer to the pole. */
const degreesAround = (latitude: number): number => {
  const narrowest = Math.cos((Math.min(89, Math.abs(latitude) + 1) * Math.PI) / 180)
  return Math.min(180, Math.ceil(NEAR_NM / 60 / narrowest))
}

export class NearestAirport {
  readonly #squares: ReadonlyMap<string, readonly AirportRecord[]>

  constructor(airports: readonly AirportRecord[]) {
    this.#squares = Map.groupBy(airports, ({ latitude, longitude }) =>
      squareOf(Math.floor(latitude), Math.floor(longitude)),
    )
  }

  find(place: Place): AirportRecord | null {
    const [south, west] = [Math.floor(place.latitude), Math.floor(place.longitude)]
    const around = degreesAround(place.latitude)
    let nearest: AirportRecord | null = null
    let least = NEAR_NM
    for (let latitude = south - 1; latitude <= south + 1; latitude++) {
      for (let longitude = west - around; longitude <= west + around; longitude++) {
        for (const airport of this.#squares.get(squareOf(latitude, longitude)) ?? []) {
          const away = distanceNm(place, airport)
          if (away <= least) [nearest, least] = [airport, away]
        }
      }
    }
    return nearest
  }
}
