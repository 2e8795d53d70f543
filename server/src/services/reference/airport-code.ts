/** Finds the airport of a code that a client sent. */
import type { AirportRecord } from '../../domain/reference/airport.ts'
import { readPlace } from '../../domain/reference/uncoded-place.ts'
import { userError } from '../../domain/user-error.ts'
import type { ReferenceSnapshot } from './reference-snapshot.ts'

export const airportOf = (reference: ReferenceSnapshot, code: string, path: readonly string[]): AirportRecord => {
  const airport = reference.airportByCode(code)
  if (airport) return airport
  const wrong = readPlace(code)
  if (typeof wrong === 'string') throw userError('VALIDATION', wrong, path)
  throw userError('NOT_FOUND', 'There is no airport with this code', path)
}

/** The airport that a record refers to: reference data keeps every id, listed or retired. */
export const knownAirport = (reference: ReferenceSnapshot, airportId: string): AirportRecord => {
  const airport = reference.airportById(airportId)
  if (!airport) throw new Error(`The airport ${airportId} is missing from the reference data`)
  return airport
}
