/** The reference data that the generator uses, read from the store or from a server's memory. */

import { byTypeOrder } from '../../domain/reference/aircraft-type.ts'
import { airportFinder } from '../../domain/reference/airport.ts'
import { TypeRatings } from '../../domain/reference/type-rating.ts'
import type { ReferenceSnapshot } from '../../services/reference/reference-snapshot.ts'
import type { PlatformReader } from '../../storage/handles.ts'
import { readAircraftTypes, readAirports } from '../../storage/reference/reference.ts'
import { readTypeRatings } from '../../storage/reference/type-ratings.ts'
import type { DemoReference } from './operator-data.ts'

/** Reading all airports takes a tenth of a second: a server has them. */
export const demoReferenceOf = (known: ReferenceSnapshot): DemoReference => ({
  airportByCode: (code) => known.airportByCode(code),
  airportById: (airportId) => known.airportById(airportId),
  aircraftTypes: known.aircraftTypes(null).toSorted(byTypeOrder),
  typeRatings: known.typeRatings,
})

export const readDemoReference = async (reader: PlatformReader): Promise<DemoReference> => {
  const known = await readAirports(reader)
  const byId = new Map(known.airports.map((airport) => [airport.airportId, airport]))
  return {
    airportByCode: airportFinder(known),
    airportById: (airportId) => byId.get(airportId),
    aircraftTypes: (await readAircraftTypes(reader)).sort(byTypeOrder),
    typeRatings: new TypeRatings(await readTypeRatings(reader)),
  }
}
