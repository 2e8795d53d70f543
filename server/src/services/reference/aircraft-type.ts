/** The type of an aircraft: reference data keeps every id that a record carries. */
import type { AircraftTypeRecord } from '../../domain/reference/aircraft-type.ts'
import type { ReferenceSnapshot } from './reference-snapshot.ts'

export const knownType = (reference: ReferenceSnapshot, acftTypeId: string): AircraftTypeRecord => {
  const type = reference.aircraftTypeById(acftTypeId)
  if (!type) throw new Error(`The aircraft type ${acftTypeId} is missing from the reference data`)
  return type
}
