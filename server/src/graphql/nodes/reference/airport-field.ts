/** The airport of an id in a record. */
import type { AirportRecord } from '../../../domain/reference/airport.ts'
import { readPlace } from '../../../domain/reference/uncoded-place.ts'
import { knownAirport } from '../../../services/reference/airport-code.ts'
import type { QueryContext } from '../../context.ts'
import { badInput } from '../page.ts'

export const airport = ({ reference }: QueryContext, airportId: string): AirportRecord =>
  knownAirport(reference, airportId)

export const airportOrNull = ({ reference }: QueryContext, airportId: string | null): AirportRecord | null =>
  airportId === null ? null : knownAirport(reference, airportId)

/** The id of an airport code in a filter; an unknown code is an error, not an empty result. */
export const askedAirportId = (
  { reference }: QueryContext,
  code: string | null | undefined,
  name: string,
): string | null => {
  if (code === null || code === undefined) return null
  const found = reference.airportByCode(code)
  if (found) return found.airportId
  const wrong = readPlace(code)
  throw badInput(`${name}: ${typeof wrong === 'string' ? wrong : 'there is no airport with this code'}.`)
}
